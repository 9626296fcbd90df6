import type { EnquiryRequest } from '../client/enquiry.ts';
import type { FormContext } from '../form/form-context.ts';

/** The saved state of a form. Files can't be saved. */
export interface Draft {
  /** The values by the names of the controls; `[]`: no checkbox or radio button is checked. */
  values: Record<string, string[]>;
  /** The last request that was sent. */
  request?: EnquiryRequest | undefined;
  /** Whether its outcome is unknown, so that it is repeated after a reload. */
  isUnderWay?: boolean;
  /** Whether files were chosen, which a reload loses. */
  hadFiles?: boolean;
  /** In steps: where the visitor was. */
  step?: FormContext['step'];
}

/** The lifetime of a draft after the last change. */
export const draftLifetimeMs = 60 * 60 * 1000;

/** The drafts of one page and case type by the places of their forms, without those that are too old or malformed. */
function parseDrafts(text: string | null, now: number): Record<string, Draft & { at: number }> {
  let found: unknown;
  try {
    found = JSON.parse(text ?? '{}');
  } catch {
    // Something else has written here. It is overwritten with the next draft.
  }
  const isFresh = ([, draft]: [string, { at?: number; values?: object } | null]) =>
    draft?.values && Math.abs(now - (draft.at ?? 0)) < draftLifetimeMs;
  return Object.fromEntries(Object.entries(found ?? {}).filter(isFresh));
}

/** Reads the draft of one form on the page, identified by `place`; undefined if there is none. */
export function readDraft(
  storage: () => Storage,
  key: string,
  place: string,
  now: number,
): Draft | undefined {
  try {
    const drafts = parseDrafts(storage().getItem(key), now);
    return Object.hasOwn(drafts, place) ? drafts[place] : undefined;
  } catch {
    return undefined; // The storage is blocked or has something else under this key. The form works without a draft.
  }
}

/** Writes the draft of one form on the page, identified by `place`; undefined deletes it. */
export function writeDraft(
  storage: () => Storage,
  key: string,
  place: string,
  now: number,
  draft: Draft | undefined,
): void {
  try {
    const drafts = parseDrafts(storage().getItem(key), now);
    delete drafts[place];
    if (draft) drafts[place] = { ...draft, at: now };
    if (Object.keys(drafts).length) storage().setItem(key, JSON.stringify(drafts));
    else storage().removeItem(key);
  } catch {
    // The storage is blocked or full. The form works without a draft.
  }
}
