import type { Logger } from 'pino';
import { deskTexts } from '../contract/languages/desk-texts.ts';
import { findLeftBehind } from '../outbox/outbox.ts';
import { realDependencies, startProxy } from '../server/proxy.ts';
import { command, flag } from './command.ts';

/** The stop limit: longer than requests, deliveries and the store take to end, shorter than the unit's TimeoutStopSec. */
const stopLimitMs = 60_000;

/** Runs the proxy until SIGTERM or SIGINT. Its log goes to the standard output of the process. */
export const serve = command({
  help: 'Run the proxy (default)',
  options: {
    'ignore-data': flag('with DATABASE_URL: start although the data folder has enquiries that wait'),
    'accept-incomplete': flag('put a backup into place although something of it is missing'),
  },
  async run({ values, io: { variables } }) {
    const dependencies = realDependencies(variables);
    const { log } = dependencies;
    const { store } = dependencies.settings;
    store.acceptsIncomplete = values['accept-incomplete'];
    // Responses end first. The next start finds out what is there.
    dependencies.onReplaced = () => setTimeout(() => process.exit(1), 1_000);
    const leftBehind = values['ignore-data'] ? undefined : await findLeftBehind(store, Date.now);
    if (leftBehind)
      throw new Error(
        `${deskTexts.en.findings.leftBehind(store.dataFolder, leftBehind)}, or start with "serve --ignore-data"`,
      );
    // Node would print the error with all the values that it quotes, and nothing in the log.
    process.on('uncaughtException', error => {
      log.fatal({ err: error }, 'uncaught exception');
      process.exit(1);
    });
    let proxy: Awaited<ReturnType<typeof startProxy>> | undefined;
    let isReloadWanted = false;
    // Also sent when the terminal that started the process is closed.
    process.on('SIGHUP', () => {
      isReloadWanted ||= !proxy;
      proxy?.reload().catch(() => {}); // The proxy has logged the error.
    });
    proxy = await startProxy(dependencies);
    if (isReloadWanted) proxy.reload().catch(() => {}); // As above.
    const { address, family, port } = proxy.address;
    log.info({ url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}` }, 'listening');
    await stopOnSignal(proxy.stop, log);
    return 0;
  },
});

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
