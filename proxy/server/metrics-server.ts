import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from '../telemetry/metrics.ts';

/** Serves `GET /metrics` and `GET /openapi.json` on a separate port, because metrics must not be public. */
export async function startMetricsServer(
  { host, port }: { host: string; port: number },
  metrics: Pick<Metrics, 'text'>,
  version: string,
): Promise<{ address: AddressInfo; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const path = request.method === 'GET' ? request.url : undefined;
    if (path === '/metrics') {
      metrics.text().then(
        text =>
          response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
        // The database is unavailable. Prometheus reports the failed scrape.
        () => response.writeHead(503).end(),
      );
    } else if (path === '/openapi.json') {
      // Generated when it is requested, because that takes as long as half of the start.
      import('../http/openapi/describe-api.ts').then(
        ({ formatApi }) =>
          response.writeHead(200, { 'content-type': 'application/json' }).end(formatApi(version)),
        () => response.writeHead(500).end(), // The file can't be read.
      );
    } else response.writeHead(404).end();
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    address: server.address() as AddressInfo, // A string only for a pipe.
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
