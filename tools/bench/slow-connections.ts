// New visitors arrive while thousands of connections are open and the enquiry API is down.
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { memoryMiB } from '../../e2e/processes/measure.ts';
import { startProxy } from '../../e2e/processes/proxies.ts';
import { judge, reporter } from './figures.ts';
import { quantile } from './statistics.ts';
import { configWith, loadScript, repeat, submit } from './visits.ts';

/** Together fewer than the 10,000 that the proxy accepts. */
const connections = { idle: 9_400, slowHeaders: 250, slowBodies: 250 };
const visitorsPerSecond = 5;
/** Above the minimum rate. */
const slowBytesPerSecond = 1_500;

/** Opens connections that send `head` first and then `drip` each second, and opens them again when they are closed.
 * Returns a function that closes them. */
function keepOpen(port: number, count: number, { head = '', drip = '' } = {}): () => void {
  const sockets = new Set<Socket>();
  let isOpen = true;
  function open(): void {
    const socket = connect(port, '127.0.0.1', () => socket.write(head));
    sockets.add(socket);
    socket.on('error', () => {}); // The proxy has closed the connection while we were writing.
    socket.on('close', () => {
      sockets.delete(socket);
      if (isOpen) open();
    });
    socket.resume();
  }
  for (let n = 0; n < count; n++) open();
  const timer = setInterval(() => {
    if (drip) for (const socket of sockets) socket.write(drip);
  }, 1_000);
  return () => {
    isOpen = false;
    clearInterval(timer);
    for (const socket of sockets) socket.destroy();
  };
}

const requestHead = [
  'POST /enquiries HTTP/1.1',
  'host: forms.example.com',
  'origin: https://www.example.com',
  `idempotency-key: ${randomUUID()}`,
  'content-type: application/json',
  '',
].join('\r\n');

/** Measures visitors for this many seconds without and with the connections. Reports the figures. */
export async function benchSlowConnections(seconds: number): Promise<void> {
  const { names, config } = configWith(1);
  const proxy = await startProxy({ config });
  const port = Number(new URL(proxy.url).port);
  const visit = async () => {
    const scriptMs = await loadScript(proxy.url, names);
    return { scriptMs, submitMs: await submit(proxy.url, names[0]!) };
  };
  const closers: (() => void)[] = [];
  try {
    await repeat({ perSecond: visitorsPerSecond, seconds: 5 }, visit); // Warms the proxy up.
    const alone = await repeat({ perSecond: visitorsPerSecond, seconds }, visit);
    const idleMiB = memoryMiB(proxy.child, 'VmRSS');
    closers.push(
      keepOpen(port, connections.idle),
      keepOpen(port, connections.slowHeaders, { head: requestHead, drip: 'x-drip: 1\r\n' }),
      keepOpen(port, connections.slowBodies, {
        head: `${requestHead}content-length: 150000\r\n\r\n`,
        drip: ' '.repeat(slowBytesPerSecond),
      }),
    );
    await pause(3_000);
    const among = await repeat({ perSecond: visitorsPerSecond, seconds }, visit);
    const peakMiB = memoryMiB(proxy.child, 'VmHWM');
    const times = (key: 'scriptMs' | 'submitMs', share: number) =>
      [among, alone]
        .map(visits =>
          quantile(
            visits.map(each => each[key]),
            share,
          ).toFixed(1),
        )
        .join(' · ');
    const report = reporter(
      `${connections.idle} idle and ${connections.slowHeaders + connections.slowBodies} slow connections`,
    );
    for (const key of ['scriptMs', 'submitMs'] as const) {
      const measure = key === 'scriptMs' ? 'script' : 'Send';
      const p50 = quantile(
        among.map(each => each[key]),
        0.5,
      );
      report(`${measure}, p50`, judge(p50, { unit: 'ms', digits: 1, most: 100 }));
      for (const share of [0.5, 0.99])
        report(`${measure}, p${100 * share}, among them · alone`, { result: `${times(key, share)} ms` });
    }
    report(
      `peak memory, above idle (${Math.round(idleMiB)} MiB)`,
      judge(peakMiB - idleMiB, { unit: 'MiB', most: 150 }),
    );
  } finally {
    for (const close of closers) close();
    await proxy.stop();
  }
}
