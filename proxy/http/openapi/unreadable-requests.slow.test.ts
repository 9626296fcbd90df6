import type { AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendBytes } from '../../../tools/testing/proxy/openapi/send-request.ts';
import { createProxyUnderTest, listen, type ProxyUnderTest } from '../../../tools/testing/proxy/proxy.ts';

let proxy: ProxyUnderTest;
let port: number;
let stop: () => void;
beforeAll(async () => {
  proxy = await createProxyUnderTest();
  const listening = await listen(proxy);
  stop = listening.stop;
  port = (listening.server.address() as AddressInfo).port;
});
afterAll(async () => {
  stop();
  await proxy.stop();
});

const mostly = (usual: string, ...odd: string[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...odd) });
const oddLines = [
  ...['content-length: 3', 'content-length: -1', 'content-length: 4, 5', 'transfer-encoding: chunked'],
  ...['transfer-encoding: gzip', 'expect: 100-continue', 'expect: a-miracle', 'upgrade: h2c', 'host: x'],
  ...['no colon', 'nul: \0', ': empty', ' folded', 'odd name: 1', `long: ${'x'.repeat(20_000)}`],
];
/** Requests that Node's parser, or the proxy's server, may refuse. */
const anyHead = fc
  .tuple(
    mostly('GET', 'POST', 'OPTIONS', 'CONNECT', 'get', 'G@T', ''),
    mostly('/health/live', '/', '*', '', 'http://other.example/', 'a:b', '/a b', '/\\a', '/\u00ff', '//'),
    mostly('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTP/1.1', ''),
    mostly('host: forms.example.com', 'host:', 'host: a b', 'host: [::1', 'x-no-host: 1'),
    fc.array(fc.constantFrom(...oddLines), { maxLength: 2 }),
    mostly('', 'x=1', '3\r\nabc\r\n0\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n'),
  )
  .map(
    ([method, target, version, host, lines, rest]) =>
      `${[`${method} ${target} ${version}`, host, 'connection: close', ...lines].join('\r\n')}\r\n\r\n${rest}`,
  );

test('bytes that aren’t HTTP, or nearly so, get a status without a body', async () => {
  const seen = new Set<string>();
  const property = fc.asyncProperty(anyHead, async head => {
    const received = await sendBytes(port, head);
    const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(received) ?? [];
    seen.add(status ?? 'none');
    // The proxy's own responses have this header, and the fuzz compares them.
    if (status === undefined || /^x-content-type-options: nosniff\r$/im.test(received)) return;
    expect(['400', '408', '417', '431']).toContain(status);
    expect(received.split('\r\n\r\n')[1]).toMatch(/^0?$/); // The last chunk, at most.
  });
  await fc.assert(property, { numRuns: 500 });
  expect([...seen]).toEqual(expect.arrayContaining(['200', '400', '404', '417', '431']));
});
