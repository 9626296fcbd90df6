// A second site that embeds the form. It serves one page at a time, which the test provides.
import { startLocalServer } from './local-server.ts';

/** A content security policy, or one whose violations the browser only reports. */
export type PagePolicy = string | { reportOnly: string };

/** Starts the site. `servePage` replaces the page and returns its address. */
export async function startPageServer() {
  let current = { html: '', policy: '' as PagePolicy, scripts: {} as Record<string, string> };
  const server = await startLocalServer((request, response) => {
    const { html, policy, scripts } = current;
    const script = scripts[request.url ?? ''];
    response.writeHead(200, {
      'content-type': `text/${script === undefined ? 'html' : 'javascript'}; charset=utf-8`,
      ...(typeof policy === 'string'
        ? { 'content-security-policy': policy }
        : { 'content-security-policy-report-only': policy.reportOnly }),
    });
    response.end(script ?? html);
  });
  return {
    ...server,
    servePage(html: string, policy: PagePolicy, scripts: Record<string, string> = {}) {
      current = { html, policy, scripts };
      return `${server.url}/`;
    },
  };
}
