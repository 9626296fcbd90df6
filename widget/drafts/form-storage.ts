import type { Promised, Receipt } from '../../proxy/contract/enquiry.ts';
import { toJson } from '../../proxy/contract/to-json.ts';
import type { EnquiryRequest, StoredFile } from '../client/requests.ts';
import type { FormHost } from '../form/form-context.ts';
import type { FormModel } from '../form/form-model.ts';

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
  /** The files of the request that is under way. */
  files?: StoredFile[];
  /** The token of the test link, if the form is for a test. */
  test?: string | undefined;
  /** In steps: where the visitor was. */
  step?: FormModel['step'];
}

/** The saved state of a receipt, without anything that the visitor has typed. */
export interface StoredReceipt {
  caseType: string;
  receipt: Receipt;
  proxy: string;
  /** When the enquiry was accepted, in milliseconds since 1970. */
  sentAt: number;
  /** How the firm will answer. Default: unknown. */
  to?: Promised['to'] | undefined;
  files: StoredFile[];
  isTest?: boolean | undefined;
  /** Whether the form still has to open `success-url`. */
  isRedirectDue?: boolean;
}

/** What is stored of one form: a draft until the enquiry is accepted, its receipt afterwards. */
export type Stored = Draft | StoredReceipt;

/** Changes with the format, so that the form relies on nothing that another release has stored. */
const version = 1;
type Entry = Stored & { version: typeof version; at: number };

/** The lifetime of a draft after the last change, and of a receipt after the enquiry was accepted. */
export const storedLifetimeMs = 60 * 60 * 1000;

/** What is stored of the forms of one page and case type by their places, without what is too old. Throws if the storage is
 * blocked. */
function parseStored(key: string): Record<string, Entry> {
  const text = sessionStorage.getItem(key) ?? '{}';
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    // Something else has written here. It is overwritten.
  }
  const isFresh = (stored: Partial<Entry> | null) =>
    stored?.version === version && Math.abs(Date.now() - (stored.at ?? 0)) < storedLifetimeMs;
  return Object.fromEntries(Object.entries(found ?? {}).filter(([, stored]) => isFresh(stored)));
}

/** Reads what is stored of one form on the page, identified by `place`; undefined if there is nothing. */
export function readStored(key: string, place: string): Stored | undefined {
  try {
    const all = parseStored(key);
    return Object.hasOwn(all, place) ? all[place] : undefined;
  } catch {
    return undefined; // The storage is blocked or has something else under this key. The form works without.
  }
}

/** Tells the forms of one tag on a page apart: the element's id, or else its position. */
export function placeOf(host: FormHost): string {
  const forms = [...(host.getRootNode() as ParentNode).querySelectorAll<FormHost>(host.localName)];
  return host.id || `${forms.filter(({ id, caseType }) => !id && caseType === host.caseType).indexOf(host)}`;
}

/** Stores the state of one form on the page, identified by `place`; undefined deletes it. */
export function writeStored(key: string, place: string, stored: Stored | undefined): void {
  try {
    const all = parseStored(key);
    delete all[place];
    if (stored) all[place] = { ...stored, version, at: 'receipt' in stored ? stored.sentAt : Date.now() };
    if (Object.keys(all).length) sessionStorage.setItem(key, toJson(all));
    else sessionStorage.removeItem(key);
  } catch {
    // The storage is blocked or full. The form works without.
  }
}
