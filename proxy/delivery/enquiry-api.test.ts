import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { body, createTestClient, file, path } from '../../tools/testing/proxy/enquiry-api-client.ts';
import {
  type Respond,
  respond,
  respondCreated,
  respondMissingField,
  startScriptedEnquiryApi,
} from '../../tools/testing/proxy/scripted-enquiry-api.ts';
import type { Outcome } from './api-outcome.ts';

describe('a response', () => {
  let api: Awaited<ReturnType<typeof startScriptedEnquiryApi>>;
  beforeEach(async () => {
    api = await startScriptedEnquiryApi();
  });
  afterEach(() => api.stop());

  const withoutResult = (status = 201, said: { message?: string } = {}): Outcome => ({
    kind: 'unknown',
    failure: { cause: 'responded_without_result', status },
    says: 'nothing',
    hasSuccessStatus: true,
    ...said,
  });
  const misconfigured = (status: number, said: { message?: string } = {}): Outcome => ({
    kind: 'misconfigured',
    failure: { cause: 'responded', status },
    says: status === 401 ? 'login' : 'nothing',
    ...said,
  });
  const incomplete: Respond = response => {
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': '500' });
    response.write('{"code":201,"status":"Created enquiry","result":47');
    response.socket?.end();
  };
  const neverEnding: Respond = response => {
    response.writeHead(201, { 'content-type': 'application/json' });
    response.write('{"code":201');
  };
  test.each<[string, Respond, Outcome]>([
    ['201 with an integer', respondCreated(4711), { kind: 'delivered', enquiryApiId: 4711 }],
    [
      '201 with 3 MB',
      respond(201, `{"code":201,"result":4711,"status":"${'x'.repeat(3_000_000)}"}`),
      withoutResult(),
    ],
    ['201 that is incomplete', incomplete, withoutResult()],
    [
      '201 after 100 that nobody asked for',
      (response, request) => {
        response.writeContinue();
        respondCreated(4711)(response, request);
      },
      { kind: 'delivered', enquiryApiId: 4711 },
    ],
    [
      'a change of protocol that nobody asked for',
      response => response.writeHead(101, { connection: 'upgrade', upgrade: 'h2c' }).end(),
      {
        kind: 'unknown',
        failure: { cause: 'no_response', parameter: 'ECONNRESET' },
        says: 'unreachable',
        hasSuccessStatus: false,
      },
    ],
    [
      'a reset after the request',
      response => response.socket?.resetAndDestroy(),
      {
        kind: 'unknown',
        failure: { cause: 'no_response', parameter: 'ECONNRESET' },
        says: 'unreachable',
        hasSuccessStatus: false,
      },
    ],
    [
      'a close after the request',
      response => response.socket?.end(),
      {
        kind: 'unknown',
        failure: { cause: 'no_response', parameter: 'ECONNRESET' },
        says: 'unreachable',
        hasSuccessStatus: false,
      },
    ],
  ])('%s has the right outcome', async (_, response, outcome) => {
    api.script.push(response);
    expect(await createTestClient(api.url).create(JSON.stringify(body))).toEqual(outcome);
    expect(api.requests).toHaveLength(1);
  });

  const text = JSON.stringify({ code: 201, status: 'Created enquiry', result: 4711 });
  const long = text.replace('}', `${' '.repeat(3_000_000)}}`);
  const created: Outcome = { kind: 'delivered', enquiryApiId: 4711 };
  test.each<[string, string, Buffer, Outcome]>([
    ['gzip', 'gzip', gzipSync(text), created],
    ['gzip in capitals', 'GZIP', gzipSync(text), created],
    ['deflate', 'deflate', deflateSync(text), created],
    ['Brotli', 'br', brotliCompressSync(text), created],
    ['a wrong name', 'gzip', Buffer.from(text), created],
    ['a part of it', 'gzip', gzipSync(text).subarray(0, -9), withoutResult()],
    ['3 MB in a few bytes', 'br', brotliCompressSync(long), withoutResult()],
  ])('that is compressed without being asked is read: %s', async (_, encoding, bytes, outcome) => {
    api.script.push(response => {
      response.writeHead(201, { 'content-type': 'application/json', 'content-encoding': encoding });
      response.end(bytes);
    });
    expect(await createTestClient(api.url).create(JSON.stringify(body))).toEqual(outcome);
    // Some firewalls refuse requests without `User-Agent`.
    const headers = { 'accept-encoding': 'identity', 'user-agent': 'enquiry-form' };
    expect(api.requests[0]!.headers).toMatchObject(headers);
  });

  test('that never ends is an unknown outcome', async () => {
    api.script.push(neverEnding);
    expect(await createTestClient(api.url, 500).create(JSON.stringify(body))).toEqual(withoutResult());
  });

  test('that never arrives is an unknown outcome', async () => {
    api.script.push(() => {});
    expect(await createTestClient(api.url, 500).create(JSON.stringify(body))).toEqual({
      kind: 'unknown',
      failure: { cause: 'response_timeout', parameter: '0.5' },
      says: 'unreachable',
      hasSuccessStatus: false,
    });
  });

  test('to a test of the login arrives while the maximum number of deliveries waits', async () => {
    api.otherwise = () => {};
    api.loginTest = respondMissingField('forename');
    const client = createTestClient(api.url);
    let ended = 0;
    const deliver = () => client.create(JSON.stringify(body)).then(() => ended++);
    const deliveries = Array.from({ length: 4 }, deliver);
    await expect.poll(() => api.requests).toHaveLength(4);
    expect(await client.create(JSON.stringify({ ...body, forename: '' }))).toMatchObject({ kind: 'refused' });
    expect(ended).toBe(0);
    await client.close();
    await Promise.all(deliveries);
  });

  test('to an upload times out when it never arrives', async () => {
    api.script.push(() => {});
    const content = Readable.from([Buffer.alloc(100_000)]);
    // The limit for the whole upload is longer, but not the limit for the response's headers.
    expect(await createTestClient(api.url, 500).upload(1, file, content, 100_000)).toEqual({
      kind: 'unknown',
      failure: { cause: 'response_timeout', parameter: '0.5' },
      says: 'unreachable',
      hasSuccessStatus: false,
    });
  });

  test('to an upload does not count when the file could not be read to its end', async () => {
    const lost = new Error('EIO');
    async function* content() {
      yield Buffer.alloc(100_000);
      await expect.poll(() => received).toBeGreaterThan(100_000);
      throw lost;
    }
    let received = 0;
    const closed = Promise.withResolvers<void>();
    const hasty = createTcpServer(socket => {
      socket.on('error', () => {});
      socket.on('close', () => closed.resolve());
      socket.on('data', chunk => {
        received += chunk.length;
      });
    });
    hasty.listen(0, '127.0.0.1');
    await once(hasty, 'listening');
    const client = createTestClient(`http://127.0.0.1:${(hasty.address() as AddressInfo).port}${path}`);
    await expect(client.upload(1, file, content(), 200_000)).rejects.toBe(lost);
    await closed.promise;
    // The enquiry API hasn't received the request that it was promised.
    expect(received).toBeLessThan(200_000);
    hasty.close();
  });

  test.each([301, 302, 307, 308])(
    '%d is never followed, on the same host or to another',
    { tags: 'asvs-15.3.2' },
    async status => {
      const other = await startScriptedEnquiryApi();
      api.script.push(
        respond(status, '', { location: `${path}/enquiries/create` }),
        respond(status, '', { location: `${other.url}/enquiries/create` }),
      );
      const client = createTestClient(api.url);
      expect(await client.create(JSON.stringify(body))).toEqual(misconfigured(status));
      expect(await client.create(JSON.stringify(body))).toEqual(misconfigured(status));
      expect(api.requests).toHaveLength(2);
      expect(other.requests).toEqual([]);
      await other.stop();
    },
  );

  test('to an upload may arrive before the whole file is sent', async () => {
    const hasty = createServer((_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json', connection: 'close' });
      response.end(JSON.stringify({ code: 400, status: 'too much of `contents`', result: false }));
    });
    hasty.listen(0, '127.0.0.1');
    await once(hasty, 'listening');
    const url = `http://127.0.0.1:${(hasty.address() as AddressInfo).port}${path}`;
    const content = Readable.from([Buffer.alloc(3_000_000)]);
    const outcome = await createTestClient(url).upload(1, file, content, 3_000_000);
    // The server resets the connection, which may destroy the response before it is read.
    expect(['refused', 'unknown']).toContain(outcome.kind);
    hasty.closeAllConnections();
    hasty.close();
  });
});
