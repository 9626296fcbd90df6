import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseEnvironment } from '../settings/environment.ts';
import { createEnquiryApi, type EnquiryApi } from './enquiry-api.ts';
import type { Outcome } from './outcome.ts';
import { created, missing, type Respond, respond, startScriptedEnquiryApi } from './scripted-enquiry-api.ts';

const path = '/rest/enquiries/v1';
const body = { forename: 'Ada', case_type: 'injury', meta: [], marketing_keywords: '' };
const file = { name: 'a.pdf', mime: 'application/pdf', postname: 'a.pdf' };
const clients: EnquiryApi[] = [];
function clientOf(url: string, timeoutMs = 500): EnquiryApi {
  const parsed = parseEnvironment({
    ENQUIRY_API_URL: url,
    ENQUIRY_API_USERNAME: 'someone',
    ENQUIRY_API_PASSWORD: 'secret',
    ENQUIRY_API_TIMEOUT_MS: String(timeoutMs),
  });
  if ('faults' in parsed) throw new Error(JSON.stringify(parsed));
  const client = createEnquiryApi(parsed.environment, Date.now);
  clients.push(client);
  return client;
}
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('an answer', () => {
  let api: Awaited<ReturnType<typeof startScriptedEnquiryApi>>;
  beforeEach(async () => {
    api = await startScriptedEnquiryApi();
  });
  afterEach(() => api.stop());

  const unreadable = (status = 201): Outcome => ({
    kind: 'unknown',
    reason: `responded ${status} without a result`,
    hasSuccessStatus: true,
  });
  const wrongPlace = (status: number): Outcome => ({ kind: 'misconfigured', reason: `responded ${status}` });
  const truncated: Respond = response => {
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': '500' });
    response.write('{"code":201,"status":"Created enquiry","result":47');
    response.socket?.end();
  };
  const slowly: Respond = response => {
    response.writeHead(201, { 'content-type': 'application/json' });
    response.write('{"code":201');
  };
  test.each<[string, Respond, Outcome]>([
    ['201 with an integer', created(4711), { kind: 'delivered', enquiryApiId: 4711 }],
    ['201 without an integer', respond(201, { code: 201, status: 'Created enquiry' }), unreadable()],
    ['201 with false', respond(201, { code: 201, status: 'Created enquiry', result: false }), unreadable()],
    ['201 with the number as text', respond(201, { code: 201, status: '', result: '4711' }), unreadable()],
    [
      '201 with 3 MB',
      respond(201, `{"code":201,"result":4711,"status":"${'x'.repeat(3_000_000)}"}`),
      unreadable(),
    ],
    ['201 with HTML', respond(201, '<!doctype html>'), unreadable()],
    ['201 that breaks off', truncated, unreadable()],
    ['201 that never ends', slowly, unreadable()],
    ['204', respond(204, ''), unreadable(204)],
    [
      '400 naming a known field',
      missing('surname'),
      { kind: 'refused', reason: 'responded 400', field: 'surname' },
    ],
    [
      '400 naming nothing',
      respond(400, { code: 400, status: 'no', result: false }),
      { kind: 'refused', reason: 'responded 400' },
    ],
    [
      '401 in its own shape',
      respond(401, { code: 401, message: 'x', data: { status: 'rest_cannot_access' } }),
      wrongPlace(401),
    ],
    ['403', respond(403, ''), wrongPlace(403)],
    ['404', respond(404, ''), wrongPlace(404)],
    ['405', respond(405, ''), wrongPlace(405)],
    ['413', respond(413, ''), { kind: 'refused', reason: 'responded 413' }],
    [
      '429 with seconds',
      respond(429, '', { 'retry-after': '7' }),
      { kind: 'unavailable', reason: 'responded 429', retryAfterMs: 7_000 },
    ],
    ['500', respond(500, ''), { kind: 'unknown', reason: 'responded 500', hasSuccessStatus: false }],
    ['502', respond(502, ''), { kind: 'unknown', reason: 'responded 502', hasSuccessStatus: false }],
    ['503', respond(503, ''), { kind: 'unavailable', reason: 'responded 503' }],
    ['504', respond(504, ''), { kind: 'unknown', reason: 'responded 504', hasSuccessStatus: false }],
    [
      'a reset after the whole body',
      response => response.socket?.resetAndDestroy(),
      { kind: 'unknown', reason: 'no response (ECONNRESET)', hasSuccessStatus: false },
    ],
    [
      'a close after the whole body',
      response => response.socket?.end(),
      { kind: 'unknown', reason: 'no response (UND_ERR_SOCKET)', hasSuccessStatus: false },
    ],
  ])('%s', async (_, answering, outcome) => {
    api.script.push(answering);
    expect(await clientOf(api.url).create(body)).toEqual(outcome);
    expect(api.requests).toHaveLength(1);
  });

  test('that never comes is an unknown outcome', async () => {
    api.script.push(() => {});
    expect(await clientOf(api.url).create(body)).toEqual({
      kind: 'unknown',
      reason: 'timed out after 0.5 s',
      hasSuccessStatus: false,
    });
  });

  test('to an upload that never comes times out, too', async () => {
    api.script.push(() => {});
    const content = Readable.from([Buffer.alloc(100_000)]);
    // Its whole time is longer, because of its length; undici waits for the headers as long as for any other.
    expect(await clientOf(api.url).upload(1, file, content, 100_000)).toEqual({
      kind: 'unknown',
      reason: 'timed out after 0.5 s',
      hasSuccessStatus: false,
    });
  });

  test.each([301, 302, 307, 308])('%d is never followed, neither at home nor abroad', async status => {
    const abroad = await startScriptedEnquiryApi();
    api.script.push(
      respond(status, '', { location: `${path}/enquiries/create` }),
      respond(status, '', { location: `${abroad.url}/enquiries/create` }),
    );
    const client = clientOf(api.url);
    expect(await client.create(body)).toEqual(wrongPlace(status));
    expect(await client.create(body)).toEqual(wrongPlace(status));
    expect(api.requests).toHaveLength(2);
    expect(abroad.requests).toEqual([]);
    await abroad.stop();
  });

  test('to an upload of which it wants no more', async () => {
    const early = createServer((_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json', connection: 'close' });
      response.end(JSON.stringify({ code: 400, status: 'too much of `contents`', result: false }));
    });
    const url = `http://127.0.0.1:${await listen(early)}${path}`;
    const content = Readable.from([Buffer.alloc(3_000_000)]);
    const outcome = await clientOf(url).upload(1, file, content, 3_000_000);
    // What is read of it, is an answer; what is lost to the reset, is unknown.
    expect(['refused', 'unknown']).toContain(outcome.kind);
    early.closeAllConnections();
    early.close();
  });
});

