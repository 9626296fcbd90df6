import { describe, expect, test } from 'vitest';
import { validConfig } from '../../tools/testing/proxy/settings.ts';
import { listAttributionEntries, toMark } from './attribution-entries.ts';

const site = 'https://www.example.com';
const enquiry = { case_type: 'a', forename: 'Ada', lang: 'cy', marketing_campaign: 'spring-tv' };
const attribution = {
  landing_page: 'https://www.example.com/spring?gclid=g-1',
  parameters: { gclid: 'g-1', utm_medium: 'cpc', constructor: 'c', other: 'x' },
  sources: {
    gclid: 'earlier page',
    utm_medium: 'address',
    marketing_campaign: 'tag',
    marketing_detail: 'tag',
    msclkid: 'address',
    constructor: 'guess',
  },
  first: {
    landing_page: 'https://www.example.com/?utm_source=radio',
    referrer: 'https://search.example/?q=ada',
    parameters: { utm_source: 'radio-kent', gclid: 'g-0', other: 'x' },
  },
};

function list(settings: object = {}, language = 'en', given: unknown = attribution, body: object = {}) {
  const config = validConfig({
    origins: [],
    language,
    attribution: { send_sources: true, ...settings },
    case_types: { a: { label: 'A' } },
  });
  return listAttributionEntries(config, { ...enquiry, ...body }, { site, attribution: given });
}

test('site, language, landing page and parameters are sent unless the config says otherwise', () => {
  expect(list()).toEqual([
    { id: 'attribution_site', label: 'Site', value: site },
    { id: 'attribution_language', label: 'Language', value: 'cy' },
    { id: 'attribution_landing_page', label: 'Landing page', value: 'https://www.example.com/spring' },
    { id: 'attribution_utm_medium', label: 'Parameter utm_medium', value: 'cpc' },
    { id: 'attribution_gclid', label: 'Parameter gclid', value: 'g-1' },
    {
      id: 'attribution_sources',
      label: 'Sources of the values',
      value: 'marketing_campaign: tag, utm_medium: address, gclid: earlier page',
    },
  ]);
});

test('a parameter that the tag overrides arrives under its own name, even if the config lists no parameters', () => {
  const overridden = {
    parameters: { utm_campaign: 'google-brand', gclid: 'g' },
    sources: { marketing_campaign: 'tag', utm_campaign: 'earlier page', gclid: 'address' },
  };
  const all = list({ parameters: [] }, 'de', overridden);
  expect(all.filter(({ id }) => !/_(?:site|language)$/.test(id))).toEqual([
    { id: 'attribution_utm_campaign', label: 'Parameter utm_campaign', value: 'google-brand' },
    {
      id: 'attribution_sources',
      label: 'Herkunft der Werte',
      value: 'marketing_campaign: tag, utm_campaign: earlier page',
    },
  ]);
});

test('the first visit is sent if the config asks for it', () => {
  const first = list({ first_touch: true }).filter(({ id }) => id.startsWith('attribution_first_'));
  expect(first).toEqual([
    {
      id: 'attribution_first_landing_page',
      label: 'First visit: landing page',
      value: 'https://www.example.com/',
    },
    { id: 'attribution_first_referrer', label: 'First visit: referrer', value: 'https://search.example/' },
    {
      id: 'attribution_first_utm_source',
      label: 'First visit: parameter utm_source',
      value: 'radio-kent',
    },
    { id: 'attribution_first_gclid', label: 'First visit: parameter gclid', value: 'g-0' },
  ]);
});

describe('some values can be turned off', () => {
  const all = [
    'site',
    'language',
    'landing_page',
    'gclid',
    'first_landing_page',
    'first_referrer',
    'sources',
  ];
  const every = { first_touch: true, parameters: ['gclid'] };
  test.each<[object, string[]]>([
    [{ send_sources: false }, ['sources']],
    [{ landing_page: false }, ['landing_page', 'first_landing_page']],
    [{ parameters: [] }, ['gclid']],
    [{ first_touch: false }, ['first_landing_page', 'first_referrer']],
  ])('%j', (settings, missing) => {
    const ids = list({ ...every, ...settings }).map(({ id }) => id.replace('attribution_', ''));
    for (const id of all) expect(ids.includes(id), id).toBe(!missing.includes(id));
  });
});

test('a parameter may have the name of a property that every object has', () => {
  const settings = { parameters: ['constructor', 'valueOf'] };
  const entries = list(settings).filter(({ id }) => !/site|language|landing_page/.test(id));
  expect(entries.map(({ id, value }) => [id, value])).toEqual([
    ['attribution_constructor', 'c'],
    ['attribution_sources', 'marketing_campaign: tag'],
  ]);
});

test('a request without a language and attribution has only its site', () => {
  const ids = list({ first_touch: true }, 'en', null, { lang: '<b>' }).map(({ id }) => id);
  expect(ids).toEqual(['attribution_site']);
});

test.each<[string, string]>([
  ['de', 'Einstiegsseite'],
  ['de-AT', 'Einstiegsseite'],
  ['cy', 'Tudalen lanio'],
  ['nl', 'Landing page'],
])('labels are in the main language of the config: %s', (language, label) => {
  expect(list({}, language).find(({ id }) => id === 'attribution_landing_page')?.label).toBe(label);
});

test('a possible duplicate names the reference of the earlier enquiry', () => {
  expect(toMark('possible_duplicate_of', '7K2PQ-2M9XD', { language: 'fr' })).toEqual({
    id: 'possible_duplicate_of',
    label: 'Doublon possible de',
    value: '7K2PQ-2M9XD',
  });
});
