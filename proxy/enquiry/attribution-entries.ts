import { marketingFields } from '../contract/definition.ts';
import type { Enquiry } from '../contract/enquiry.ts';
import type { Config } from '../settings/config.ts';
import { isLanguageTag } from '../settings/texts.ts';
import { cleanText } from './clean-text.ts';
import type { MetaEntry } from './create-body.ts';
import { labelsIn } from './entry-labels.ts';
import { readAttribution } from './read-attribution.ts';

/** Where a request comes from, in addition to the members of its enquiry. */
export interface RequestOrigin {
  /** The `Origin` header: the origin of the form's page. Browsers add it to every POST, even to the same origin. */
  site: string;
  /** The `attribution` of the body: any JSON value. */
  attribution: unknown;
}

/** Lists the `meta` entries that tell where an enquiry comes from, without those that the config turns off. Their
 * labels are in the config's main language. */
export function listAttributionEntries(
  { attribution: settings, language }: Pick<Config, 'attribution' | 'language'>,
  enquiry: Enquiry,
  { site, attribution }: RequestOrigin,
): MetaEntry[] {
  const labels = labelsIn(language);
  const { parameters = {}, sources = {}, ...pages } = readAttribution(attribution, settings.parameters);
  const { lang = '' } = enquiry;
  const entries = [
    toEntry('site', labels.site, settings.site ? site : ''),
    toEntry('language', labels.language, settings.language && isLanguageTag(lang) ? cleanText(lang) : ''),
    toEntry('landing_page', labels.landing_page, settings.landing_page ? pages.landing_page : ''),
    ...Object.entries(parameters).map(([name, value]) => toEntry(name, labels.parameter(name), value)),
  ];
  if (settings.first_touch && pages.first) {
    const { landing_page, referrer, parameters: firstParameters = {} } = pages.first;
    entries.push(
      toEntry('first_landing_page', labels.first_landing_page, settings.landing_page ? landing_page : ''),
      toEntry('first_referrer', labels.first_referrer, referrer),
      ...Object.entries(firstParameters).map(([name, value]) =>
        toEntry(`first_${name}`, labels.first_parameter(name), value),
      ),
    );
  }
  const isSent = (name: string) =>
    marketingFields.some(field => field === name && cleanText(enquiry[field] ?? '')) ||
    Object.hasOwn(parameters, name);
  const described = Object.entries(sources).filter(([name]) => isSent(name));
  entries.push(
    toEntry('sources', labels.sources, described.map(([name, source]) => `${name}: ${source}`).join(', ')),
  );
  return entries.filter(({ value }) => value !== '');
}

const toEntry = (name: string, label: string, value = ''): MetaEntry => ({
  id: `attribution_${name}`,
  label,
  value,
});

/** Creates the `meta` entry of an enquiry that was probably sent before. Its value is the reference of the earlier one,
 * and its label is in the config's main language. */
export function possibleDuplicateEntry(reference: string, { language }: Pick<Config, 'language'>): MetaEntry {
  return {
    id: 'possible_duplicate_of',
    label: labelsIn(language).possible_duplicate_of,
    value: reference,
  };
}

/** Creates the `meta` entry of an enquiry that may be spam. Its value names the signals, and its label is in the
 * config's main language. */
export function suspectedSpamEntry(signals: string[], { language }: Pick<Config, 'language'>): MetaEntry {
  return { id: 'suspected_spam', label: labelsIn(language).suspected_spam, value: signals.join(', ') };
}
