import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pdf } from '../files/documents.ts';
import { createClient, prepareStandaloneProxy } from '../processes/standalone-proxy.ts';
import { expect, test } from '../test.ts';

const systemCalls = 'fsync,fdatasync,rename,renameat,renameat2,write,writev,sendto,sendmsg';

function expectInOrder(trace: string, steps: RegExp[]): void {
  const positions = steps.map(step => [...trace.matchAll(step)].at(-1)?.index ?? -1);
  expect(positions.every(at => at >= 0)).toBe(true);
  expect(positions).toEqual([...positions].sort((a, b) => a - b));
}

// A killed process leaves its writes in the page cache, so no kill can prove this. The test reads the system calls.
test('everything acknowledged is synced to disk before the response', { tag: '@asvs-2.3.3' }, async () => {
  const standalone = prepareStandaloneProxy();
  const trace = join(standalone.folder, 'trace');
  const args = [
    '-f',
    '-y',
    '-s',
    '400',
    '-e',
    `trace=${systemCalls}`,
    '-o',
    trace,
    process.execPath,
    'proxy/main.ts',
  ];
  const strace = spawn('strace', args, { env: standalone.env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(strace, 'exit');
  const { url, pid } = await new Promise<{ url: string; pid: number }>((resolve, reject) => {
    strace.once('error', reject);
    strace.once('exit', () => reject(new Error('strace or the proxy ended before it listened')));
    createInterface({ input: strace.stdout }).on('line', line => {
      if (line.includes('"listening"')) resolve(JSON.parse(line));
    });
  });
  try {
    const client = createClient(url);
    await client.sendAttachment(await client.sendEnquiry(), Buffer.from(pdf().buffer));
  } finally {
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
  standalone.remove();
});
