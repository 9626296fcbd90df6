import { addPage, parseRecord, type VisitedPage, type VisitRecord } from './record.ts';

/** What is remembered of a visit: nothing, or the record in the document's memory, in session storage, or in local
 * storage once the visitor has consented. */
export const modes = ['off', 'page', 'session', 'persist'] as const;
export type Mode = (typeof modes)[number];

/** The key in session storage and in local storage. */
const key = 'enquiry-attribution';
const persistLifetimeMs = 90 * 24 * 60 * 60_000;

/** Undefined: the mode stores nothing. Throws if the visitor or the page's sandbox blocks storage. */
const storageOf = (mode: Mode): Storage | undefined =>
  mode === 'session' ? sessionStorage : mode === 'persist' ? localStorage : undefined;

/** Adds a page to the record of this mode, and returns it. A mode that may not store anything returns a record of this
 * page alone. `consent`: undefined if the page hasn't said. */
export function remember(
  mode: Mode,
  consent: boolean | undefined,
  page: VisitedPage,
  names: string[],
): VisitRecord {
  let record = addPage(undefined, page, names);
  if (consent === false) return record;
  try {
    const storage = storageOf(mode);
    const isPersistent = mode === 'persist';
    const lifetimeMs = isPersistent ? persistLifetimeMs : Infinity;
    const before = storage && parseRecord(storage.getItem(key), page.now, lifetimeMs);
    record = addPage(before, page, names);
    // A stored record is the sign of earlier consent, until it expires.
    if (!isPersistent || consent || before) storage?.setItem(key, JSON.stringify(record));
    else storage?.removeItem(key);
  } catch {
    // The storage is blocked or full.
  }
  return record;
}

/** Whether there is still a record in this mode's storage. Another tab may have erased it. */
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

/** Erases all records. */
export function forget(): void {
  for (const mode of modes) {
    try {
      storageOf(mode)?.removeItem(key);
    } catch {
      // The storage is blocked, so nothing was stored.
    }
  }
}

/** Whether the visitor has consented, according to an `enquiry-consent` event; undefined: it doesn't say. */
export function readConsent(event: Event | undefined): boolean | undefined {
  const attribution = (event as CustomEvent | undefined)?.detail?.attribution;
  return typeof attribution === 'boolean' ? attribution : undefined;
}
