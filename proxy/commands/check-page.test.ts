// `check --page` reads pages of a web server. What it finds in them is tested in `page-faults.test.ts`.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqliteOutbox } from '../../tools/testing/proxy/outbox.ts';
import { programForEachTest } from '../../tools/testing/proxy/program.ts';
import { exampleConfig } from '../../tools/testing/proxy/proxy.ts';

const program = programForEachTest();
const proxy = 'https://forms.example.com/';
const script = `<script type="module" src="${proxy}enquiry-form.js?case-type=injury"></script>`;
const tag = '<enquiry-form case-type="injury">Call us.</enquiry-form>';

let server: Server;
let respond: RequestListener;
let site: string;
beforeEach(async () => {
  server = createServer((request, response) => respond(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  program.writeConfig({ ...exampleConfig, origins: [site] });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Serves a page at each address. */
function serve(html: string | Buffer, headers: Record<string, string | string[]> = {}, status = 200): void {
  respond = (_, response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(html);
  };
}
const check = (words = '') =>
  program.run(`check --page ${site}/contact${words}`, { ENQUIRY_PUBLIC_URL: proxy });

test('says that a page is fine, and needs no settings with --config', async () => {
  serve(script + tag);
  expect(await check()).toEqual({
    out: 'ok       page: it has 1 form, and nothing in the way\n',
    err: '',
    code: 0,
  });
  const words = `check --config enquiry.config.json --page ${site}/`;
  expect(await program.run(words, { ENQUIRY_API_URL: '' })).toMatchObject({ code: 0, err: '' });
});

test('prints one line for each fault, also as JSON, and contacts nobody else', async () => {
  serve(tag, { 'content-security-policy': ["script-src 'self', connect-src 'self'"] });
  const { out, err, code } = await check();
  expect({ err, code }).toEqual({ err: '', code: 1 });
  expect(out).toMatch(
    /^failed +script: no script: .*\nfailed +policy: .* in script-src\. .*\nfailed +policy: .* in connect-src\. .*\n$/,
  );
  const lines = (await check(' --json')).out.trim().split('\n');
  expect(lines.map(line => JSON.parse(line))).toMatchObject(
    ['script', 'policy', 'policy'].map(check => ({ check, status: 'failed', advice: expect.any(String) })),
  );
  expect(program.enquiryApi.requests).toEqual([]);
});

test('follows five redirects, and judges the page at the end', async () => {
  program.writeConfig({ ...exampleConfig, origins: [] });
  let left = 5;
  respond = (_, response) => {
    if (left-- > 0) response.writeHead(302, { location: `/${left}` }).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(script + tag);
  };
  expect((await check()).out).toContain(`Write "origins": ["${site}"]`);
  left = 6;
  expect(await check()).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('more than 5 times'),
  });
});

describe('exits with 2 if', () => {
  const html = { 'content-type': 'text/html' };
  test.each<[what: string, message: string, respond: RequestListener]>([
    ['the page is missing', 'responded 404', (_, response) => response.writeHead(404, html).end(tag)],
    [
      'it is no HTML',
      'it is no HTML, but "application/pdf"',
      (_, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end(),
    ],
    [
      'it has more than 5 MB',
      'more than 5 MB',
      (_, response) => response.writeHead(200, html).end(Buffer.alloc(5_000_001, ' ')),
    ],
    [
      'it leads to a file',
      'it redirects to file:///etc/passwd\n',
      (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    ],
    ['the connection breaks', "the page can't be read: ", request => request.socket.destroy()],
  ])('%s', async (_, message, listener) => {
    respond = listener;
    expect(await check()).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) });
  });
  test('its address, or that of a redirect, has a login, which isn’t repeated', async () => {
    respond = ({ headers }, response) =>
      response.writeHead(302, { location: `http://ada:swordfish@${headers.host}/` }).end();
    const given = await program.run(`check --page ${site.replace('//', '//ada:swordfish@')}/`);
    for (const result of [await check(), given]) {
      expect(result).toMatchObject({ code: 2, out: '', err: expect.stringContaining('has a login') });
      expect(result.err).not.toContain('swordfish');
    }
  });
  test('its address is none of the web', async () => {
    expect(await program.run('check --page file:///etc/passwd')).toMatchObject({ code: 2, out: '' });
  });
});

test('prints nothing of a page that could control the terminal', async () => {
  serve(`${script}<enquiry-form case-type="\u001b]0;owned\u0007\u202e\nok"></enquiry-form>`);
  const { out } = await check();
  expect(out).toContain('"\\u{1b}]0;owned\\u{7}\\u{202e}"');
  expect(out.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
  expect(out.trim().split('\n')).toHaveLength(2);
});

test('reads a page in the charset of its head', async () => {
  serve(Buffer.from(`<meta charset="utf-16le">${script}<enquiry-form case-type="m\u00fcll">`, 'latin1'));
  expect((await check()).out).toContain('failed');
  serve(Buffer.from(`<meta charset=iso-8859-1>${script}<enquiry-form case-type="m\u00fcll">`, 'latin1'));
  expect((await check()).out).toContain('no case type "müll"');
});

test('a page that can send again needs nobody any more', async () => {
  const outbox = await openSqliteOutbox(program.storeSettings().dataFolder);
  const pages = async () => (await outbox.blockingPages.list()).map(({ origin }) => origin);
  for (const each of [site, 'https://shop.example.com']) await outbox.blockingPages.note(each);
  serve(tag);
  await check();
  expect(await pages()).toEqual([site, 'https://shop.example.com']);
  serve(script + tag);
  await check();
  expect(await pages()).toEqual(['https://shop.example.com']);
  const { out } = await program.run('status');
  expect(out).toMatch(
    /A page of https:\/\/shop\.example\.com couldn't send [\s\S]* enquiry-form check --page https:\/\/shop\.example\.com\/\n/,
  );
  await outbox.close();
});
