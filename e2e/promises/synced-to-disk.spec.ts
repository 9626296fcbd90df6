import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pdf } from '../files/documents.ts';
import { createClient, prepareProxies } from '../processes/proxies.ts';
import { expect, test } from '../test.ts';

const systemCalls = 'fsync,fdatasync,rename,renameat,renameat2,write,writev,sendto,sendmsg';

function expectInOrder(trace: string, steps: RegExp[]): void {
  const positions = steps.map(step => [...trace.matchAll(step)].at(-1)?.index ?? -1);
  expect(positions.every(at => at >= 0)).toBe(true);
  expect(positions).toEqual([...positions].sort((a, b) => a - b));
}

// A killed process leaves its writes in the page cache, so no kill can prove this. The test reads the system calls.
test('everything acknowledged is synced to disk before the response', { tag: '@asvs-2.3.3' }, async () => {
  const proxies = prepareProxies();
  const trace = join(proxies.folder, 'trace');
  const words = ['-f', '-y', '-s', '400', '-e', `trace=${systemCalls}`, '-o', trace];
  let pid = 0;
  const proxy = await proxies.start({
    through: ['strace', ...words],
    print(line) {
      if (line.includes('"listening"')) ({ pid } = JSON.parse(line));
    },
  });
  try {
    const client = createClient(proxy.url);
    await client.sendAttachment(await client.sendEnquiry(), Buffer.from(pdf().buffer));
  } finally {
    const ended = once(proxy.child, 'exit');
    process.kill(pid, 'SIGTERM'); // strace blocks signals to itself.
    await ended;
  }

  // Splits the system calls at each acknowledgement.
  const [first = '', second = '', ...rest] = readFileSync(trace, 'utf8').split(/HTTP\/1\.1 202/);
  expect(rest).toHaveLength(1);
  const walSynced = /f(data)?sync\(\d+<[^>]*outbox\.db-wal>/g;
  const listening = first.lastIndexOf('listening');
  expect(listening).toBeGreaterThan(0);
  expect(first.slice(listening)).toMatch(walSynced);
  expectInOrder(second, [
    /fsync\(\d+<[^>]*spool\/[\w.-]+\.part>/g,
    /rename.*spool\/[\w.-]+\.part/g,
    walSynced,
    /rename.*spool\/[\w.-]+\.provisional/g,
    /fsync\(\d+<[^>]*\/spool>/g,
  ]);
  // An upload token is invalid after a power failure if the secret that signed it is lost.
  expectInOrder(first.slice(0, listening), [
    /fsync\(\d+<[^>]*\/data\/secret\.part>/g,
    /rename.*\/data\/secret\.part/g,
    /fsync\(\d+<[^>]*\/data>/g,
  ]);
  await proxies.stop();
});
