import {
  type Attribution,
  type AttributionSource,
  attributionSources,
  type FirstTouch,
  marketingParameters,
} from '../contract/attribution.ts';
import { type Definition, marketingFields } from '../contract/definition.ts';
import type { Enquiry } from '../contract/enquiry.ts';
import { enquiryTextsIn } from '../contract/languages/enquiry-texts.ts';
import type { Config } from '../settings/config.ts';
import { isLanguageTag } from '../settings/texts.ts';
import { listTold } from './call-back.ts';
import { cleanText, type MetaEntry, referenceEntry } from './create-body.ts';
import { toDigits } from './identifiers.ts';

/** Where a request comes from, in addition to the members of its enquiry. */
interface RequestOrigin {
  /** The `Origin` header: the origin of the form's page. Browsers add it to every POST, even to the same origin. */
  site: string;
  /** The name of a server application's client key. Undefined: a page sends the enquiry. */
  client?: string | undefined;
  /** The `attribution` of the body: any JSON value. */
  attribution: unknown;
}

/** Lists the `meta` entries that tell where an enquiry comes from, without those that the config turns off. Their
 * labels are in the config's main language. */
export function listAttributionEntries(
  { attribution: settings, language }: Pick<Config, 'attribution' | 'language'>,
  enquiry: Enquiry,
  { site, client, attribution }: RequestOrigin,
): MetaEntry[] {
  const labels = enquiryTextsIn(language).entryLabels;
  const { parameters = {}, sources = {}, ...pages } = readAttribution(attribution, settings.parameters);
  const { lang = '' } = enquiry;
  const entries = [
    toEntry('site', labels.site, site),
    toEntry('client', labels.client, client),
    toEntry('language', labels.language, isLanguageTag(lang) ? cleanText(lang) : ''),
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
  const described = settings.send_sources ? Object.entries(sources).filter(([name]) => isSent(name)) : [];
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

/** The site that an enquiry came from, by its entries; undefined if there is none. */
export const siteOf = (meta: MetaEntry[]) => meta.find(({ id }) => id === toEntry('site', '').id)?.value;

/** Creates the `meta` entry that names the form that the visitor saw. Its value has the first digits of the definition's
 * hash and the proxy's release, and its label is in the config's main language. */
export function formVersionEntry(
  { definition: hash }: Pick<Definition, 'definition'>,
  release: string,
  { language }: Pick<Config, 'language'>,
): MetaEntry {
  return {
    id: 'enquiry_form_version',
    label: enquiryTextsIn(language).entryLabels.form_version,
    value: `${toDigits(hash)} ${release}`,
  };
}

/** Creates the `meta` entry of an enquiry that was probably sent before, whose value is the reference of the earlier one, or
 * that may be spam, whose value names the signals. Its label is in the config's main language. */
export const toMark = (
  id: 'possible_duplicate_of' | 'suspected_spam',
  value: string,
  { language }: Pick<Config, 'language'>,
): MetaEntry => ({ id, label: enquiryTextsIn(language).entryLabels[id], value });

/** Lists every `meta` entry that the proxy can add to an enquiry with this config when it accepts it, in the order in
 * which they arrive, with invented values. */
export function listPossibleEntries(config: Config): MetaEntry[] {
  const { spam, attribution } = config;
  const names = [...Object.values(marketingParameters), ...attribution.parameters];
  const page = 'https://www.example.com/';
  const visit = { landing_page: page, parameters: Object.fromEntries(names.map(name => [name, 'sample'])) };
  const given = { ...visit, sources: { [names[0]!]: 'address' }, first: { ...visit, referrer: page } };
  return [
    referenceEntry('7K2PQ-2M9XD'),
    formVersionEntry({ definition: 'sha256-sample' }, '1.0.0', config),
    ...listAttributionEntries(
      config,
      { case_type: 'sample', lang: 'en' },
      { site: page, client: 'sample', attribution: given },
    ),
    ...(spam.suspects === 'mark' ? [toMark('suspected_spam', 'sample', config)] : []),
    ...listTold(
      { lang: config.language },
      { telephone_mobile: 'sample' },
      { plan: 'call', hours: undefined, language: config.language, now: 0 },
    ).entries,
    toMark('possible_duplicate_of', '7K2PQ-2M9XD', config),
  ];
}

/** Reads the `attribution` of a request, which may be any JSON value. Leaves out malformed and empty members and
 * parameters that neither are in the config nor belong to a marketing field, cleans the values, and keeps only the origin
 * and path of addresses. */
export function readAttribution(given: unknown, parameterNames: string[]): Attribution {
  const names = [...Object.values(marketingParameters), ...parameterNames];
  return withoutUndefined({
    landing_page: readAddress(getMember(given, 'landing_page')),
    parameters: readParameters(getMember(given, 'parameters'), names),
    sources: readSources(getMember(given, 'sources'), [...marketingFields, ...names]),
    first: readFirstTouch(getMember(given, 'first'), names),
  });
}

function readFirstTouch(given: unknown, names: string[]): FirstTouch | undefined {
  const first: FirstTouch = withoutUndefined({
    landing_page: readAddress(getMember(given, 'landing_page')),
    referrer: readAddress(getMember(given, 'referrer')),
    parameters: readParameters(getMember(given, 'parameters'), names),
  });
  return Object.keys(first).length > 0 ? first : undefined;
}

/** Leaves out the members that are undefined. */
function withoutUndefined<Members extends object>(members: Members) {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [Name in keyof Members]?: Exclude<Members[Name], undefined> };
}

function readParameters(given: unknown, names: string[]): Record<string, string> | undefined {
  return toRecord(names, name => {
    const value = getMember(given, name);
    return typeof value === 'string' ? cleanText(value) : '';
  });
}

function readSources(given: unknown, names: string[]): Record<string, AttributionSource> | undefined {
  return toRecord(names, name => {
    const value = getMember(given, name);
    return attributionSources.find(source => source === value);
  });
}

/** The protocols of pages and apps. Others could be dangerous in a back office that shows addresses as links. */
const protocols = ['https:', 'http:', 'android-app:', 'ios-app:'];

/** The origin and path of an address. Its query, fragment and login may contain personal data. Undefined if it isn't an
 * address. */
function readAddress(given: unknown): string | undefined {
  const url = typeof given === 'string' ? URL.parse(given) : null;
  if (!url?.host || !protocols.includes(url.protocol)) return undefined;
  return cleanText(`${url.protocol}//${url.host}${url.pathname}`);
}

/** Reads only the object's own members: a parameter may have a name such as `constructor`, which every object
 * inherits. */
function getMember(given: unknown, name: string): unknown {
  return typeof given === 'object' && given !== null && Object.hasOwn(given, name)
    ? (given as Record<string, unknown>)[name]
    : undefined;
}

/** The non-empty values of these names. Undefined if there are none. */
function toRecord<Value extends string>(
  names: string[],
  read: (name: string) => Value | '' | undefined,
): Record<string, Value> | undefined {
  const entries = names.flatMap(name => {
    const value = read(name);
    return value ? [[name, value] as const] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
