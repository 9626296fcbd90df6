// `npm run bench -- uploads`: 16 concurrent files of 10 MiB through the proxy, which stores them durably, checks them
// and forwards them as base64, and through nginx, which buffers and forwards the raw bytes. Alternates between them.
// Compare the ratio.
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type OutgoingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { jpeg } from '../../e2e/files/documents.ts';
import { cpuSeconds, memoryMiB } from '../../e2e/processes/measure.ts';
import { startNginx } from '../../e2e/processes/nginx.ts';
import { createClient, origin, startProxy } from '../../e2e/processes/proxies.ts';
import { startAcceptingEnquiryApi } from '../../e2e/stand-ins/accepting-enquiry-api.ts';
import { judge, reporter } from './figures.ts';
import { median } from './statistics.ts';

const fileCount = 16;
const fileBytes = 10_485_760;
const rounds = 5;

/** Creates a JPEG, because the proxy's work includes parsing its compressed data. */
function createPhoto(): Buffer {
  const { buffer } = jpeg(1_000);
  const start = buffer.subarray(0, -2);
  const scan = randomBytes(fileBytes - start.length - 2).map(byte => (byte === 0xff ? 0 : byte));
  return Buffer.concat([start, scan, Buffer.from([0xff, 0xd9])]);
}

/** Sends the file and resolves with the status code. */
async function send(url: string, headers: OutgoingHttpHeaders, file: Buffer): Promise<number> {
  const outgoing = request(url, { method: 'POST', headers: { ...headers, 'content-length': file.length } });
  outgoing.end(file);
  const [response] = await once(outgoing, 'response');
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}

const folder = mkdtempSync(join(tmpdir(), 'bench-uploads-'));
// Both the proxy and nginx forward the files here.
const sink = await startAcceptingEnquiryApi();
const nginx = await startNginx(folder, sink.url);
const proxy = await startProxy({
  config: { attachments: { max_bytes: fileBytes, max_files: fileCount } },
  settings: { ENQUIRY_API_URL: sink.url },
});
try {
  const file = createPhoto();
  const seconds = { nginx: [] as number[], proxy: [] as number[] };
  const cpuTimes = { nginx: [] as number[], proxy: [] as number[] };

  /** Sends all files at once, waits until the last one has arrived at the sink, and records the times. */
  async function round(server: 'nginx' | 'proxy', child: ChildProcess, sendFile: () => Promise<number>) {
    const expectedCount = sink.requestCount + fileCount;
    const cpuBefore = cpuSeconds(child);
    const startedAt = performance.now();
    const statuses = await Promise.all(Array.from({ length: fileCount }, sendFile));
    if (statuses.some(status => status >= 300)) throw new Error(`${server} responded with ${statuses}`);
    while (sink.requestCount < expectedCount) await pause(2);
    seconds[server].push((performance.now() - startedAt) / 1_000);
    cpuTimes[server].push(cpuSeconds(child) - cpuBefore);
  }

  const client = createClient(proxy.url, [201, 202]);
  await client.sendEnquiry();
  await pause(3_000);
  const idleMiB = memoryMiB(proxy.child, 'VmRSS');
  for (let n = 0; n < rounds; n++) {
    await round('nginx', nginx.child, () => send(`${nginx.url}/`, {}, file));
    const { reference, upload_token } = await client.sendEnquiry();
    await round('proxy', proxy.child, () => {
      const headers = {
        origin,
        authorization: `Bearer ${upload_token}`,
        'idempotency-key': crypto.randomUUID(),
      };
      return send(`${proxy.url}/enquiries/${reference}/attachments`, headers, file);
    });
  }
  const peakMiB = memoryMiB(proxy.child, 'VmHWM');
  const report = reporter('uploads');
  report(
    'throughput, × nginx',
    judge(median(seconds.nginx) / median(seconds.proxy), { unit: '×', digits: 2, least: 0.35 }),
  );
  report('peak memory, above idle', judge(peakMiB - idleMiB, { unit: 'MiB', most: 60 }));
  for (const [measure, times] of Object.entries({ duration: seconds, 'processor time': cpuTimes })) {
    const [ours, nginxs] = [times.proxy, times.nginx].map(each => median(each).toFixed(2));
    report(measure, { result: `${ours} s, nginx ${nginxs} s` });
  }
} finally {
  await proxy.stop();
  await nginx.stop();
  await sink.stop();
  rmSync(folder, { recursive: true });
}
