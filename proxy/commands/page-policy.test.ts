import { expect, test } from 'vitest';
import { findLack, type Need } from './page-policy.ts';

const proxy = 'https://forms.example.com';
const script = { for: 'script', address: `${proxy}/enquiry-form.js?case-type=injury` } as const;
const part = { for: 'script', address: `${proxy}/assets/part.js`, isImported: true } as const;
const connection = { for: 'connection', address: `${proxy}/enquiries` } as const;
const post = { for: 'post', address: `${proxy}/forms/injury` } as const;
const style = { for: 'style', hash: "'sha256-abc='" } as const;
const frame = { for: 'frame', address: `${proxy}/forms/injury?frame=1` } as const;
const types = { for: 'trusted-types', name: 'lit-html' } as const;
const lackOf = (policy: string, need: Need, page = 'https://www.example.com/contact', source = proxy) =>
  findLack(policy, [need], page, source)?.lacks;

test.each<[policy: string, ...needs: Need[]]>([
  ['', script, connection, post, style, frame, types],
  ["default-src 'none'", post, types],
  [`default-src ${proxy}`, script, connection, frame],
  [`script-src-elem ${proxy}; script-src 'none'; default-src 'none'`, script, part],
  ['script-src https:', script],
  ['script-src http:', script],
  ['script-src *', script, connection],
  ['script-src *.example.com', script],
  ['script-src https://*.example.com:*', script],
  ['SCRIPT-SRC HTTPS://FORMS.EXAMPLE.COM:443', script],
  [`script-src ${proxy}/`, script, part],
  [`script-src ${proxy}/enquiry-form.js`, script],
  [`script-src ${proxy}/assets/`, part],
  ["script-src 'nonce-abc'", { ...script, nonce: 'abc' }, { ...part, nonce: 'abc' }],
  ["script-src 'nonce-abc' 'strict-dynamic'", { ...script, nonce: 'abc' }, part],
  ["script-src 'sha384-abc'", { ...script, integrity: 'sha384-abc' }],
  ["style-src 'unsafe-inline'", style],
  ["style-src 'sha256-abc='", style],
  ["default-src 'self'; style-src-elem 'unsafe-inline'", style],
  ["style-src 'nonce-abc'", { ...style, nonce: 'abc' }],
  [`child-src ${proxy}; default-src 'none'`, frame],
  ['trusted-types dompurify lit-html', types],
  ["require-trusted-types-for 'script'", types],
  ["connect-src 'none'; script-src *", script],
])('%s allows it', (policy, ...needs) => {
  for (const need of needs) expect([need.for, lackOf(policy, need)]).toEqual([need.for, undefined]);
});

test.each<[policy: string, need: Need, lacks: string]>([
  ["default-src 'self'", connection, `${proxy} in connect-src`],
  ["default-src 'self'", script, `${proxy} in script-src`],
  ['script-src', script, `${proxy} in script-src`],
  ["script-src 'none'", script, `${proxy} in script-src`],
  [`script-src ${proxy}/enquiry-form.js`, part, `${proxy} in script-src`],
  [`script-src ${proxy}:8443`, script, `${proxy} in script-src`],
  ['script-src *.forms.example.com example.com', script, `${proxy} in script-src`],
  [`script-src ${proxy}.evil.example`, script, `${proxy} in script-src`],
  ["script-src 'unsafe-inline' data: blob:", script, `${proxy} in script-src`],
  [`script-src 'self'; script-src ${proxy}`, script, `${proxy} in script-src`],
  ["script-src 'nonce-abc'", { ...script, nonce: 'other' }, `${proxy} in script-src`],
  [`script-src-elem 'self'; script-src ${proxy}`, script, `${proxy} in script-src-elem`],
  ["form-action 'self'", post, `${proxy} in form-action`],
  ["style-src 'self'", style, "'sha256-abc=' in style-src"],
  ["style-src 'unsafe-inline' 'sha256-other='", style, "'sha256-abc=' in style-src"],
  [
    `script-src ${proxy} 'unsafe-inline' 'strict-dynamic'`,
    { for: 'inline-script', hash: "'sha256-abc='" },
    "'sha256-abc=' in script-src",
  ],
  ["frame-src 'self'", frame, `${proxy} in frame-src`],
  ["trusted-types 'none'", types, 'lit-html in trusted-types'],
])('%s lacks what it says', (policy, need, lacks) => {
  expect(lackOf(policy, need)).toEqual([lacks]);
});

test('the page’s own origin is that of the proxy below a path, also if https is added', () => {
  const own = { for: 'script', address: 'https://www.example.com/enquiry/enquiry-form.js' } as const;
  for (const page of ['https://www.example.com/', 'http://www.example.com/'])
    expect(lackOf("script-src 'self'", own, page)).toBeUndefined();
  expect(lackOf('script-src www.example.com', own)).toBeUndefined();
  expect(lackOf('script-src www.example.com/enquiry/', own)).toBeUndefined();
  expect(lackOf('script-src www.example.com/other/', own)).toEqual([`${proxy} in script-src`]);
});

test.each<[policy: string, corrected: string]>([
  [
    "default-src 'self'; img-src data:",
    "default-src 'self'; img-src data:; " +
      `script-src 'self' ${proxy}; connect-src 'self' ${proxy}; style-src 'self' 'sha256-abc='`,
  ],
  [
    "script-src 'self'; connect-src 'none'; form-action 'self'; style-src 'self'",
    `script-src 'self' ${proxy}; connect-src ${proxy}; form-action 'self' ${proxy}; style-src 'self' 'sha256-abc='`,
  ],
  [
    `default-src *; script-src 'strict-dynamic'; style-src 'unsafe-inline'; trusted-types other`,
    "default-src *; script-src 'strict-dynamic'; style-src 'unsafe-inline'; trusted-types other lit-html",
  ],
])('%s is corrected, and nothing else in it changes', (policy, corrected) => {
  const needs = [script, part, connection, post, style, types];
  const lack = findLack(policy, needs, 'https://www.example.com/', proxy);
  expect(lack?.corrected).toBe(corrected);
  const isStrict = corrected.includes('strict-dynamic');
  expect(lack?.needsNonce).toBe(isStrict);
  if (!isStrict) expect(findLack(corrected, needs, 'https://www.example.com/', proxy)).toBeUndefined();
});
