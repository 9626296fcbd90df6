import type { Attribution } from './attribution.ts';
import type { AttachmentLimits, ContactField, MarketingField, Rule } from './definition.ts';

/** How long the widget waits for the response to an enquiry. */
export const enquiryTimeoutMs = 30_000;

/** A visitor's answers by question id. Checkboxes are an array; `yes_no` and `consent` are `yes` or `no`; a number is
 * decimal text; a date is `2026-02-01`, or `2026-02` where the day is optional. An answer of only white space counts as
 * empty. */
export type Answers = Record<string, string | string[]>;

/** The body of `POST /enquiries`. It has no labels: the proxy takes those from the definition. */
export interface Enquiry extends Partial<Record<ContactField | MarketingField, string>> {
  case_type: string;
  /** The hash of the definition that the visitor saw. Default: the current one. */
  definition?: string;
  /** The language that the visitor saw, a BCP 47 tag. Consents are labelled in it. Default: the main language. */
  lang?: string;
  /** Default: no answers. */
  answers?: Answers;
  /** Default: nothing is known. A repeat of the request may leave it out. */
  attribution?: Attribution;
  /** The token of a test link: the enquiry is stored, but never delivered. */
  test?: string;
  /** Default: nothing is known. A repeat of the request may have other values. */
  client?: ClientSignals;
}

/** The members of `Enquiry` that can be left out if a proxy of an earlier release refuses them as unknown. */
export const optionalAdditions = ['attribution', 'client'] as const satisfies (keyof Enquiry)[];

/** Something that the visitor can correct. */
export interface Problem {
  /** A contact field's name, or `answers.<question id>`. */
  field: string;
  rule: Rule;
}

/** The body of the 201 or 202 response to `POST /enquiries`: the enquiry is stored and can no longer be lost. */
export interface Receipt {
  /** Ten Crockford base32 characters, `7K2PQ-2M9XD`, for the visitor to quote on the phone. It is not a secret. */
  reference: string;
  /** `delivered`: the enquiry API created the enquiry. `accepted`: the outbox has it and will deliver it. */
  status: 'delivered' | 'accepted';
  /** The enquiry API's identifier, once the enquiry is delivered (spec 4.1). */
  enquiry_id?: number;
  /** When the firm will call or reply, as a sentence in the visitor's language that is true on any day. Default: the config
   * has no opening hours, or nothing is promised, because the enquiry is held or deliveries were known to fail. */
  call_back?: string;
  /** The same for the screen of a visitor who has just sent the enquiry; without a date if the config has no opening hours.
   * Default: nothing is promised. */
  promise?: Promised;
  /** The firm's name in the visitor's language. Default: unknown. */
  firm?: string;
  /** Authorises its bearer to attach files to this enquiry for 24 hours. */
  upload_token: string;
  /** Lets the visitor add files later, from any device. Default: no files, or the config has no days for it. */
  add_later?: AddLater;
  attachments: AttachmentLimits;
}

/** What the firm will do, in the words of today. */
export interface Promised {
  /** What it will use: the telephone number for a call, and the address for a reply. */
  to: 'telephone_mobile' | 'email';
  /** A sentence with a place for what it will use, and for the date: `We’ll call you on {to} tomorrow, {date}.` */
  text: string;
  /** The part of the sentence that says when: `tomorrow, {date}`. Default: as for `date`. */
  day?: string;
  /** Such as `Tuesday 24 November, from 9 am`. Default: the sentence has no place for it. */
  date?: string;
}

/** The permission to add files to one enquiry for some days, and nothing else. It belongs in the fragment of the address
 * of the page `/enquiries/{reference}/files#{token}`, which browsers never send. */
export interface AddLater {
  /** An upload token, as in `Receipt`. */
  token: string;
  /** When the token expires: an ISO 8601 time in UTC. */
  until: string;
}

/** The body of the response to `GET /enquiries/{reference}/attachment-limits`. */
export interface AttachmentRoom {
  attachments: AttachmentLimits;
  /** The number of files that can still be added to the enquiry. */
  left: number;
  /** The files that were received and can't be accepted, by the idempotency key of the upload and by name. */
  refused: { key: string; name: string }[];
  /** Whether more may be found not to be acceptable. Default: no. */
  checking?: boolean;
}

/** The body of the 201 or 202 response to `POST /enquiries/{reference}/attachments`. */
export interface AttachmentReceipt {
  /** The reference of the enquiry that the file belongs to. */
  reference: string;
  /** As in `Receipt`. */
  status: 'delivered' | 'accepted';
}

/** Every `code` of a refusal. Codes are stable. */
export type RefusalCode =
  | 'malformed'
  | 'idempotency-key-required'
  | 'upload-token-invalid'
  | 'client-key-invalid'
  | 'origin-not-allowed'
  | 'client-key-in-page'
  | 'test-link-invalid'
  | 'proof-required'
  | 'not-found'
  | 'unknown-case-type'
  | 'method-not-allowed'
  | 'in-progress'
  | 'definition-changed'
  | 'too-many-attachments'
  | 'too-large'
  | 'unsupported-media-type'
  | 'invalid-enquiry'
  | 'idempotency-mismatch'
  | 'empty'
  | 'too-many-requests'
  | 'internal-error'
  | 'storage-full'
  | 'unavailable';

/** The body of every refusal: an RFC 9457 problem document. */
export interface ProblemDocument {
  title: string;
  /** The HTTP status. */
  status: number;
  code: RefusalCode;
  /** What the client's developer should change, if the title doesn't say. */
  detail?: string;
  /** With `invalid-enquiry`: the problems, in the order of the form. */
  problems?: Problem[];
  /** With `unknown-case-type`: the names of the case types that exist. */
  case_types?: string[];
  /** With `proof-required`: the challenge to solve before the request is repeated. */
  challenge?: Challenge;
  /** With `internal-error`, `storage-full` and `unavailable`: identifies the request in the proxy's log. */
  request_id?: string;
}

/** A task that takes a browser about a second, so that a bot can't send thousands of enquiries at once: find the whole
 * number from 0 to `max` whose PBKDF2-SHA-256 key starts with `target`. The password is the number in decimal digits. A
 * challenge is bound to one idempotency key and one body. */
export interface Challenge {
  /** The client sends it back unchanged. */
  token: string;
  /** The salt: these characters, in ASCII. */
  salt: string;
  iterations: number;
  /** The upper limit of the solution. */
  max: number;
  /** The first bytes of the derived key, in lower-case hex. */
  target: string;
}

/** How the visitor used the form, as the browser saw it. Can be forged. */
export interface ClientSignals {
  /** The time from the first touch of the form to Send, in milliseconds. Default: unknown. */
  first_touch_ms?: number;
}
