import type { Sent } from '../submission/enquiry-request.ts';

/** What is kept of a form: never files. */
export interface Draft {
  /** What stood in it, by the names of its controls; `[]`: nothing was ticked. */
  values: Record<string, string[]>;
  /** The request that went out last. */
  sent?: Sent | undefined;
  /** Whether nobody knows yet what became of it, so that it is repeated. */
  isUnderWay?: boolean;
  /** Whether files were chosen, which are gone after a reload. */
  hadFiles?: boolean;
}

/** How long a draft is kept after its last change. */
export const keptMs = 60 * 60 * 1000;

/** The drafts of one page and case type: one for each form, by its place. What is too old, or is none of ours, is
 * left out. */
function draftsIn(text: string | null, now: number): Record<string, Draft & { at: number }> {
  const found: unknown = JSON.parse(text ?? '{}');
  const isFresh = ([, draft]: [string, { at?: number; values?: object } | null]) =>
    draft?.values && Math.abs(now - (draft.at ?? 0)) < keptMs;
  return Object.fromEntries(Object.entries(found ?? {}).filter(isFresh));
}

/** Gets the draft at a place; undefined: there is none. */
export function readDraft(
  storage: () => Storage,
  key: string,
  place: string,
  now: number,
): Draft | undefined {
  try {
    const drafts = draftsIn(storage().getItem(key), now);
    return Object.hasOwn(drafts, place) ? drafts[place] : undefined;
  } catch {
    return undefined; // The storage is blocked, or something else stands there: the form is as it always is.
  }
}

/** Keeps a draft at a place; undefined takes it away. */
export function writeDraft(
  storage: () => Storage,
  key: string,
  place: string,
  now: number,
  draft: Draft | undefined,
): void {
  try {
    const drafts = tolerant(() => draftsIn(storage().getItem(key), now)) ?? {};
    delete drafts[place];
    if (draft) drafts[place] = { ...draft, at: now };
    if (Object.keys(drafts).length) storage().setItem(key, JSON.stringify(drafts));
    else storage().removeItem(key);
  } catch {
    // The storage is blocked or full: nothing is kept, and nothing else is lost.
  }
}

function tolerant<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined; // It is overwritten.
  }
}
