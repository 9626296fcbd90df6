import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  deliverOne,
  exampleCreateBody,
  holdOne,
  newAttachment,
  newEnquiry,
} from '../../tools/testing/proxy/outbox.ts';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';

const program = programForEachTest();
const run: typeof program.run = (...words) => program.run(...words);

const change: typeof program.changeOutbox = (...words) => program.changeOutbox(...words);
const add = (n: number, content: object = {}, facts: object = {}) =>
  change(({ intake }) =>
    intake.add({ ...newEnquiry(n), content: { ...exampleCreateBody, ...content }, ...facts }),
  );

describe('find', () => {
  const person = {
    forename: 'Zoë',
    surname: 'Quetzalcoatl-Smith',
    email: 'Zoe.Q+1@Example.com',
    telephone_mobile: '+447700900123',
  };
  const found = async (term: string, typed = '') => {
    const { out, code } = await run(['outbox', 'find', term], {}, typed);
    return [code, [...out.matchAll(/REFER-0000(\d)/g)].map(([, n]) => n).join('')];
  };

  test.each([
    ['zoe.q+1@example.com'],
    ['quetzal'],
    ['zoë  quetzalcoatl-smith'],
    ['07700 900 123'],
    ['7700-900123'],
    ['900123'],
  ])('finds every kept enquiry of a person by “%s”, in all states', async term => {
    await add(1, person);
    await change(holdOne);
    await add(2, person, { state: 'held' });
    await add(3, person, { state: 'test' });
    await add(4, { forename: 'Ada', email: 'ada@example.com' });
    expect(await found(term)).toEqual([0, '123']);
    expect(await found('-', `${term}\n`)).toEqual([0, '123']);
  });

  test('finds a telephone number by what a person writes from abroad', async () => {
    await add(1, { ...person, telephone_mobile: '07700 900123' });
    for (const term of ['+44 7700 900123', '+44 (0)7700 900 123', '00447700900123'])
      expect(await found(term)).toEqual([0, '1']);
    expect(await found('+44 7700 900124')).toEqual([1, '']);
  });

  test.each(['%', '_', 'x'.repeat(10_000), "' or 1=1", '4711', 'canary smith'])(
    'finds nothing by “%s”',
    async term => {
      await add(1);
      expect(await found(term)).toEqual([1, '']);
    },
  );

  test.each(['', ' ', '077', '+ ( ) -'])('needs something to find: “%s”', async term => {
    await add(1);
    expect((await run(['outbox', 'find', term])).code).toBe(2);
  });

  test('does not find what was delivered, because it was erased, and says where it is', async () => {
    await add(1, person);
    await change(deliverOne);
    const { code, out } = await run('outbox find quetzal');
    expect([code, out]).toEqual([1, expect.stringContaining('search the back office')]);
  });
});

describe('settle', () => {
  const settle = (n: number, number: number, typed = `refer-0000${n}\n`) =>
    run(`outbox settle refer-0000${n} --as ${number}`, {}, typed);
  const claimFiles = async () =>
    (await change(({ claims }) => claims.claim(9, 60_000))).map(({ kind, enquiry_id }) => [kind, enquiry_id]);

  test('sends no second copy of a held enquiry, and sends its files to the number', async () => {
    await add(1, { surname: 'Quetzalcoatl\u202e' });
    await change(holdOne);
    await change(({ intake }) => intake.add(newAttachment(1, 1)));
    const { code, out } = await run('outbox settle refer-00001 --as 4711 --yes --to copy');
    const end = 'REFER-00001 is number 4711 now. 1 file will be added to it.\n';
    expect([code, out.endsWith(end)]).toEqual([0, true]);
    expect(await claimFiles()).toEqual([['attachment', 4_711]]);
    expect((await run('outbox show REFER-00001')).out).not.toContain('Quetzalcoatl');
  });

  test('erases the answers only after asking with the name and writing a copy, which stays', async () => {
    await add(1, { surname: 'Quetzalcoatl\u202e' });
    await change(holdOne);
    const doubt = await settle(1, 4711, 'no\n');
    expect([doubt.code, doubt.err]).toEqual([
      1,
      expect.stringContaining('REFER-00001 (Canary Quetzalcoatl\\u{202e}, other) as number 4711'),
    ]);
    expect(doubt.err).toContain('Nothing was changed');
    expect((await run('outbox list')).out).toContain('held');
    expect((await settle(1, 4711)).code).toBe(0);
    // A correction, and a deletion afterwards, leave the copy as it is.
    expect((await settle(1, 4712)).code).toBe(0);
    expect((await run('outbox drop REFER-00001 --yes')).code).toBe(0);
    const copy = readFileSync(join(program.folder, 'REFER-00001', '1-enquiry.json'), 'utf8');
    expect(JSON.parse(copy)).toMatchObject({ content: { surname: 'Quetzalcoatl\u202e' } });
  });

  test('corrects a wrong number, which is free again, and files go to the right one', async () => {
    for (const n of [1, 2]) {
      await add(n);
      await change(holdOne);
    }
    expect((await settle(1, 4711)).code).toBe(0);
    const { err, code } = await settle(1, 4712);
    expect([code, err]).toEqual([
      0,
      expect.stringContaining('from 4711, where files may be already, to 4712?'),
    ]);
    expect((await settle(2, 4711)).code).toBe(0);
    await change(({ intake }) => intake.add(newAttachment(1, 1)));
    expect(await claimFiles()).toEqual([['attachment', 4_712]]);
  });

  test('refuses what is being sent or is delivered meanwhile, and a number that another enquiry has', async () => {
    await add(1);
    const late = await run('outbox settle REFER-00001 --as 12', {}, async () => {
      await change(deliverOne);
      return 'REFER-00001\n';
    });
    expect([late.code, late.err]).toEqual([1, expect.stringContaining('was sent or changed meanwhile')]);
    await add(2);
    await change(holdOne);
    const taken = await settle(2, 4711);
    expect([taken.code, taken.err]).toEqual([
      1,
      expect.stringContaining('4711 is the number of REFER-00001 already. Nothing was changed.\n'),
    ]);
    await add(3);
    await change(({ claims }) => claims.claim(1, 60_000_000));
    expect((await settle(3, 13)).code).toBe(1);
    expect((await settle(9, 14)).err).toContain('there is no delivery');
  });

  test.each(['0', '-1', '1.5', 'abc', '1e3', ''])('refuses the number “%s”', async number => {
    expect((await run(['outbox', 'settle', 'REFER-00001', `--as=${number}`])).code).toBe(2);
  });
});
