import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../tools/testing/proxy/any-character.ts';
import { type Attribution, attributionSources } from '../contract/attribution.ts';
import { marketingFields } from '../contract/definition.ts';
import { readAttribution } from './attribution-entries.ts';

const names = ['gclid', 'constructor'];
const complete: Attribution = {
  landing_page: 'https://www.example.com/spring',
  parameters: { utm_campaign: 'spring', gclid: 'g-1', constructor: 'c' } as Record<string, string>,
  sources: { marketing_campaign: 'tag', utm_campaign: 'address', gclid: 'earlier page' },
  first: {
    landing_page: 'https://www.example.com/',
    referrer: 'https://search.example/',
    parameters: { gclid: 'g-0', utm_source: 'radio' },
  },
};

test('the attribution that the widget sends is kept', () => {
  expect(readAttribution(complete, names)).toEqual(complete);
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'gclid=g-1'],
  ['a list', [complete]],
  ['parameters that are a list', { parameters: ['gclid'] }],
  ['values that aren’t texts', { parameters: { gclid: ['g-1'], constructor: 7 } }],
  ['blank values', { parameters: { gclid: ' \n ' }, landing_page: '' }],
  ['names that every object inherits', { parameters: {}, sources: {}, first: {} }],
  ['other parameters', { parameters: { msclkid: 'm', email: 'ada@example.com' } }],
  ['a prototype', JSON.parse('{"__proto__":{"parameters":{"gclid":"g-1"}}}')],
  ['unknown sources', { sources: { gclid: 'guessed', email: 'tag', __proto__: 'tag' } }],
  ['a landing page that isn’t an address', { landing_page: '/spring' }],
  ['a landing page that is a script', { landing_page: 'javascript://www.example.com/%0aalert(1)' }],
])('%s counts as no attribution', (_, given) => {
  expect(readAttribution(given, names)).toEqual({});
});

test.each([
  ['https://www.example.com/a/b?email=ada@example.com#top', 'https://www.example.com/a/b'],
  ['https://ada:secret@www.example.com:8443/a', 'https://www.example.com:8443/a'],
  ['https://www.example.com', 'https://www.example.com/'],
  [
    'android-app://com.example.search/https/www.example.com?q=ada',
    'android-app://com.example.search/https/www.example.com',
  ],
])('only the origin and path of %s are kept', (address, kept) => {
  expect(readAttribution({ landing_page: address, first: { referrer: address } }, names)).toEqual({
    landing_page: kept,
    first: { referrer: kept },
  });
});

test('values are cleaned, and cut at 500 characters without splitting one', () => {
  const { parameters, landing_page = '' } = readAttribution(
    {
      landing_page: `https://www.example.com/${'a'.repeat(1_000)}`,
      parameters: { gclid: ` a\0b\ud800${'😀'.repeat(600)}`, constructor: '\u202eabc' },
    },
    names,
  );
  expect(parameters).toEqual({ gclid: `a b\ufffd${'😀'.repeat(496)}`, constructor: '\u202eabc' });
  expect(landing_page).toHaveLength(500);
});

test('any JSON value gives only texts that can be stored, of parameters in the config', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 700 }),
    fc.webUrl({ withQueryParameters: true }),
  );
  const member = (name: fc.Arbitrary<string>) =>
    fc.oneof(
      fc.dictionary(name, fc.oneof(text, fc.constantFrom(...attributionSources), fc.jsonValue())),
      fc.jsonValue(),
    );
  const name = fc.oneof(
    fc.constantFrom(...names, ...marketingFields, 'utm_source', '__proto__'),
    fc.string(),
  );
  const visit = { landing_page: fc.oneof(text, fc.jsonValue()), parameters: member(name) };
  const attribution = fc.record(
    {
      ...visit,
      sources: member(name),
      first: fc.record({ ...visit, referrer: text }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(attribution, fc.jsonValue()), given => {
      const { landing_page, parameters = {}, sources = {}, first } = readAttribution(given, names);
      expect([...names, 'utm_source']).toEqual(expect.arrayContaining(Object.keys(parameters)));
      for (const source of Object.values(sources)) expect(attributionSources).toContain(source);
      const values = [landing_page, ...Object.values(parameters), first?.landing_page, first?.referrer];
      for (const value of [...values, ...Object.values(first?.parameters ?? {})]) {
        if (value === undefined) continue;
        expect([...value].length).toBeLessThanOrEqual(500);
        expect(value).toMatch(/^[^\p{Cc}\p{Cs}]+$/u);
      }
    }),
  );
});
