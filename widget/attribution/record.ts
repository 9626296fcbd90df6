import type { FirstTouch } from '../../proxy/contract/attribution.ts';
import { clean, originAndPath, type ParameterValues, readParameters } from './parameters.ts';

/** What is known of a visit. Kept in memory or as JSON in the browser's storage. */
export interface VisitRecord {
  /** Changes with the shape, so that other releases ignore the record. */
  version: 1;
  /** When a page was last added, in milliseconds since 1970. */
  updated: number;
  /** Identifies the document that was added last. */
  document: number;
  /** The origin and path of the visit's first page; empty: unknown. */
  landing_page: string;
  /** The origin and path of the page that linked to it; empty: none. */
  referrer: string;
  /** The parameters of all pages; later ones have replaced earlier ones. */
  values: ParameterValues;
  /** The first visit of the record. */
  first: Required<FirstTouch>;
}

/** A page of a visit. */
export interface VisitedPage {
  /** The addresses that the page has had, the first one first. */
  addresses: string[];
  origin: string;
  referrer: string;
  /** Identifies the document: the time at which it was opened. */
  document: number;
  /** Whether the visitor has reloaded it. In a single-page app, it may not be the one that its referrer links to. */
  isReloaded: boolean;
  /** Milliseconds since 1970. */
  now: number;
}

/** After a longer pause, the next page begins a new visit. */
const maxPauseMs = 30 * 60_000;
/** The length in characters that a stored record can't reach. */
const maxLength = 100_000;

/** Adds a page to a record. A page with parameters, with a referrer of another origin, or after a long pause begins a new
 * visit; the values of earlier visits stay. */
export function addPage(before: VisitRecord | undefined, page: VisitedPage, names: string[]): VisitRecord {
  const { addresses, origin, referrer, document, isReloaded, now } = page;
  const found: ParameterValues = Object.assign({}, ...addresses.map(each => readParameters(each, names)));
  const from = originAndPath(referrer);
  const isContinued =
    before &&
    (before.document === document || // Another script on the page has added it.
      (!Object.keys(found).length &&
        (isReloaded || !from || `${from}/`.startsWith(`${origin}/`)) &&
        Math.abs(now - before.updated) < maxPauseMs));
  const start = isContinued ? before : { landing_page: originAndPath(addresses[0]!), referrer: from };
  return {
    ...start,
    version: 1,
    updated: now,
    document,
    values: { ...before?.values, ...found },
    first: before?.first ?? { ...start, parameters: found },
  };
}

/** The record that storage has; undefined: there is none, or it hasn't been updated for `lifetimeMs`. Storage may contain
 * anything, so nothing in the record is certain until `checkRecord` has read it. */
export function parseRecord(stored: string | null, now: number, lifetimeMs: number): VisitRecord | undefined {
  try {
    const record = stored!.length < maxLength && JSON.parse(stored!); // Throws for null, too.
    return record?.version === 1 && Math.abs(now - record.updated) < lifetimeMs ? record : undefined;
  } catch {
    return undefined; // Nothing, or something else has written here.
  }
}

/** Leaves out of a record what isn't text, and the parameters with other names. */
export function checkRecord(
  { landing_page, referrer, values, first, ...rest }: VisitRecord,
  names: string[],
): VisitRecord {
  const text = (value: unknown) => (typeof value === 'string' ? clean(value) : '');
  const texts = (given: ParameterValues | undefined) =>
    // Every object inherits something by names such as `constructor`, which are legal parameters.
    Object.fromEntries(names.map(name => [name, text(given?.[name])]).filter(([, value]) => value));
  return {
    ...rest,
    landing_page: text(landing_page),
    referrer: text(referrer),
    values: texts(values),
    first: {
      landing_page: text(first?.landing_page),
      referrer: text(first?.referrer),
      parameters: texts(first?.parameters),
    },
  };
}
