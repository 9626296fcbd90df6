import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { buildConnector } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Certificate, createCertificate } from '../../tools/testing/proxy/certificate.ts';
import { body, createTestClient, path } from '../../tools/testing/proxy/enquiry-api-client.ts';
import { createSpareConnections } from './spare-connections.ts';

const defaultCertificates = getCACertificates('default');
let certificate: Certificate;
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'spare-connections-'));
  certificate = createCertificate(folder, 'localhost', 1);
  setDefaultCACertificates([...defaultCertificates, certificate.cert]);
  rmSync(folder, { recursive: true });
});
afterAll(() => setDefaultCACertificates(defaultCertificates));

/** Starts an enquiry API that records its connections, when they are open, and the connection of each request. */
async function startEnquiryApi({ isSecure = true } = {}) {
  const opened: Socket[] = [];
  const requested: Socket[] = [];
  const api = { code: 201, isResetting: false };
  const server = isSecure ? createTlsServer(certificate) : createServer();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    requested.push(request.socket);
    request.resume();
    if (api.isResetting) return void request.socket.destroy(); // Bytes that weren't read become a reset.
    response.writeHead(api.code, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ code: api.code, status: 'Created enquiry', result: requested.length }));
  });
  server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket) => {
    socket.on('error', () => {});
    opened.push(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const url = `${isSecure ? 'https://localhost' : 'http://127.0.0.1'}:${port}${path}`;
  const client = createTestClient(url);
  const create = () => client.create(JSON.stringify(body));
  const untilOpened = (count: number) => vi.waitFor(() => expect(opened).toHaveLength(count));
  return Object.assign(api, { url, opened, requested, client, create, untilOpened });
}
const delivered = { kind: 'delivered', enquiryApiId: expect.any(Number) };

describe('with TLS', () => {
  test('a request uses a connection that was opened before it, and no connection carries two', async () => {
    const { opened, requested, create, untilOpened } = await startEnquiryApi();
    for (let sent = 1; sent <= 5; sent++) {
      expect(await create()).toEqual(delivered);
      await untilOpened(sent + 1);
    }
    expect(requested).toEqual(opened.slice(0, 5));
  });

  test.each<[string, (socket: Socket) => void]>([
    ['closes', socket => socket.end()],
    ['drops', socket => socket.destroy()],
    ['responds on', socket => socket.write('HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\n\r\n')],
    ['responds 201 on', socket => socket.write('HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\n{}')],
  ])('if the server %s an unused connection, requests use new ones only', async (_, giveUp) => {
    const { opened, requested, create, untilOpened } = await startEnquiryApi();
    await create();
    await untilOpened(2);
    giveUp(opened[1]!);
    if (!opened[1]!.closed) await once(opened[1]!, 'close');
    for (let sent = 0; sent < 5; sent++) expect(await create()).toEqual(delivered);
    expect(requested).toEqual(opened.toSpliced(1, 1));
  });

  test('a reset after the request has the same outcome as on a new connection, and nothing is sent again', async () => {
    const api = await startEnquiryApi();
    api.isResetting = true;
    const onNew = await api.create();
    expect(onNew).toMatchObject({ kind: 'unknown', failure: { cause: 'no_response' } });
    api.isResetting = false;
    await api.create();
    await api.untilOpened(3);
    api.isResetting = true;
    expect(await api.create()).toEqual(onNew);
    expect(api.requested).toEqual(api.opened);
  });

  test('closing the client leaves no connection open', async () => {
    const { opened, client, create, untilOpened } = await startEnquiryApi();
    await create();
    await untilOpened(2);
    await client.close();
    // Otherwise, the connection would be closed after 10 seconds.
    await vi.waitFor(() => expect(opened.map(({ closed }) => closed)).toEqual([true, true]), 5_000);
  });
});

describe('in advance', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Opens connections only when `succeed` or `fail` says so. The first request has connected. */
  function createSpares() {
    const attempts: { options: buildConnector.Options; callback: buildConnector.Callback }[] = [];
    const spares = createSpareConnections((options, callback) => attempts.push({ options, callback }));
    const options = { hostname: 'api.example.com', protocol: 'https:', port: '' };
    const request = () => {
      const connected = vi.fn<buildConnector.Callback>();
      spares.connect(options, connected);
      return connected;
    };
    request();
    attempts.pop();
    async function succeed(): Promise<Socket> {
      const socket = new Socket();
      attempts.shift()!.callback(null, socket);
      await Promise.resolve();
      return socket;
    }
    return { spares, options, attempts, request, succeed };
  }

  test('a request takes the connection that is being opened, or its error, rather than open another', async () => {
    const { spares, options, attempts, request, succeed } = createSpares();
    spares.prepare({ used: 0, limit: 4 });
    spares.prepare({ used: 0, limit: 4 });
    const [first, second] = [request(), request()];
    expect(attempts.map(attempt => attempt.options)).toEqual([options, options]);
    const socket = await succeed();
    const error = new Error('refused');
    attempts[0]!.callback(error, null);
    await vi.waitFor(() => expect(second).toHaveBeenCalledWith(error, null));
    expect(first).toHaveBeenCalledWith(null, socket);
    request();
    expect(attempts).toHaveLength(2); // The second attempt is still listed, and this request has opened its own.
  });

  test('two wait at most, and fewer if the concurrency allows fewer connections', () => {
    for (const [used, limit, expected] of [
      [0, 9, 2],
      [3, 4, 1],
      [4, 4, 0],
      [5, 4, 0],
      [0, 1, 1],
    ] as const) {
      const { spares, attempts } = createSpares();
      for (let n = 0; n < 5; n++) spares.prepare({ used, limit });
      expect(attempts).toHaveLength(expected);
      spares.close();
    }
  });

  test('a connection is closed after 10 seconds without a request, and not replaced', async () => {
    vi.useFakeTimers();
    const { spares, attempts, request, succeed } = createSpares();
    spares.prepare({ used: 0, limit: 4 });
    const socket = await succeed();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(socket.destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(socket.destroyed).toBe(true);
    expect(attempts).toHaveLength(0);
    expect(vi.getTimerCount()).toBe(0);
    request();
    expect(attempts).toHaveLength(1);
  });

  test('a connection that the server closed after 6 seconds is the last one that is kept for longer than 3', async () => {
    vi.useFakeTimers();
    const { spares, succeed } = createSpares();
    spares.prepare({ used: 0, limit: 4 });
    const closed = await succeed();
    await vi.advanceTimersByTimeAsync(6_000);
    closed.emit('close');
    for (let n = 0; n < 2; n++) {
      spares.prepare({ used: 0, limit: 4 });
      const next = await succeed();
      await vi.advanceTimersByTimeAsync(2_999);
      expect(next.destroyed).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(next.destroyed).toBe(true);
    }
  });

  test('a connection that is open only after the end is closed, and one that fails then is no error', async () => {
    const { spares, attempts, succeed } = createSpares();
    spares.prepare({ used: 0, limit: 4 });
    spares.prepare({ used: 0, limit: 4 });
    spares.close();
    attempts.pop()!.callback(new Error('reset'), null);
    const late = await succeed();
    await vi.waitFor(() => expect(late.destroyed).toBe(true));
    spares.prepare({ used: 0, limit: 4 });
    expect(attempts).toHaveLength(0);
  });
});

test.each([
  ['a request that delivered nothing, such as a test of the login', true, 400],
  ['a delivery without TLS', false, 201],
])('nothing is opened in advance after %s', async (_, isSecure, code) => {
  const api = await startEnquiryApi({ isSecure });
  api.code = code;
  for (let sent = 0; sent < 2; sent++) await api.create();
  // A server accepts connections in their order.
  await createTestClient(api.url).create(JSON.stringify(body));
  expect(api.requested).toEqual(api.opened);
  expect(api.opened).toHaveLength(3);
});
