import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Metrics } from '../telemetry/metrics.ts';

/** Serves `GET /metrics` on a separate port, because metrics must not be public. Resolves with a function that stops
 * the server. */
export async function startMetricsServer(
  host: string,
  port: number,
  metrics: Pick<Metrics, 'text'>,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      text =>
        response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      // The database is unavailable. Prometheus reports the failed scrape.
      () => response.writeHead(503).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
}
