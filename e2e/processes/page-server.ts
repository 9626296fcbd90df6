// A second site that embeds the form. It serves one page at a time, which the test provides.
import { startLocalServer } from './local-server.ts';

/** Starts the site. `servePage` replaces the page and returns its address. */
export async function startPageServer() {
  let current = { html: '', policy: '', scripts: {} as Record<string, string> };
  const server = await startLocalServer((request, response) => {
    const { html, policy, scripts } = current;
    const script = scripts[request.url ?? ''];
    response.writeHead(200, {
      'content-type': `text/${script === undefined ? 'html' : 'javascript'}; charset=utf-8`,
      'content-security-policy': policy,
    });
    response.end(script ?? html);
  });
  return {
    ...server,
    servePage(html: string, policy: string, scripts: Record<string, string> = {}) {
      current = { html, policy, scripts };
      return `${server.url}/`;
    },
  };
}
