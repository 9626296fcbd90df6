import { addPage, parseRecord, type VisitedPage, type VisitRecord } from './record.ts';

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
 * page. `consent` is undefined until the page reports it. */
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
    // Not `toJson`, which would take the script for pages without a form over 1 kB. The record has no arrays, and only
    // arrays have a `toJSON` method on pages with an old library.
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

/** Reads from an `enquiry-consent` event whether the visitor has consented. Undefined if the event doesn't tell. */
export function readConsent(event: Event | undefined): boolean | undefined {
  const attribution = (event as CustomEvent | undefined)?.detail?.attribution;
  return typeof attribution === 'boolean' ? attribution : undefined;
}
