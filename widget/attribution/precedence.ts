import {
  type Attribution,
  type AttributionSettings,
  type AttributionSource,
  defaultParameters,
  marketingParameters,
} from '../../proxy/contract/attribution.ts';
import type { MarketingField } from '../../proxy/contract/definition.ts';
import type { Enquiry } from '../../proxy/contract/enquiry.ts';
import { clean, type Mode, modes, readParameters, type VisitRecord } from './record.ts';

/** The tag's marketing values, which may be empty. Null and undefined mean that a value isn't set. */
export type TagValues = Partial<Record<(typeof marketingAttributes)[number][1], string | null | undefined>>;

/** The facts that determine an enquiry's attribution. */
export interface AttributionEvidence {
  tag: TagValues;
  /** The addresses of the form's page, the latest one first. */
  addresses: string[];
  /** Undefined if only the tag is used. */
  visit: Pick<VisitRecord, 'landing_page' | 'referrer' | 'values' | 'first'> | undefined;
  settings: AttributionSettings | undefined;
}

/** The marketing fields (spec 2.1), each with its attribute, in the order of `marketingParameters`. */
export const marketingAttributes = [
  ['marketing_lead_referer', 'referer'],
  ['marketing_campaign', 'campaign'],
  ['marketing_keywords', 'keywords'],
  ['marketing_detail', 'detail'],
] as const;

/** The names of all parameters that are read, those of the marketing fields first. */
export function parameterNames(settings: AttributionSettings | undefined): string[] {
  return [...Object.values(marketingParameters), ...(settings?.parameters ?? defaultParameters)];
}

/** Decides where the enquiry in this form comes from. In the mode `off`, only the tag is used. */
export function attributeForm(
  element: Element & TagValues,
  { addresses, visit, settings }: Omit<AttributionEvidence, 'tag'>,
): ReturnType<typeof attribute> {
  const isOff = readMode(element) === 'off';
  // A property that the page has set takes precedence over its attribute.
  const tag = marketingAttributes.map(([, name]) => [name, element[name] ?? element.getAttribute(name)]);
  return attribute({
    tag: Object.fromEntries(tag),
    addresses: isOff ? [] : addresses,
    visit: isOff ? undefined : visit,
    settings,
  });
}

export function readMode(element: Element): Mode {
  const given = element.getAttribute('attribution');
  return modes.find(mode => mode === given) ?? 'page';
}

/** Decides where an enquiry comes from. For each value, the tag takes precedence over the address of this page, which
 * takes precedence over earlier pages. The referer may also come from the page that linked to the visit's first page,
 * which has the lowest precedence. An empty value on the tag is used, and an empty parameter is ignored. A marketing
 * field's parameter is sent under its own name if the tag overrides it with another value. */
export function attribute({
  tag,
  addresses,
  visit,
  settings,
}: AttributionEvidence): Record<MarketingField, string> & Pick<Enquiry, 'attribution'> {
  const names = parameterNames(settings);
  const here = addresses.map(address => readParameters(address, names));
  const sources: Record<string, AttributionSource> = {};
  const find = (name: string): Found | undefined => {
    // A parameter may be called `constructor`, and every object inherits a property of that name.
    const values = here.find(each => Object.hasOwn(each, name));
    if (values) return [values[name]!, 'address'];
    return visit && Object.hasOwn(visit.values, name) ? [visit.values[name]!, 'earlier page'] : undefined;
  };
  /** Records the source of a value. */
  const use = (target: string, [value, source]: Found): [target: string, value: string] => {
    sources[target] = source;
    return [target, clean(value)];
  };
  const findField = (field: MarketingField, given: unknown): Found | undefined => {
    if (given !== null && given !== undefined) return [`${given}`, 'tag'];
    const linked = field === 'marketing_lead_referer' && visit?.referrer;
    return find(marketingParameters[field]) ?? (linked ? [linked, 'referrer'] : undefined);
  };
  const marketing = Object.fromEntries(
    marketingAttributes.map(([field, attribute]) => {
      const found = findField(field, tag[attribute]);
      return found ? use(field, found) : [field, ''];
    }),
  ) as Record<MarketingField, string>; // `marketingAttributes` lists all of them.
  const parameters = Object.fromEntries(
    names.flatMap((name, index) => {
      const found = find(name);
      const field = marketingAttributes[index]?.[0];
      const isSent = !field || (sources[field] === 'tag' && marketing[field] !== found?.[0]);
      return found && isSent ? [use(name, found)] : [];
    }),
  );
  const attribution: Attribution = filled({
    ...(visit && { landing_page: visit.landing_page }),
    parameters,
    sources,
    ...(visit && settings?.first_touch && { first: filled(visit.first) }),
  });
  return { ...marketing, ...filled({ attribution }) };
}

type Found = [value: string, source: AttributionSource];

function filled<Members extends object>(members: Members): Partial<Members> {
  const isFilled = ([, value]: [string, unknown]) =>
    value && (typeof value === 'string' || Object.keys(value).length);
  return Object.fromEntries(Object.entries(members).filter(isFilled)) as Partial<Members>; // No member is added.
}
