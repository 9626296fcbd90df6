// A second site that embeds the form. It serves one page at a time, which the test provides.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts the site. `servePage` replaces the page and returns its address. */
export async function startPageServer() {
  let current = { html: '', policy: '', scripts: {} as Record<string, string> };
  const server = createServer((request, response) => {
    const { html, policy, scripts } = current;
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
    servePage(html: string, policy: string, scripts: Record<string, string> = {}) {
      current = { html, policy, scripts };
      return `${url}/`;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
