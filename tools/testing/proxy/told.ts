// For tests: a webhook and a mail server that keep what they are sent.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** Starts a web server. Each request is kept as its method, path and body. `respond` can be replaced; default: 204. */
export async function startWebhook() {
  const requests: { method: string; path: string; body: string }[] = [];
  const webhook = {
    requests,
    url: '',
    respond: (_request: IncomingMessage, response: ServerResponse): void => {
      response.writeHead(204).end();
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(async (request, response) => {
    requests.push({ method: request.method!, path: request.url!, body: await text(request) });
    webhook.respond(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  webhook.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return webhook;
}

/** Starts a mail server without TLS. Keeps each mail as its text. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const mails: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    ...options,
    async onData(stream, _session, done) {
      mails.push(await text(stream));
      done();
    },
  });
  server.on('error', () => {}); // The client has gone.
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    mails,
    url: `smtp://127.0.0.1:${port}`,
    port,
    stop: () => new Promise<void>(resolve => server.close(resolve)),
  };
}
