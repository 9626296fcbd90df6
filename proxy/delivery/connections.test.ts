import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCertificate } from '../../tools/testing/proxy/certificate.ts';
import { body, createTestClient, file, path } from '../../tools/testing/proxy/enquiry-api-client.ts';

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('a request is not processed', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tls-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('when the connection is refused', async () => {
    const server = createServer();
    const port = await listen(server);
    server.close();
    expect(await createTestClient(`http://127.0.0.1:${port}${path}`).create(JSON.stringify(body))).toEqual({
      kind: 'unavailable',
      failure: { cause: 'not_connected', parameter: 'ECONNREFUSED' },
      says: 'unreachable',
    });
  });

  test('when the TLS handshake takes too long', async () => {
    const silent = createTcpServer(socket => socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const content = Readable.from([Buffer.alloc(300_000)]);
    const upload = createTestClient(`https://localhost:${port}${path}`, 500).upload(
      1,
      file,
      content,
      300_000,
    );
    expect(await upload).toEqual({
      kind: 'unavailable',
      failure: { cause: 'connection_timeout', parameter: '0.5' },
      says: 'unreachable',
    });
    silent.close();
  });

  test("when the host doesn't exist", async () => {
    const outcome = await createTestClient(`https://missing.invalid${path}`).create(JSON.stringify(body));
    expect(outcome).toMatchObject({
      kind: 'unavailable',
      failure: { cause: 'not_connected', parameter: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) },
    });
  });

  test.each([
    ['a self-signed certificate', 'localhost', false, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ["another host's certificate", 'other.example', true, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])(
    'when the enquiry API has %s, which receives no credentials',
    { tags: ['asvs-12.3.2', 'asvs-12.3.4'] },
    async (_, host, isTrusted, code) => {
      const { key, cert } = createCertificate(folder, host, 1);
      let requests = 0;
      const server = createTlsServer({ key, cert }, (_request, response) => {
        requests += 1;
        response.end();
      });
      const port = await listen(server);
      const defaults = getCACertificates('default');
      if (isTrusted) setDefaultCACertificates([...defaults, cert]);
      const outcome = await createTestClient(`https://localhost:${port}${path}`).create(JSON.stringify(body));
      setDefaultCACertificates(defaults);
      expect(outcome).toEqual({
        kind: 'unavailable',
        failure: { cause: 'not_connected', parameter: code },
        says: 'unreachable',
      });
      expect(requests).toBe(0);
      server.close();
    },
  );
});

test('a late second response is never taken for the response to the next enquiry', async () => {
  // Sends each response again when the connection has been idle for a moment, and when it gets another request.
  const server = createTcpServer(socket => {
    socket.on('error', () => {});
    let last = '';
    let text = '';
    socket.on('data', chunk => {
      text += chunk.toString();
      const [, length, sent = ''] = /content-length: (\d+).*?\r\n\r\n(.*)$/s.exec(text) ?? [];
      if (sent.length < Number(length)) return;
      text = '';
      const json = JSON.stringify({ code: 201, status: 'Created enquiry', result: JSON.parse(sent).number });
      const head = `HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: ${json.length}`;
      const response = `${head}\r\n\r\n${json}`;
      socket.write(last + response);
      last = response;
      setTimeout(() => socket.write(response), 1);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = createTestClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  for (let number = 1; number <= 100; number++) {
    expect(await client.create(JSON.stringify({ ...body, number }))).toEqual({
      kind: 'delivered',
      enquiryApiId: number,
    });
  }
  await client.close();
  server.close();
});
