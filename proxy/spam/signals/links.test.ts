import { expect, test } from 'vitest';
import { measureCpuMs } from '../../cpu-time-for-tests.ts';
import { linkInName, manyLinks } from './links.ts';
import { noEvidence } from './signals-for-tests.ts';

test.each([
  'https://spam.example/',
  'Ada www.spam.example',
  'HTTP://SPAM.EXAMPLE',
  '<a href="x">Ada',
  '[url=x]Ada[/url]',
  'Ada <b>',
  'Your prize: bit.ly/3xYz',
])('a link or markup in a name fires: %s', name => {
  expect(linkInName.fires({ ...noEvidence, names: ['Ada', name] })).toBe(true);
});

test.each([
  'O’Brien',
  "D'Arcy",
  'Jean-Luc',
  'St. John-Smythe',
  'J.R.R. Tolkien',
  'Müller (geb. Schmidt)',
  'Siân Llŷr-ap-Gwilym',
  'محمد بن عبد الله',
  '李小龍',
  'Ñusta [Ñu]',
  'Ada <3',
  'Smith & Sons Ltd.',
  'Wwwanda',
  'Dr.med./Prof. Smith',
  'Smith/Jones',
])('an unusual name doesn’t: %s', name => {
  expect(linkInName.fires({ ...noEvidence, names: [name] })).toBe(false);
});

test('many links in the answers fire, and a few don’t', () => {
  const links = (count: number) => Array.from({ length: count }, (_, n) => `see https://a.example/${n}`);
  expect(manyLinks.fires({ ...noEvidence, texts: links(3) })).toBe(false);
  expect(manyLinks.fires({ ...noEvidence, texts: [links(2).join(' '), ...links(2)] })).toBe(true);
  expect(
    manyLinks.fires({ ...noEvidence, texts: ['[url=https://a.example]a[/url] <a href="https://b">'] }),
  ).toBe(true);
  expect(
    manyLinks.fires({ ...noEvidence, texts: ['I paid < 5 and got > 3, see [1], [2], [3] and [4].'] }),
  ).toBe(false);
});

test('long texts take little time', async () => {
  const ms = await measureCpuMs(() => {
    for (const text of ['<a'.repeat(50_000), '[url'.repeat(25_000), 'www.'.repeat(25_000)])
      manyLinks.fires({ ...noEvidence, texts: [text] });
  });
  expect(ms).toBeLessThan(1_000);
});
