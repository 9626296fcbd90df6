// An enquiry API whose TLS fails: nothing is sent to it, every enquiry is kept, and `check` says what is wrong.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createProgramUnderTest, type ProgramUnderTest } from '../commands/program-under-test.ts';
import { png } from '../content/files-under-test.ts';
import type { Receipt } from '../contract/enquiry.ts';
import { ada, createProxyUnderTest, json, type ProxyUnderTest } from '../proxy-under-test.ts';

const folder = mkdtempSync(join(tmpdir(), 'tls-'));
const usual = getCACertificates('default');
let requests = 0;

/** Makes a certificate that vouches for itself, and ends in so many days; where it and its key are. */
function certificate(name: string, host: string, days: number) {
  const place = (ending: string) => join(folder, `${name}.${ending}`);
  const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'ignore' });
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  openssl('req', ...curve, ...subject, '-keyout', place('key'), '-out', place('csr'));
  const sign = ['-req', '-in', place('csr'), '-signkey', place('key'), '-copy_extensions', 'copy'];
  openssl('x509', ...sign, '-days', String(days), '-out', place('pem'));
  return { path: place('pem'), key: readFileSync(place('key')), cert: readFileSync(place('pem'), 'utf8') };
}

/** Listens with a certificate, or without TLS; counts the requests that arrive. */
async function listen(made?: ReturnType<typeof certificate>) {
  const answer: Parameters<typeof createServer>[1] = (_request, response) => {
    requests += 1;
    response.end();
  };
  const server: Server = made
    ? createTlsServer({ key: made.key, cert: made.cert }, answer)
    : createServer(answer);
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // A string only for a pipe.
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
    'has a certificate that it signed itself',
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
  ['has no TLS on that port', undefined, /SSL|EPROTO/, 'the port does not speak TLS'],
])('when the enquiry API %s', (name, kind, code, advice) => {
  let made: ReturnType<typeof certificate> | undefined;
  let server: Server;
  let proxy: ProxyUnderTest;
  let program: ProgramUnderTest;
  let url: string;
  beforeAll(async () => {
    made = kind && certificate(name.replaceAll(/\W/g, '-'), kind.host, kind.days);
    ({ server, url } = await listen(made));
    if (made && kind?.isTrusted) setDefaultCACertificates([...usual, made.cert]);
    proxy = await createProxyUnderTest(undefined, 10_000, { ENQUIRY_API_URL: url });
    program = await createProgramUnderTest();
    requests = 0;
  });
  afterAll(async () => {
    setDefaultCACertificates(usual);
    await Promise.all([proxy.stop(), program.stop()]);
    server.closeAllConnections();
    server.close();
  });

  test('visitors get a reference, and their enquiries and files are kept', async () => {
    const response = await proxy.postEnquiry(ada);
    expect(response.status).toBe(202);
    const receipt = await json<Receipt>(response);
    expect((await proxy.postAttachment(receipt, new Uint8Array(png()))).status).toBe(202);
    expect((await proxy.postEnquiry({ ...ada, forename: 'Grace' })).status).toBe(202);
    await vi.waitFor(() => expect(proxy.lines('delivery attempted').length).toBeGreaterThan(0));
    expect(new Set(proxy.lines('delivery attempted').map(({ outcome }) => outcome))).toEqual(
      new Set(['unavailable']),
    );
    expect(proxy.log()).toMatch(code);
    const kept = await proxy.outbox.operator.list();
    expect(kept.map(({ kind, state, unknown_outcomes }) => ({ kind, state, unknown_outcomes }))).toEqual([
      { kind: 'enquiry', state: 'waiting', unknown_outcomes: 0 },
      { kind: 'attachment', state: 'waiting', unknown_outcomes: 0 },
      { kind: 'enquiry', state: 'waiting', unknown_outcomes: 0 },
    ]);
    expect(requests).toBe(0);
  });

  test('check says so', async () => {
    const { out, code: exitCode } = await program.run('check', {
      ENQUIRY_API_URL: url,
      ...(made && kind?.isTrusted && { NODE_EXTRA_CA_CERTS: made.path }),
    });
    expect(exitCode).toBe(1);
    expect(out).toMatch(code);
    expect(out).toContain(advice);
    expect(requests).toBe(0);
  });
});
