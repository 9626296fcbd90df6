// The record of a visit: what it contains, and where it is kept.
import { type FirstTouch, maxAttributionLength } from '../../proxy/contract/attribution.ts';

declare global {
  interface Document {
    /** Whether the browser renders the page before the visitor opens it, and perhaps they never do. */
    readonly prerendering?: boolean;
  }
}

/** Non-empty values by the names of their parameters. */
type ParameterValues = Record<string, string>;

/** The record of a visit. Kept in memory, or as JSON in the browser's storage. */
export interface VisitRecord {
  /** Changes with the format, so that other releases ignore the record. */
  version: 1;
  /** When a page was last added, in milliseconds since 1970. */
  updated: number;
  /** Identifies the document that was added last. */
  document: number;
  /** The origin and path of the visit's first page; empty: unknown. */
  landing_page: string;
  /** The origin and path of the page of another origin that linked to it; empty: none. */
  referrer: string;
  /** The parameters of all pages. Later values replace earlier ones. */
  values: ParameterValues;
  first: Required<FirstTouch>;
}

export type VisitedPage = ReturnType<typeof describePage>;

/** Describes this page. `addresses` are all addresses that it has had, in order. */
export function describePage(addresses: string[]) {
  // All entries of this type are PerformanceNavigationTiming.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return {
    addresses,
    /** The page of another origin that linked to this one. */
    referrer: document.referrer.startsWith(`${location.origin}/`) ? '' : document.referrer,
    /** The time at which the document was opened, which identifies it. */
    document: performance.timeOrigin,
    /** In a single-page app, the referrer of a page that was reloaded may link to another page than this. */
    isReloaded: navigation?.type === 'reload',
    now: Date.now(),
  };
}

/** After a longer pause, the next page begins a new visit. */
const maxPauseMs = 30 * 60_000;
/** Longer texts in storage aren't records, because a record can't be this long. */
const maxLength = 100_000;

/** Adds a page to a record. A new visit begins with a page that has parameters or a referrer of another origin, and after
 * a long pause. The values of earlier visits are kept. */
