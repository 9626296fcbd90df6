import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@playwright/test';
import { pdf } from './files.ts';

// A killed process leaves the page cache, so that no kill can prove this: the system calls are looked at.
test('everything acknowledged is synced to disk before the answer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'synced-'));
  const trace = join(folder, 'trace');
  const origin = 'https://www.example.com';
  writeFileSync(
    join(folder, 'config.json'),
    JSON.stringify({ origins: [origin], case_types: { t: { label: 'T' } } }),
  );
  const calls = 'fsync,fdatasync,rename,renameat,renameat2,write,writev,sendto,sendmsg';
  const proxy = spawn(
    'strace',
    ['-f', '-y', '-s', '400', '-e', `trace=${calls}`, '-o', trace, process.execPath, 'proxy/main.ts'],
    {
      env: {
        PATH: process.env.PATH ?? '',
        PORT: '0',
        ENQUIRY_API_URL: 'http://127.0.0.1:9/rest/enquiries/v1', // Nobody is there: 202.
        ENQUIRY_API_USERNAME: 'someone',
        ENQUIRY_API_PASSWORD: 'secret',
        ENQUIRY_CONFIG: join(folder, 'config.json'),
        ENQUIRY_DATA: join(folder, 'data'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let stop = () => proxy.kill('SIGKILL');
  try {
    const { url, pid } = await new Promise<{ url: string; pid: number }>((resolve, reject) => {
      proxy.once('exit', () => reject(new Error('strace or the proxy ended; is strace installed?')));
      createInterface({ input: proxy.stdout }).on('line', line => {
        if (line.includes('"listening"')) resolve(JSON.parse(line));
      });
    });
    const post = async (
      path: string,
      headers: Record<string, string>,
      body: string | Buffer<ArrayBuffer>,
    ) => {
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { origin, 'idempotency-key': randomUUID(), ...headers },
        body,
      });
      expect(response.status).toBe(202);
      return response.json();
    };
    const enquiry = { case_type: 't', forename: 'Ada', surname: 'Byron', email: 'ada@example.com' };
    const receipt = await post('/enquiries', { 'content-type': 'application/json' }, JSON.stringify(enquiry));
    stop = () => process.kill(pid, 'SIGTERM'); // strace itself lets no signal in.
    const authorization = `Bearer ${receipt.upload_token}`;
    await post(`/enquiries/${receipt.reference}/attachments`, { authorization }, Buffer.from(pdf().buffer));
  } finally {
    stop();
    await once(proxy, 'exit');
  }

  // Each acknowledgement, with what was done since the one before.
  const [first, second, ...rest] = readFileSync(trace, 'utf8').split(/HTTP\/1\.1 202/);
  expect(rest).toHaveLength(1);
  const walSync = /f(data)?sync\(\d+<[^>]*outbox\.db-wal>/g;
  const listening = first?.lastIndexOf('listening') ?? -1;
  expect(listening).toBeGreaterThan(0);
  expect(first?.slice(listening)).toMatch(walSync);
  const steps = [
    /fsync\(\d+<[^>]*spool\/[\w-]+\.part>/,
    /rename.*spool\/[\w-]+\.part/,
    /fsync\(\d+<[^>]*\/spool>/,
    walSync,
  ].map(step => [...(second ?? '').matchAll(new RegExp(step, 'g'))].at(-1)?.index ?? -1);
  expect(steps.every(at => at >= 0)).toBe(true);
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
  rmSync(folder, { recursive: true });
});
