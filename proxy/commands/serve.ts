import type { Logger } from 'pino';
import { realDependencies, startProxy } from '../server/proxy.ts';
import { command } from './command.ts';

/** The stop limit: longer than requests, deliveries and the store take to end, shorter than the unit's TimeoutStopSec. */
const stopLimitMs = 60_000;

/** `serve`: runs the proxy until SIGTERM or SIGINT. Its log goes to the standard output of the process. */
export const serve = command({
  options: {},
  async run(_values, { variables }) {
    const dependencies = realDependencies(variables);
    const { log } = dependencies;
    logProcessEvents(log);
    const proxy = await startProxy(dependencies);
    const { address, family, port } = proxy.address;
    log.info({ url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}` }, 'listening');
    await stopOnSignal(proxy.stop, log);
    return 0;
  },
});

/** Handles the events that would end the process without a line in the log. */
function logProcessEvents(log: Logger): void {
  // Node would print the error with all the values that it quotes.
  process.on('uncaughtException', error => {
    log.fatal({ err: error }, 'uncaught exception');
    process.exit(1);
  });
  // Sent when the terminal that started the process is closed. By default it ends the process.
  process.on('SIGHUP', signal => log.info({ signal }, 'SIGHUP ignored: restart to load changed settings'));
}

/** Calls `stop` on SIGTERM or SIGINT, and resolves when it has ended. A second signal, or a stop that takes too long,
 * ends the process immediately. */
function stopOnSignal(stop: () => Promise<void>, log: Logger): Promise<void> {
  return new Promise((resolve, reject) => {
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
        stop().then(resolve, reject);
      });
    }
  });
}