export function addPage(before: VisitRecord | undefined, page: VisitedPage, names: string[]): VisitRecord {
  const { addresses, referrer, document, isReloaded, now } = page;
  const found: ParameterValues = Object.assign({}, ...addresses.map(each => readParameters(each, names)));
  const from = originAndPath(referrer);
  const isContinued =
    before &&
    (before.document === document || // Another script on the page has added the same page.
      (!Object.keys(found).length && (isReloaded || !from) && Math.abs(now - before.updated) < maxPauseMs));
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

/** Parses a stored record. Returns undefined if there is none, or if it hasn't been updated for `lifetimeMs`. Storage may
 * contain any data, so use `checkRecord` before you read the record. */
export function parseRecord(stored: string | null, now: number, lifetimeMs: number): VisitRecord | undefined {
  try {
    const record = stored!.length < maxLength && JSON.parse(stored!); // Null throws, too.
    return record?.version === 1 && Math.abs(now - record.updated) < lifetimeMs ? record : undefined;
  } catch {
    return undefined; // Nothing is stored, or the text isn't a record.
  }
}

/** Returns the record without values that aren't texts and parameters that aren't in `names`. */
export function checkRecord(
  { landing_page, referrer, values, first, ...rest }: VisitRecord,
  names: string[],
): VisitRecord {
  const text = (value: unknown) => (typeof value === 'string' ? clean(value) : '');
  const texts = (given: ParameterValues | undefined) =>
    // A parameter may be called `constructor`, and every object inherits a property of that name, which isn't a text.
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

/** Makes a value safe to send: removes control characters and lone surrogates, and cuts it if it is too long. The proxy
 * cuts it further, and `marketing_detail` after a word, so it needs to know that there was more. */
export function clean(value: string): string {
  const text = value.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim();
  return [...text].slice(0, 2 * maxAttributionLength).join('');
}

/** Reads these parameters from any address. Advertisements damage addresses in two ways: with `&amp;` instead of `&`, and
 * with a second `?`. The case of names is ignored. The first value of a repeated parameter is used. An empty value counts
 * as missing. `convert` returns what is kept of a value. */
export function readParameters(address: string, names: string[], convert = clean): ParameterValues {
  const query = address.replace(/^[^?#]*|#.*/gs, '').replace(/&amp;|\?(?=\w+=)/g, '&');
  const found: ParameterValues = {};
  // URLSearchParams never throws. It replaces malformed percent-encoding.
  const given = [...new URLSearchParams(query)];
  for (const [each, text] of given.reverse()) {
    const name = names.find(known => known.toLowerCase() === each.toLowerCase());
    const value = convert(text);
    if (name && value) found[name] = value;
  }
  return found;
}

/** The part of an address that identifies the page or app, without login, query and fragment, which may contain personal
 * data. Empty for other addresses, such as `about:blank` and files. */
export function originAndPath(address: string): string {
  const pattern = /^((?:https?|android-app):\/\/)(?:[^/?#]*@)?([^?#]*)/i;
  const [, scheme = '', rest = ''] = pattern.exec(address) ?? [];
  return clean(scheme + rest);
}

/** The modes of remembering a visit: not at all, in the document's memory, in session storage, or in local storage once
 * the visitor has consented. */
export const modes = ['off', 'page', 'session', 'persist'] as const;
export type Mode = (typeof modes)[number];

/** The key in session storage and in local storage. */
const key = 'enquiry-attribution';
const persistLifetimeMs = 90 * 24 * 60 * 60_000;

/** The storage of a mode. Undefined if the mode stores nothing. Throws if the visitor or the page's sandbox blocks
 * storage. */
const storageOf = (mode: Mode): Storage | undefined =>
  mode === 'session' ? sessionStorage : mode === 'persist' ? localStorage : undefined;

/** Adds a page to the record of this mode, and returns the record. If nothing may be stored, the record has only this
 * page. Erases all records if the visitor has refused consent, which is undefined until the page reports it. */
export function remember(
  mode: Mode,
  consent: boolean | undefined,
  page: VisitedPage,
  names: string[],
): VisitRecord {
  let record = addPage(undefined, page, names);
  if (consent === false) {
    forget();
    return record;
  }
  try {
    const storage = storageOf(mode);
    const isPersistent = mode === 'persist';
    const before =
      storage && parseRecord(storage.getItem(key), page.now, isPersistent ? persistLifetimeMs : Infinity);
    record = addPage(before, page, names);
    // Not `toJson`: the record has no arrays, and only they have a `toJSON` method on pages with an old library.
    // A stored record shows that the visitor consented before, until it expires.
    if (!isPersistent || consent || before) storage?.setItem(key, JSON.stringify(record));
    else storage?.removeItem(key);
  } catch {
    // The storage is blocked or full.
  }
  return record;
}

/** Whether this mode's storage still has a record. Another tab may have erased it. */
export function isRemembered(mode: Mode): boolean {
  try {
    return !!storageOf(mode)?.getItem(key);
  } catch {
    return false; // The storage is blocked.
  }
}

/** Whether another tab has just erased the persistent record. */
export function isErasure({ key: changed, newValue }: StorageEvent): boolean {
  return changed === key && newValue === null;
}

export function forget(): void {
  for (const mode of modes) {
    try {
      storageOf(mode)?.removeItem(key);
    } catch {
      // The storage is blocked, so nothing was stored.
    }
  }
}

/** Reads from an `enquiry-consent` event whether the visitor has consented. Undefined if the event doesn't tell. */
export function readConsent(event: Event | undefined): boolean | undefined {
  const attribution = (event as CustomEvent | undefined)?.detail?.attribution;
  return typeof attribution === 'boolean' ? attribution : undefined;
}
