import { startProxy } from '../proxy.ts';
import { createRandomBytes } from '../random-bytes.ts';
import { readSettings } from '../settings/read-settings.ts';
import { createLog } from '../telemetry/log.ts';
import { logProcessEvents, stopOnSignal } from './process-events.ts';

/** `serve`: runs the proxy until SIGTERM or SIGINT. */
export async function serve(variables: Record<string, string | undefined>): Promise<number> {
  const { settings, config } = readSettings(variables);
  const log = createLog(settings.logLevel);
  logProcessEvents(log);
  const proxy = await startProxy({
    settings,
    config,
    log,
    clock: Date.now,
    monotonicMs: () => performance.now(),
    random: Math.random,
    randomBytes: createRandomBytes(),
  });
  const { address, family, port } = proxy.address;
  log.info({ url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}` }, 'listening');
  await stopOnSignal(proxy.stop, log);
  return 0;
}
