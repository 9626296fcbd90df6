import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { parseFault } from './faults.ts';
import type { Service } from './service.ts';

const pages: Record<string, [file: string, type: string]> = {
  '/inbox': ['inbox.html', 'text/html; charset=utf-8'],
  '/inbox.css': ['inbox.css', 'text/css; charset=utf-8'],
  '/inbox.js': ['inbox-page.js', 'text/javascript; charset=utf-8'],
};
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Responds to requests outside of the service: the inbox page, its files and data, and the faults. */
export async function serveInbox(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const path = url.replace(/\?.*$/, '');
  const send = (status: number, body: string | Buffer, headers: Record<string, string>) => {
    response.writeHead(status, {
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      ...headers,
    });
    response.end(body);
  };
  const sendJson = (status: number, value: unknown) =>
    send(status, JSON.stringify(value), { 'content-type': 'application/json' });

  const { origin, host } = request.headers;
  if (method !== 'GET' && origin !== undefined && origin !== `http://${host}`) {
    return sendJson(403, { error: 'only the inbox page may do this' });
  }
  const page = pages[path];
  const fileId = /^\/inbox\/files\/(\d{1,15})$/.exec(path)?.[1];
  if (method === 'GET' && path === '/') return send(302, '', { location: '/inbox' });
  if (method === 'GET' && page) {
    const [file, type] = page;
    return send(200, readFileSync(new URL(file, import.meta.url)), {
      'content-type': type,
      'content-security-policy': policy,
    });
  }
  if (method === 'GET' && path === '/inbox.json') return sendJson(200, inbox(service));
  if (method === 'GET' && fileId !== undefined) {
    const file = service.store.file(Number(fileId));
    if (!file) return sendJson(404, { error: 'no such file' });
    return send(200, file.bytes, {
      'content-type': file.mime,
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': `${file.mime.startsWith('image/') ? 'inline' : 'attachment'}; filename*=UTF-8''${fileName(file.name)}`,
    });
  }
  if (method === 'DELETE' && path === '/inbox') {
    service.store.clear();
    service.requests.length = 0;
    return sendJson(200, { enquiries: [] });
  }
  if (method === 'GET' && path === '/faults') return sendJson(200, service.faults.get());
  if (method === 'PUT' && path === '/faults') {
    const fault = parseFault(await json(request).catch(() => undefined));
    if (typeof fault === 'string') return sendJson(400, { error: fault });
    service.faults.set(fault);
    return sendJson(200, fault);
  }
  sendJson(404, { error: 'not found' });
}

/** Encodes a file name for a header (RFC 8187). */
const fileName = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16)}`);

/** The contents of `/inbox.json`: each enquiry with its fields at the top level, and its whole body in `body`. */
function inbox({ store, requests }: Service) {
  return {
    enquiries: store
      .enquiries()
      .map(({ body, ...enquiry }) => ({ ...body, ...enquiry, meta: body.meta ?? [], body })),
    requests,
  };
}
