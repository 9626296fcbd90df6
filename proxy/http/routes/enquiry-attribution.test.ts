// Attribution is optional, and an enquiry is accepted with any value of it.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../tools/testing/proxy/any-character.ts';
import { ada, exampleConfig, json, proxyForEachTest } from '../../../tools/testing/proxy/proxy.ts';
import type { Receipt } from '../../contract/enquiry.ts';

const proxy = proxyForEachTest(exampleConfig, undefined, { ENQUIRY_RATE_PER_ADDRESS: '100000' });

const attribution = { landing_page: 'https://www.example.com/spring', parameters: { gclid: 'g-1' } };

test.each<[string, object, object]>([
  ['without it after with it', { ...ada, attribution }, ada],
  ['with it after without it', ada, { ...ada, attribution }],
  ['with another one', { ...ada, attribution }, { ...ada, attribution: { parameters: { gclid: 'g-2' } } }],
  ['with a malformed one', { ...ada, attribution }, { ...ada, attribution: 'none' }],
  ['with other client signals', { ...ada, client: { first_touch_ms: 900 } }, { ...ada, client: 7 }],
])('a repeated request gets the same receipt: %s', async (_, first, second) => {
  const key = randomUUID();
  const { reference } = await json<Receipt>(proxy.postEnquiry(first, key));
  const repeat = await proxy.postEnquiry(second, key);
  expect(repeat.status).toBe(201);
  expect(await repeat.json()).toMatchObject({ reference });
  expect(proxy.enquiryApi.requests).toHaveLength(1);
});

/** A body whose attribution is this JSON text, because some values can't be written as an object. */
const withAttribution = (text: string) => JSON.stringify(ada).replace('{', `{"attribution":${text},`);

test.each<[string, string]>([
  ['a prototype', '{"__proto__":{"parameters":{"gclid":"x"}},"parameters":{"__proto__":"x"}}'],
  [
    'NUL and a lone surrogate',
    '{"parameters":{"gclid":"a\\u0000b\\ud800c"},"landing_page":"https://a/\\u0000\\udc00"}',
  ],
  ['an object of 10,000 levels', `${'{"parameters":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['lists of 80,000 levels', '['.repeat(80_000) + ']'.repeat(80_000)],
  ['100 kB of text', JSON.stringify({ parameters: { gclid: 'x'.repeat(100_000) } })],
  [
    '10,000 parameters',
    JSON.stringify({
      parameters: Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`p${n}`, 'x'])),
    }),
  ],
])('an enquiry is accepted and delivered if its attribution is %s', async (_, text) => {
  expect((await proxy.postEnquiry(withAttribution(text))).status).toBe(201);
  expect(proxy.enquiryApi.requests[0]?.body).toMatchObject({ forename: 'Ada', email: ada.email });
});

test('an enquiry is accepted with any JSON value as its attribution', async () => {
  const values = fc.sample(fc.jsonValue({ stringUnit: anyCharacter }), 50);
  // They arrive at the same time, so they share transactions.
  const responses = await Promise.all(values.map(attribution => proxy.postEnquiry({ ...ada, attribution })));
  expect(values.filter((_, at) => responses[at]!.status !== 201)).toEqual([]);
});
