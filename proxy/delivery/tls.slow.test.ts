// When TLS to the enquiry API fails, nothing is sent to it, every enquiry is stored, and `check` explains the failure.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Certificate, createCertificate } from '../../tools/testing/proxy/certificate.ts';
import { createProgram, type ProgramUnderTest } from '../../tools/testing/proxy/program.ts';
import { ada, createProxyUnderTest, json, type ProxyUnderTest } from '../../tools/testing/proxy/proxy.ts';
import { png } from '../../tools/testing/proxy/sample-files.ts';
import type { Receipt } from '../contract/enquiry.ts';

const folder = mkdtempSync(join(tmpdir(), 'tls-'));
const defaultCertificates = getCACertificates('default');
let requests = 0;

/** Listens with a certificate, or without TLS; counts the requests that arrive. */
async function listen(certificate?: Certificate) {
  const countRequest: Parameters<typeof createServer>[1] = (_request, response) => {
    requests += 1;
    response.end();
  };
  const server: Server = certificate
    ? createTlsServer({ key: certificate.key, cert: certificate.cert }, countRequest)
    : createServer(countRequest);
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // The address is a string only for a pipe.
  return { server, url: `https://localhost:${port}/rest/enquiries/v1` };
}

afterAll(() => rmSync(folder, { recursive: true }));

describe.each<[string, { host: string; days: number; isTrusted: boolean } | undefined, RegExp, string]>([
  [
    'has an expired certificate',
    { host: 'localhost', days: -1, isTrusted: true },
    /CERT_HAS_EXPIRED/,
    'the certificate of the enquiry API has expired',
  ],
  [
    'has a self-signed certificate',
    { host: 'localhost', days: 1, isTrusted: false },
    /DEPTH_ZERO_SELF_SIGNED_CERT/,
    'the certificate of the enquiry API is not trusted',
  ],
  [
    "has another host's certificate",
    { host: 'other.example', days: 1, isTrusted: true },
    /ERR_TLS_CERT_ALTNAME_INVALID/,
    'the certificate is for another host',
  ],
  ['has no TLS on that port', undefined, /SSL|EPROTO/, 'the port does not use TLS'],
])('when the enquiry API %s', (_, kind, code, advice) => {
  let certificate: Certificate | undefined;
  let server: Server;
  let proxy: ProxyUnderTest;
  let program: ProgramUnderTest;
  let url: string;
  beforeAll(async () => {
    certificate = kind && createCertificate(folder, kind.host, kind.days);
    ({ server, url } = await listen(certificate));
    if (certificate && kind?.isTrusted) setDefaultCACertificates([...defaultCertificates, certificate.cert]);
    proxy = await createProxyUnderTest(undefined, undefined, { ENQUIRY_API_URL: url });
    program = await createProgram();
    requests = 0;
  });
  afterAll(async () => {
    setDefaultCACertificates(defaultCertificates);
    await Promise.all([proxy.stop(), program.stop()]);
    server.closeAllConnections();
    server.close();
  });

  test('visitors get a reference, and their enquiries and files are stored', async () => {
    const response = await proxy.postEnquiry(ada);
    expect(response.status).toBe(202);
    const receipt = await json<Receipt>(response);
    expect((await proxy.postAttachment(receipt, new Uint8Array(png()))).status).toBe(202);
    expect((await proxy.postEnquiry({ ...ada, forename: 'Grace' })).status).toBe(202);
    // A test of the login fails, so nothing is sent.
    await expect.poll(() => proxy.log()).toMatch(code);
    expect(proxy.lines('delivery attempted')).toEqual([]);
    const stored = await proxy.outbox.operator.list();
    expect(stored.map(({ kind, state, unknown_outcomes }) => ({ kind, state, unknown_outcomes }))).toEqual([
      { kind: 'enquiry', state: 'waiting', unknown_outcomes: 0 },
      { kind: 'attachment', state: 'waiting', unknown_outcomes: 0 },
      { kind: 'enquiry', state: 'waiting', unknown_outcomes: 0 },
    ]);
    expect(requests).toBe(0);
  });

  test('check explains the failure', { tags: 'asvs-16.3.4' }, async () => {
    const { out, code: exitCode } = await program.runProcess('check', {
      ENQUIRY_API_URL: url,
      ...(certificate && kind?.isTrusted && { NODE_EXTRA_CA_CERTS: certificate.path }),
    });
    expect(exitCode).toBe(1);
    expect(out).toMatch(code);
    expect(out).toContain(advice);
    expect(requests).toBe(0);
  });
});
