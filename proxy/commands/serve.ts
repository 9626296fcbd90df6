import { realDependencies, startProxy } from '../proxy.ts';
import { logProcessEvents, stopOnSignal } from './process-events.ts';

/** `serve`: runs the proxy until SIGTERM or SIGINT. */
export async function serve(variables: Record<string, string | undefined>): Promise<number> {
  const dependencies = realDependencies(variables);
  const { log } = dependencies;
  logProcessEvents(log);
  const proxy = await startProxy(dependencies);
  const { address, family, port } = proxy.address;
  log.info({ url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}` }, 'listening');
  await stopOnSignal(proxy.stop, log);
  return 0;
}
