// A second site that embeds the form: it serves whatever page a test gives it.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts the site. `page` replaces what it serves. */
export async function startPageServer() {
  let shown = { html: '', policy: '', scripts: {} as Record<string, string> };
  const server = createServer((request, response) => {
    const { html, policy, scripts } = shown;
    const script = scripts[request.url ?? ''];
    response.writeHead(200, {
      'content-type': `text/${script === undefined ? 'html' : 'javascript'}; charset=utf-8`,
      'content-security-policy': policy,
    });
    response.end(script ?? html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    page(html: string, policy: string, scripts: Record<string, string> = {}) {
      shown = { html, policy, scripts };
      return `${url}/`;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
