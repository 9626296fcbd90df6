// For tests: changes that make a request unusual.
import * as fc from 'fast-check';
import type { SentRequest } from './send-request.ts';

type Headers = SentRequest['headers'];

/** The bytes of UTF-8, as Latin-1. */
export const toBytes = (text: string) => Buffer.from(text).toString('latin1');

const oddTexts = [
  '',
  ' ',
  '\t',
  '"',
  '*',
  'null',
  '\u00fc\u00ff',
  'a, b',
  ';q=',
  '%',
  '%00',
  '-1',
  'x'.repeat(5_000),
];
/** `fc.string` has characters that no header may contain. */
const headerText = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.stringMatching(/^[\t\x20-\x7e\x80-\xff]{0,30}$/),
);
const oddNames = [
  ...[
    'accept',
    'accept-encoding',
    'authorization',
    'content-disposition',
    'content-encoding',
    'content-type',
  ],
  ...['cookie', 'forwarded', 'idempotency-key', 'if-match', 'if-none-match', 'origin', 'range', 'referer'],
  ...['sec-fetch-mode', 'x-forwarded-for', 'x-forwarded-host', 'x-http-method-override', 'x-request-id'],
];
const usefulHeaders: Headers[] = [
  { authorization: 'Proof v=1' },
  { authorization: 'Proof v=1, unsolved' },
  { authorization: 'Proof v=1, challenge=1771113600000.0.abc, solution=7' },
  { expect: '100-continue' },
  { 'x-forwarded-for': '198.51.100.9' },
  { 'x-forwarded-for': '2001:db8::1, nonsense' },
  { 'content-type': 'application/json; charset=utf-8' },
  { 'content-type': ['application/json', 'text/plain'] },
  { origin: 'https://elsewhere.example' },
  { origin: 'null' },
  { connection: 'close' },
];
const methods = ['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY'];
const oddPaths = [
  ...[
    '/',
    '//',
    '/enquiries/',
    '/enquiries/x',
    '/Enquiries',
    '/%65nquiries',
    '/case-types',
    '/case-types/',
    '/assets/',
  ],
  ...['/assets/%', '/assets/%ff', '/assets/%00', '/assets/..%2f..%2fpackage.json', '/case-types/__proto__'],
  ...['/case-types/%F0%9F%92%A9', '/metrics', '/openapi.json', '/favicon.ico', '/enquiries?x=1', '/health'],
];
const oddBodies = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '{}',
  '\ufeff{}',
  '{"case_type":1e999}',
  '['.repeat(100_000),
].map(toBytes);

/** Makes a request unusual. */
export type Change = (request: SentRequest) => SentRequest;
const withHeaders =
  (more: Headers): Change =>
  request => ({ ...request, headers: { ...request.headers, ...more } });

/** Changes of one thing: a header, the method, the path, the body, or a member of it, which gets one of the values. */
export function anyChange(values: fc.Arbitrary<unknown>): fc.Arbitrary<Change> {
  const changeBody =
    (change: (body: string) => string): Change =>
    request => ({
      ...request,
      body: request.body && change(request.body),
    });
  /** Replaces, removes or adds a member of a JSON object. */
  const changeMember = (at: number, name: string | undefined, value: unknown): Change =>
    changeBody(body => {
      try {
        const object = JSON.parse(Buffer.from(body, 'latin1').toString()) as Record<string, unknown>;
        const names = Object.keys(object);
        const changed = Object.entries({ ...object, [name ?? names[at % names.length] ?? 'x']: value });
        return toBytes(JSON.stringify(Object.fromEntries(changed)));
      } catch {
        return body; // A file, or an earlier change has made it malformed.
      }
    });
  return fc.oneof(
    fc.constantFrom(...usefulHeaders).map(withHeaders),
    fc.tuple(fc.constantFrom(...oddNames), headerText).map(([name, text]) => withHeaders({ [name]: text })),
    fc.nat(10).map(
      (at): Change =>
        request => {
          const names = Object.keys(request.headers);
          const { [names[at % names.length] ?? '']: _, ...headers } = request.headers;
          return { ...request, headers };
        },
    ),
    fc.constantFrom(...methods).map(
      (method): Change =>
        request => ({ ...request, method }),
    ),
    fc.constantFrom(...oddPaths).map(
      (path): Change =>
        request => ({ ...request, path }),
    ),
    fc.constantFrom(...oddBodies).map(
      (body): Change =>
        request => ({ ...request, body }),
    ),
    fc.nat(300).map(at => changeBody(body => body.slice(0, at))),
    fc
      .tuple(fc.nat(300), fc.nat(255))
      .map(([at, byte]) =>
        changeBody(body => body.slice(0, at) + String.fromCharCode(byte) + body.slice(at)),
      ),
    fc.constantFrom(2_000, 5_000, 400_000).map(bytes => changeBody(body => body.padEnd(body.length + bytes))),
    fc
      .tuple(
        fc.nat(10),
        fc.option(fc.constantFrom('colour', '__proto__', 'constructor'), { nil: undefined }),
        values,
      )
      .map(([at, name, value]) => changeMember(at, name, value)),
  );
}
