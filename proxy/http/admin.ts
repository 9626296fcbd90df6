import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Metrics } from '../telemetry/metrics.ts';

/** Serves `GET /metrics` on a port of its own, never on the public one; resolves with the way to stop it. */
export async function startAdmin(host: string, port: number, metrics: Metrics): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      text =>
        response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      // The store does not answer: the scrape fails, and that is news by itself.
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
