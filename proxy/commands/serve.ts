import { startProxy } from '../proxy.ts';
import { readSettings } from '../settings/settings.ts';
import { createLog } from '../telemetry/log.ts';

/** Longer than requests, deliveries and the store may take to end, and well below the 90 s of systemd. */
const stopLimitMs = 60_000;

/** `serve`: runs the proxy until it is told to stop. A second signal ends it at once. */
export async function serve(variables: Record<string, string | undefined>): Promise<void> {
  const { settings, config } = readSettings(variables);
  const log = createLog(settings.LOG_LEVEL);
  // Node would print the error with everything that it quotes.
  process.on('uncaughtException', error => {
    log.fatal({ err: error }, 'uncaught error');
    process.exit(1);
  });
  // Without a listener it ends the process, as when the terminal closes that it was started from.
  process.on('SIGHUP', signal => log.info({ signal }, 'SIGHUP ignored: restart to load changed settings'));
  const proxy = await startProxy(settings, config, log);
  const { address, family, port } = proxy.address;
  log.info({ url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}` }, 'listening');
  await new Promise<void>((resolve, reject) => {
    let isStopping = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (isStopping) process.exit(1);
        isStopping = true;
        log.info({ signal }, 'stopping');
        setTimeout(() => {
          log.fatal('shutdown timed out');
          process.exit(1);
        }, stopLimitMs).unref();
        proxy.stop().then(resolve, reject);
      });
    }
  });
}
