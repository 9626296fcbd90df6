import { expect, test } from 'vitest';
import { telAddress } from '../../proxy/contract/normalise.ts';
import { mailtoLink } from './contact.ts';

const cutNote = '(The rest is missing.)';
const link = (email: string, subject: string, ...texts: string[]) =>
  mailtoLink(
    email,
    { subject, answers: texts.map((text, at) => ({ label: `Question ${at + 1}`, text })) },
    cutNote,
  );
const bodyOf = (mailto: string) => new URL(mailto).searchParams.get('body');

test('an email has a subject, and every answer below its question', () => {
  expect(link('hello@firm.example', 'Moving house', 'Ada', 'a\nb')).toBe(
    'mailto:hello@firm.example?subject=Moving%20house&body=Question%201%0D%0AAda%0D%0A%0D%0AQuestion%202%0D%0Aa%0D%0Ab',
  );
});

test.each([
  ['o’hara+new@firm.example', 'o%E2%80%99hara%2Bnew@firm.example'],
  ['a?bcc=b@firm.example', 'a%3Fbcc%3Db@firm.example'],
  ['a@firm.example\r\nBcc: b@evil.example', 'a@firm.exampleBcc%3Ab%40evil.example'],
  ['a@firm.example,b@evil.example', 'a@firm.example%2Cb%40evil.example'],
])('the address %j stays one address', (email, address) => {
  expect(link(email, 'x').split('?')[0]).toBe(`mailto:${address}`);
});

test.each([
  ['Line\r\nBcc: b@evil.example', 'Line Bcc: b@evil.example'],
  ['Cats & dogs?', 'Cats & dogs?'],
])('the subject %j is one line', (subject, line) => {
  const { searchParams } = new URL(link('a@firm.example', subject));
  expect([...searchParams.keys()]).toEqual(['subject', 'body']);
  expect(searchParams.get('subject')).toBe(line);
});

test('line ends are those of emails, however they were typed', () => {
  expect(bodyOf(link('a@firm.example', 'x', 'a\r\nb\rc\nd'))).toBe('Question 1\r\na\r\nb\r\nc\r\nd');
});

test('an answer can’t add a header to the email', () => {
  const answers = [
    'x&bcc=b@evil.example',
    'x?cc=b@evil.example#',
    'x%0D%0ABcc: b@evil.example',
    '\u202eb@evil.example',
  ];
  const mailto = link('a@firm.example', 'x', ...answers);
  const { pathname, hash, searchParams } = new URL(mailto);
  expect([pathname, hash, ...searchParams.keys()]).toEqual(['a@firm.example', '', 'subject', 'body']);
  for (const answer of answers) expect(bodyOf(mailto)).toContain(answer);
});

test('half of a character is left out', () => {
  expect(bodyOf(link('a@firm.example', 'x', 'a\ud83db'))).toBe('Question 1\r\nab');
});

test.each([
  ['English', 'a'.repeat(5_000)],
  ['line ends', '\r\n'.repeat(2_000)],
  ['Arabic', 'طلب '.repeat(500)],
  ['emoji', '👩‍👩‍👧 '.repeat(300)],
])('a text with much %s is cut, whole characters remain, and it says so', (_, text) => {
  for (let extra = 0; extra < 12; extra++) {
    const mailto = link('a@firm.example', 'x', 'y'.repeat(extra) + text);
    expect(mailto.length).toBeLessThanOrEqual(1_800);
    expect(mailto.length).toBeGreaterThan(1_700);
    const body = decodeURIComponent(mailto.split('&body=')[1]!);
    expect(body).toMatch(/\r\n\r\n\(The rest is missing\.\)$/);
    expect(body).not.toMatch(/\p{Cs}|\r(?!\n)|(?<!\r)\n/u);
  }
});

test('a text that just fits isn’t cut', () => {
  const rest = 1_800 - link('a@firm.example', 'x', '').length;
  expect(link('a@firm.example', 'x', 'a'.repeat(rest))).toHaveLength(1_800);
  expect(bodyOf(link('a@firm.example', 'x', 'a'.repeat(rest)))).not.toContain(cutNote);
  expect(bodyOf(link('a@firm.example', 'x', 'a'.repeat(rest + 1)))).toContain(cutNote);
});

test('a long subject leaves room for the answers', () => {
  const mailto = link('a@firm.example', 'ض'.repeat(500), 'a'.repeat(5_000));
  expect(mailto.length).toBeLessThanOrEqual(1_800);
  expect(bodyOf(mailto)!.length).toBeGreaterThan(1_000);
});

test.each([
  ['01632 960001', '01632960001'],
  ['+44 (0)1632 960-001', '+441632960001'],
  ['0044 (0) 1632 960001', '00441632960001'],
  ['(+44) 1632 960001', '+441632960001'],
  ['(0)1632 960001', '01632960001'],
  ['(01632) 960001', '01632960001'],
])('a link to %s dials %s', (phone, number) => {
  expect(telAddress(phone)).toBe(`tel:${number}`);
});
