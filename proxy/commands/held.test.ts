import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  deliverOne,
  exampleCreateBody,
  holdOne,
  newAttachment,
  newEnquiry,
} from '../../tools/testing/proxy/outbox.ts';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { dayMs } from '../contract/durations.ts';

const program = programForEachTest();
const run: typeof program.run = (...words) => program.run(...words);

const change: typeof program.changeOutbox = (...words) => program.changeOutbox(...words);
const content = { ...exampleCreateBody, forename: 'Ada' };
/** Adds an enquiry with the reference `REFER-0000n` that the enquiry API has refused. */
const addRefused = (n: number, days = 0) =>
  change(async outbox => {
    await outbox.intake.add({ ...newEnquiry(n), content });
    await holdOne(outbox);
  }, days * dayMs);
const addSuspect = (n: number, days = 0) =>
  change(
    ({ intake }) =>
      intake.add({
        ...newEnquiry(n),
        content,
        state: 'held',
        suspicion: { signals: ['link_in_name'], score: 6 },
      }),
    days * dayMs,
  );
const states = async () => {
  const rows = await change(({ operator }) => operator.list());
  return rows.map(({ reference, kind, state }) => `${reference.at(-1)} ${kind} ${state}`);
};

/** Leaves one that was refused three days ago, one that was refused today, with a file, and a suspect. */
async function leaveThree() {
  await addRefused(1, 3);
  await addRefused(2);
  await change(({ intake }) => intake.add(newAttachment(2, 1)));
  await addSuspect(3);
}

test('a suspect is listed with its signals, shown, and released once', async () => {
  await addSuspect(1);
  const { out } = await run('outbox list');
  expect(out).toMatch(/REFER-00001 {2}enquiry +held +just now +0 +suspect: a link in the name\n/);
  expect(out).not.toContain('Ada');
  const shown = JSON.parse((await run('outbox show REFER-00001 --json')).out);
  expect(shown).toMatchObject({ cause: 'suspect', suspicion: ['link_in_name'], suspicion_score: 6 });
  expect((await run('outbox release refer-00001')).out).toContain('enquiry is released');
  expect(await run('outbox release REFER-00001')).toMatchObject({
    code: 1,
    err: expect.stringContaining('nothing is held'),
  });
  expect(await states()).toEqual(['1 enquiry waiting']);
});

test('all that is held is released after a confirmation, or only what has one cause or arrived recently', async () => {
  await leaveThree();
  const refused = await run('outbox release --all', {}, 'no\n');
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringContaining('Deliver 3 held enquiries (2 refused, 1 suspect)?'),
  ]);
  expect((await run('outbox release --all --cause refused --since 2d', {}, '1\n')).code).toBe(0);
  expect(await states()).toEqual([
    '1 enquiry held',
    '2 enquiry waiting',
    '2 attachment waiting',
    '3 enquiry held',
  ]);
  expect((await run('outbox release --all --yes')).code).toBe(0);
  expect((await run('outbox release --all --yes')).out).toContain('Nothing is held.');
});

test('all that has one cause is copied and deleted with its files', async () => {
  await leaveThree();
  expect((await run('outbox drop --all --cause suspect --to copies --yes')).code).toBe(0);
  expect(existsSync(join(program.folder, 'copies', 'REFER-00003', '4-enquiry.json'))).toBe(true);
  expect(await states()).toEqual(['1 enquiry held', '2 enquiry held', '2 attachment waiting']);
  const { out, code } = await run('outbox drop --all --cause refused --no-copy --yes');
  expect([code, out]).toEqual([0, expect.stringContaining('REFER-00002: attachment is deleted')]);
  expect(await states()).toEqual([]);
});

test('a held enquiry is not deleted if it is released and delivered before the confirmation', async () => {
  await addRefused(1);
  const dropped = await run('outbox drop REFER-00001', {}, async () => {
    await run('outbox release REFER-00001');
    await change(deliverOne);
    return 'REFER-00001\n';
  });
  expect(dropped).toMatchObject({ code: 1, err: expect.stringContaining('it was released meanwhile') });
  expect(await change(({ operator }) => operator.list({ state: 'delivered' }))).toHaveLength(1);
});

test.each([
  ['REFER-00001', addSuspect],
  ['--all --cause suspect', addSuspect],
  ['--all --cause refused', addRefused],
])('drop %s deletes nothing if another operator releases it before the confirmation', async (which, add) => {
  await add(1);
  const dropped = await run(`outbox drop ${which}`, {}, async () => {
    await run('outbox release REFER-00001');
    return which.startsWith('--all') ? '1\n' : 'REFER-00001\n';
  });
  expect(dropped).toMatchObject({ code: 1, err: expect.stringContaining('it was released meanwhile') });
  expect(await states()).toEqual(['1 enquiry waiting']);
});

test.each([
  ['release --all REFER-00001', '--all is an option of'],
  ['drop REFER-00001 --since 2d', 'need --all'],
  ['drop REFER-00001 --cause suspect', 'need --all'],
  ['drop --all --yes', 'needs --cause'],
  ['release --all --cause spam', '--cause must be one of'],
  ['release --all --since 2026-02-30', '--since must be'],
])('outbox %s is a usage error', async (command, text) => {
  await addSuspect(1);
  expect(await run(`outbox ${command}`)).toMatchObject({ code: 2, err: expect.stringContaining(text) });
  expect(await states()).toEqual(['1 enquiry held']);
});