describe('no connection', () => {
  let folder: string;
  const certificate = (host: string) => {
    const [key, cert] = [join(folder, `${host}.key`), join(folder, `${host}.pem`)];
    const words = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '1',
    ];
    execFileSync(
      'openssl',
      [
        ...words,
        '-subj',
        `/CN=${host}`,
        '-addext',
        `subjectAltName=DNS:${host}`,
        '-keyout',
        key,
        '-out',
        cert,
      ],
      { stdio: 'ignore' },
    );
    return { key: readFileSync(key), cert: readFileSync(cert, 'utf8') };
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tls-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('a refused one was not processed', async () => {
    const server = createServer();
    const port = await listen(server);
    server.close();
    expect(await clientOf(`http://127.0.0.1:${port}${path}`).create(body)).toEqual({
      kind: 'unavailable',
      reason: 'no connection (ECONNREFUSED)',
    });
  });

  test('one that takes too long to set up was not processed', async () => {
    const silent = createTcpServer(socket => socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const content = Readable.from([Buffer.alloc(300_000)]);
    const upload = clientOf(`https://localhost:${port}${path}`).upload(1, file, content, 300_000);
    expect(await upload).toEqual({
      kind: 'unavailable',
      reason: 'no connection (timed out after 0.5 s)',
    });
    silent.close();
  });

  test('nor one to a host that does not exist', async () => {
    const outcome = await clientOf(`https://nobody.invalid${path}`, 5_000).create(body);
    expect(outcome).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/),
    });
  });

  test.each([
    ['a certificate that nobody vouches for', 'localhost', false, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ["another host's certificate", 'other.example', true, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('nor one with %s; the credentials stay here', async (_, host, isTrusted, code) => {
    const { key, cert } = certificate(host);
    let requests = 0;
    const server = createTlsServer({ key, cert }, (_request, response) => {
      requests += 1;
      response.end();
    });
    const port = await listen(server);
    const usual = getCACertificates('default');
    if (isTrusted) setDefaultCACertificates([...usual, cert]);
    const outcome = await clientOf(`https://localhost:${port}${path}`).create(body);
    setDefaultCACertificates(usual);
    expect(outcome).toEqual({ kind: 'unavailable', reason: `no connection (${code})` });
    expect(requests).toBe(0);
    server.close();
  });
});

test('a connection that idled is not used for the next create', async () => {
  // Closes each connection a moment after its answer, without a word: a create sent on it would be lost.
  let connections = 0;
  const server = createTcpServer(socket => {
    connections += 1;
    let requests = 0;
    socket.on('error', () => {});
    socket.on('data', () => {
      requests += 1;
      if (requests > 1) return socket.resetAndDestroy();
      const text = JSON.stringify({ code: 201, status: 'Created enquiry', result: connections });
      socket.write(
        `HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = clientOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  expect(await client.create(body)).toEqual({ kind: 'delivered', enquiryApiId: 1 });
  // The pool itself closes a connection that idled for a second; until then a quick one may share it.
  await new Promise<void>(resolve => {
    const idle = setInterval(() => {
      server.getConnections((_error, open) => {
        if (open > 0) return;
        clearInterval(idle);
        resolve();
      });
    }, 50);
  });
  expect(await client.create(body)).toEqual({ kind: 'delivered', enquiryApiId: 2 });
  await client.close();
  server.close();
});
