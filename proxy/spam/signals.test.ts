import { expect, test } from 'vitest';
import { measureCpuMs } from '../../tools/testing/proxy/cpu-time.ts';
import { noEvidence } from '../../tools/testing/proxy/signals.ts';
import { deskTexts } from '../contract/languages/desk-texts.ts';
import { type Evidence, type Signal, signals } from './signals.ts';

test.each<[string, keyof typeof signals, Partial<Evidence>, boolean]>([
  ['twenty enquiries from one office', 'rate_address', { fromAddress: 20 }, false],
  ['more from one address', 'rate_address', { fromAddress: 21 }, true],
  ['an unknown address', 'rate_address', { fromAddress: undefined }, false],
  ['sixty from one network', 'rate_network', { fromNetwork: 60 }, false],
  ['more from one network', 'rate_network', { fromNetwork: 61 }, true],
  ['an unknown network', 'rate_network', { fromNetwork: undefined }, false],
  ['more enquiries in total than the setting', 'rate_overall', { isOverRate: true }, true],
  ['Send after 2.9 seconds', 'fast_send', { firstTouchMs: 2_900 }, true],
  ['Send after 3 seconds', 'fast_send', { firstTouchMs: 3_000 }, false],
  ['Send at an unknown time', 'fast_send', { firstTouchMs: undefined }, false],
])('%s', (_, signal, evidence, fires) => {
  expect(signals[signal].fires({ ...noEvidence, ...evidence })).toBe(fires);
});

test('every signal has words for the people who decide', () => {
  expect(Object.keys(deskTexts.en.signals)).toEqual(Object.keys(signals));
});

test('an ordinary enquiry fires no signal', () => {
  expect(Object.values<Signal>(signals).filter(({ fires }) => fires(noEvidence))).toEqual([]);
});

test.each([
  'https://spam.example/',
  'Ada www.spam.example',
  'HTTP://SPAM.EXAMPLE',
  '<a href="x">Ada',
  '[url=x]Ada[/url]',
  'Ada <b>',
  'Your prize: bit.ly/3xYz',
  'Your prize: BIT.LY/3xYz',
])('a link or markup in a name fires: %s', name => {
  expect(signals.link_in_name.fires({ ...noEvidence, names: ['Ada', name] })).toBe(true);
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
  'J.Smith/A.Jones',
])('an unusual name doesn’t: %s', name => {
  expect(signals.link_in_name.fires({ ...noEvidence, names: [name] })).toBe(false);
});

test('many links in the answers fire, and a few don’t', () => {
  const links = (count: number) => Array.from({ length: count }, (_, n) => `see https://a.example/${n}`);
  expect(signals.many_links.fires({ ...noEvidence, texts: links(3) })).toBe(false);
  const withNames = ['https://www.a.example/1 and https://www.b.example/2'];
  expect(signals.many_links.fires({ ...noEvidence, texts: withNames })).toBe(false);
  expect(signals.many_links.fires({ ...noEvidence, texts: [links(2).join(' '), ...links(2)] })).toBe(true);
  expect(
    signals.many_links.fires({
      ...noEvidence,
      texts: ['[url=https://a.example]a[/url] <a href="https://b">'],
    }),
  ).toBe(true);
  expect(
    signals.many_links.fires({
      ...noEvidence,
      texts: ['I paid < 5 and got > 3, see [1], [2], [3] and [4].'],
    }),
  ).toBe(false);
});

test('links in long texts are counted in little time', async () => {
  const countLinks = () => {
    for (const text of ['<a'.repeat(50_000), '[url'.repeat(25_000), 'www.'.repeat(25_000)])
      signals.many_links.fires({ ...noEvidence, texts: [text] });
  };
  await expect.poll(() => measureCpuMs(countLinks)).toBeLessThan(1_000);
});
