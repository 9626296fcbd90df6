import { expect, test } from 'vitest';
import type { messages } from '../../proxy/contract/languages/en.ts';
import { languages } from '../../proxy/contract/languages/enquiry-texts.ts';
import { normaliseAnswer } from '../../proxy/contract/normalise.ts';
import { readAmount } from './amount.ts';

const catalogues = import.meta.glob<{ messages: typeof messages }>(
  '../../proxy/contract/languages/{??,???}.ts',
  { eager: true },
);

/** What is sent. */
function read(typed: string, lang: string, unit?: string): string {
  const { numberWords } = catalogues[`../../proxy/contract/languages/${lang}.ts`]!.messages;
  const text = readAmount(typed, unit, lang, String(numberWords));
  return normaliseAnswer({ type: 'number', ...(unit && { unit }) }, text, lang);
}

const amounts: [typed: string, lang: string, sent: string, unit?: string][] = [
  ['285k', 'en', '285000'],
  ['£285 K', 'en', '285000'],
  ['£1.2m', 'en', '1200000'],
  ['1.2M', 'en', '1200000', '£'],
  ['1.2m', 'en', '1200000', 'GBP'],
  ['1.2m pounds sterling', 'en', '1200000'],
  ['1.285m', 'en', '1285000', '£'],
  ['1.2 million', 'en', '1200000'],
  ['£0.5m', 'en', '500000'],
  ['0k', 'en', '0'],
  ['-£1.5k', 'en', '-1500'],
  ['0.2505k', 'en', '250.5'],
  ['1,250.5k', 'en', '1250500'],
  ['285,000 pounds', 'en', '285000'],
  ['285,000 Pounds', 'en', '285000', '£'],
  ['285 thousand pounds sterling', 'en', '285000', '£'],
  ['285,000 GBP', 'en', '285000', '£'],
  ['285,000.50 pounds', 'en', '285000.50', '£'],
  ['85k', 'en', '85000', 'miles'],
  ['85k miles', 'en', '85000', 'miles'],
  ['1.2 million', 'en', '1.2', 'million'],
  ['20m', 'en', '20', 'm'],
  ['20 m²', 'en', '20', 'm²'],
  ['£285,000', 'en', '285000'],
  ['285 mil o bunnoedd', 'cy', '285000', '£'],
  ['1.2 miliwn o bunnau', 'cy', '1200000'],
  ['£1.2m', 'cy', '1200000'],
  ['2 fil o bunnoedd', 'cy', '2000'],
  ['285,000 punt', 'cy', '285000'],
  ['285 Tsd.', 'de', '285000'],
  ['285 Tausend Euro', 'de', '285000', '€'],
  ['1,2 Mio. €', 'de', '1200000'],
  ['1,2 Millionen Pfund', 'de', '1200000', '£'],
  ['285.000 Euro', 'de', '285000', '€'],
  ['285.000,- Euro', 'de', '285000'],
  ['285 mil', 'es', '285000'],
  ['1,2 millones de euros', 'es', '1200000', '€'],
  ['1,2 M€', 'es', '1200000'],
  ['285.000 libras esterlinas', 'es', '285000', '£'],
  ['285 k€', 'fr', '285000', '€'],
  ['285 mille', 'fr', '285000'],
  ['1,2\u00a0M€', 'fr', '1200000'],
  ["1,2 million d'euros", 'fr', '1200000', '€'],
  ['285\u202f000 euros', 'fr', '285000'],
  ['285 tys. zł', 'pl', '285000', 'zł'],
  ['285 tys. zł', 'pl', '285000'],
  ['5 tysięcy złotych', 'pl', '5000'],
  ['1,2 mln funtów', 'pl', '1200000', '£'],
  ['1,5 tysiąca dolarów', 'pl', '1500'],
  ['٢٨٥ ألف', 'ar', '285000'],
  ['١٫٢ مليون جنيه إسترليني', 'ar', '1200000', '£'],
  ['\u200f5 آلاف يورو\u200e', 'ar', '5000'],
];
test.each(amounts)('%s in %s is sent as %s', (typed, lang, sent, unit) => {
  expect(read(typed, lang, unit)).toBe(sent);
});

test.each(languages)('an amount in %s is tested', lang => {
  expect(amounts.map(([, tested]) => tested)).toContain(lang);
});

test.each<[typed: string, lang: string, unit?: string]>([
  ['5m', 'en'], // Metres.
  ['5m', 'en', 'm²'],
  ['5m', 'en', 'miles'],
  ['5k', 'en', 'km'],
  ['5k', 'en', 'kg'],
  ['£285k', 'en', '£m'],
  ['£285k', 'en', '£000'],
  ['285k', 'de', 'Tsd. €'],
  ['1.2m', 'en', 'million'],
  ['£1.2 mil', 'en'], // Millions in English, thousands in Spanish.
  ['285 m€', 'es'], // Thousands.
  ['285,000k', 'en'],
  ['1,285 m', 'en', '£'],
  ['1.285 Mio.', 'de'],
  ['1 200 tys.', 'pl'],
  ['12 pounds', 'en', 'kg'],
  ['285,000 euros', 'en', '£'],
  ['1,2 mil millones', 'es'],
  ['285 o', 'cy'],
  ['k', 'en'],
  ['pounds', 'en'],
  ['£200-300k', 'en'],
  ['285k or less', 'en'],
  ['£1.2bn', 'en'],
  ['2 milliards', 'fr'],
])('%s in %s could be another number of %s, so it is sent as typed', (typed, lang, unit) => {
  expect(read(typed, lang, unit)).toBe(typed);
});
