// The program in a process of its own: exit codes, pipes, its input, and a store that others use meanwhile.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { freePort, start } from '../../demo/processes.ts';
import {
  exampleCreateBody,
  newAttachment,
  newEnquiry,
  openSqliteOutbox,
} from '../../tools/testing/proxy/outbox.ts';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { isComplete } from '../../tools/testing/random.ts';
import { attachmentsRoute } from '../outbox/deliveries.ts';
import { openFolderSpool } from '../spool/folder-spool.ts';

const program = programForEachTest();
const run: typeof program.runProcess = (...words) => program.runProcess(...words);

test('ends without an error when the reader of its output has gone', async () => {
  const main = join(import.meta.dirname, '../main.ts');
  const child = spawn('sh', ['-c', `"${process.execPath}" "${main}" --help | true`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  expect(await Promise.all([text(child.stdout), text(child.stderr)])).toEqual(['', '']);
});

test('the proxy keeps running if its log can’t be written', async () => {
  const port = await freePort(18_200);
  const main = join(import.meta.dirname, '../main.ts');
  const variables = { ...program.variablesWithPath(), PORT: String(port) };
  const child = spawn('sh', ['-c', `exec "${process.execPath}" "${main}" > /dev/full`], {
    cwd: program.folder,
    env: variables,
  });
  const status = async () =>
    (await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined))?.status;
  await expect.poll(status, { timeout: 30_000 }).toBe(200);
  child.kill();
  expect(await once(child, 'exit')).toEqual([expect.any(Number), null]);
});

test('ends the proxy once its outbox was replaced, after it has refused what it could not keep', async () => {
  const variables = {
    ENQUIRY_DATA: join(program.folder, 'data'),
    ENQUIRY_CONFIG: join(program.folder, 'enquiry.config.json'),
    PORT: '0',
  };
  const main = join(import.meta.dirname, '../main.ts');
  const { NODE_COMPILE_CACHE: _, ...environment } = program.variablesWithPath();
  const proxy = await start(main, { ...environment, ...variables });
  rmSync(join(variables.ENQUIRY_DATA, 'outbox.db'));
  expect((await fetch(`${proxy.url}/health/ready`)).status).toBe(503);
  await expect.poll(() => fetch(proxy.url).catch(() => 'ended')).toBe('ended');
  await proxy.stop();
  expect(await run('serve')).toMatchObject({ code: 1, err: expect.stringContaining('outbox.db was lost') });
});

test('lists thousands of deliveries completely, even to a slow reader', async () => {
  const outbox = await openSqliteOutbox(join(program.folder, 'data'));
  const one = {
    kind: 'enquiry',
    route: '/enquiries',
    digest: 'x',
    case_type: exampleCreateBody.case_type,
    content: exampleCreateBody,
  } as const;
  const numbers = Array.from({ length: 3_000 }, (_, number) => String(number));
  await Promise.all(
    numbers.map(number => outbox.intake.add({ ...one, idempotency_key: number, reference: number })),
  );
  await outbox.close();
  expect((await run('outbox list --json')).out.trim().split('\n')).toHaveLength(3_000);
});

test('hundreds of held enquiries with files are copied and deleted within seconds, while visitors send others', async () => {
  const count = isComplete ? 2_000 : 500;
  const reference = (n: number) => `AAAAA-${String(n).padStart(5, '0')}`;
  const data = join(program.folder, 'data');
  const outbox = await openSqliteOutbox(data);
  const spool = await openFolderSpool(join(data, 'spool'));
  const file = (n: number) => Readable.from([Buffer.from(`file ${n}`)]);
  for (let start = 0; start < count; start += 100) {
    const batch = Array.from({ length: 100 }, (_, index) => start + index);
    const add = async (n: number) => {
      const spooled = await spool.save(file(n), { reference: reference(n), key: randomUUID() });
      const own = { idempotency_key: String(n), reference: reference(n) };
      const suspicion = { signals: ['link_in_name'], score: 6 };
      await outbox.intake.add({ ...newEnquiry(1), ...own, state: 'held', suspicion });
      const route = attachmentsRoute(reference(n));
      await outbox.intake.add({ ...newAttachment(1, 1), ...own, route, spool_file: spooled.name });
    };
    await Promise.all(batch.map(add));
  }
  let isOver = false;
  const dropping = run('outbox drop --all --cause suspect --to copies --yes').finally(() => {
    isOver = true;
  });
  let sent = 0;
  while (!isOver) {
    await outbox.intake.add({ ...newEnquiry(1), idempotency_key: `visitor ${sent}`, reference: `V${sent}` });
    sent += 1;
  }
  const { code, out } = await dropping;
  expect(code).toBe(0);
  expect(out.match(/ is deleted\.$/gm)).toHaveLength(2 * count);
  expect(readdirSync(join(program.folder, 'copies'))).toHaveLength(count);
  expect(readdirSync(join(program.folder, 'copies', reference(7)))).toHaveLength(3);
  expect(await outbox.operator.list({ state: 'held' })).toEqual([]);
  expect(await outbox.operator.list({ state: 'waiting' })).toHaveLength(sent);
  expect(sent).toBeGreaterThan(count / 20);
  expect(await spool.bytes()).toBe(0);
  await outbox.close();
}, 60_000); // Without batches, this takes minutes.
