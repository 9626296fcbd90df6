// New visitors arrive while thousands of connections are open and the enquiry API is down.
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { start } from '../../../demo/processes.ts';
import { memoryMiB } from '../../../e2e/processes/measure.ts';
import { prepareStandaloneProxy } from '../../../e2e/processes/standalone-proxy.ts';
import { quantile } from './statistics.ts';
import { configWith, loadScript, repeat, submit } from './visits.ts';

const connections = { idle: 2_000, slowHeaders: 250, slowBodies: 250 };
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

/** Measures visitors for this many seconds without and with the connections. Resolves with the result as text. */
export async function benchSlowConnections(seconds: number): Promise<string> {
  const { names, config } = configWith(1);
  const standalone = prepareStandaloneProxy(config);
  const proxy = await start('proxy/main.ts', standalone.env);
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
    return (
      `script p50 ${times('scriptMs', 0.5)} ms, p99 ${times('scriptMs', 0.99)} ms; ` +
      `submit p50 ${times('submitMs', 0.5)} ms, p99 ${times('submitMs', 0.99)} ms (among the connections · alone), ` +
      `peak memory idle + ${Math.round(peakMiB - idleMiB)} MiB (idle ${Math.round(idleMiB)})`
    );
  } finally {
    for (const close of closers) close();
    await proxy.stop();
    standalone.remove();
  }
}
