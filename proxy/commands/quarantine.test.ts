import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exampleCreateBody, newEnquiry, openSqliteOutbox } from '../../tools/testing/proxy/outbox.ts';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { dayMs } from '../contract/durations.ts';

const program = programForEachTest();
const run: typeof program.run = (...words) => program.run(...words);

/** Adds a quarantined enquiry that arrived `days` days ago, with the reference `REFER-0000n`. */
async function quarantine(n: number, days = 0) {
  const outbox = await openSqliteOutbox(join(program.folder, 'data'), () => Date.now() - days * dayMs);
  await outbox.intake.add({
    ...newEnquiry(n),
    content: { ...exampleCreateBody, forename: 'Ada' },
    state: 'quarantined',
    suspicion: { signals: ['link_in_name'], score: 6 },
  });
  await outbox.close();
}
const list = async (state: string) =>
  [...(await run(`outbox list --state ${state}`)).out.matchAll(/REFER-\d+/g)].map(([reference]) => reference);

test('a quarantined enquiry is listed with the reason, shown, and released once', async () => {
  await quarantine(1);
  const { out } = await run('outbox list --state quarantined');
  expect(out).toMatch(/REFER-00001 {2}enquiry +quarantined +just now +score 6: link_in_name\n/);
  expect(out).not.toContain('Ada');
  expect((await run('outbox list')).out).toBe(
    'There are no waiting or held deliveries.\n\n1 enquiry is quarantined: outbox list --state quarantined\n',
  );
  const shown = JSON.parse((await run('outbox show REFER-00001 --json')).out);
  expect(shown).toMatchObject({ suspicion: ['link_in_name'], suspicion_score: 6, released_at: null });
  expect((await run('outbox release refer-00001')).out).toContain('enquiry is released');
  expect(await run('outbox release REFER-00001')).toMatchObject({
    code: 1,
    err: expect.stringContaining('nothing is held or quarantined'),
  });
  expect(await list('waiting')).toEqual(['REFER-00001']);
});

test('quarantined enquiries that arrived recently are released together, after a confirmation', async () => {
  await quarantine(1, 3);
  await quarantine(2);
  await quarantine(3);
  const refused = await run('outbox release --all --since 2d', {}, 'no\n');
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining('Deliver 2 quarantined enquiries?'),
  });
  expect(await list('waiting')).toEqual([]);
  expect((await run('outbox release --all --since 2d', {}, '2\n')).code).toBe(0);
  expect(await list('waiting')).toEqual(['REFER-00002', 'REFER-00003']);
  expect(await list('quarantined')).toEqual(['REFER-00001']);
});

test('all quarantined enquiries are copied and deleted after a confirmation', async () => {
  await quarantine(1);
  await quarantine(2);
  expect((await run('outbox drop --all --to copies --yes')).code).toBe(0);
  expect(existsSync(join(program.folder, 'copies', 'REFER-00002', '2-enquiry.json'))).toBe(true);
  expect(await list('quarantined')).toEqual([]);
  expect((await run('outbox drop --all --yes')).out).toContain('No enquiry has been quarantined.');
});

test('a held enquiry is not deleted if it is released and delivered before the confirmation', async () => {
  const add = async (change: (outbox: Awaited<ReturnType<typeof openSqliteOutbox>>) => Promise<unknown>) => {
    const outbox = await openSqliteOutbox(join(program.folder, 'data'));
    await change(outbox);
    await outbox.close();
  };
  await add(async ({ intake, claims }) => {
    await intake.add(newEnquiry(1));
    const [claim] = await claims.claim(1, 60_000);
    await claims.hold(claim!, { failure: { cause: 'responded', status: 400 }, isUnknown: false });
  });
  const dropped = await run('outbox drop REFER-00001', {}, async () => {
    await run('outbox release REFER-00001');
    await add(async ({ claims }) => {
      const [claim] = await claims.claim(1, 60_000);
      await claims.markDelivered(claim!, 4711);
    });
    return 'REFER-00001\n';
  });
  expect(dropped).toMatchObject({ code: 1, err: expect.stringContaining('it was released meanwhile') });
  expect(await list('delivered')).toEqual(['REFER-00001']);
});

test.each(['outbox drop REFER-00001', 'outbox drop --all'])(
  '%s deletes nothing if another operator releases the enquiry before the confirmation',
  async command => {
    await quarantine(1);
    const dropped = await run(command, {}, async () => {
      await run('outbox release REFER-00001');
      return command.endsWith('--all') ? '1\n' : 'REFER-00001\n';
    });
    expect(dropped).toMatchObject({ code: 1, err: expect.stringContaining('it was released meanwhile') });
    expect(await list('waiting')).toEqual(['REFER-00001']);
  },
);

test.each([
  ['outbox release --all REFER-00001', '--all is an option of'],
  ['outbox drop REFER-00001 --since 2d', '--since needs --all'],
  ['outbox release --all --since 2026-02-30', '--since must be'],
])('%s is a usage error', async (command, text) => {
  await quarantine(1);
  expect(await run(command)).toMatchObject({ code: 2, err: expect.stringContaining(text) });
  expect(await list('quarantined')).toEqual(['REFER-00001']);
});
