import type { AttachmentLimits, ContactField, MarketingField } from './definition.ts';

/** By question id. Checkboxes are an array; `yes_no` and `consent` are `yes` or `no`; numbers are decimal
 * text; dates `2026-02-01`. White space alone is blank, and blank is absent. */
export type Answers = Record<string, string | string[]>;

/** The body of `POST /enquiries`: what the visitor supplies. The proxy supplies every label. */
export interface Enquiry extends Partial<Record<ContactField | MarketingField, string>> {
  case_type: string;
  /** The hash of the definition that the visitor saw; absent: the current one. */
  definition?: string;
  /** The language that the visitor saw, a BCP 47 tag. */
  lang?: string;
  answers?: Answers;
}

/** What is wrong with one field. `refused`: the enquiry API would not have it. */
export type Rule =
  | 'required'
  | 'too_long'
  | 'not_an_option'
  | 'not_a_date'
  | 'not_an_email'
  | 'not_a_number'
  | 'too_small'
  | 'too_large'
  | 'not_allowed'
  | 'unknown'
  | 'refused';

/** Something that the visitor can put right. */
export interface Problem {
  /** A contact field's name, or `answers.<question id>`. */
  field: string;
  rule: Rule;
}

/** The 201 or 202 answer of `POST /enquiries`: the enquiry is stored, and can't be lost any more. */
export interface Receipt {
  /** Ten Crockford base32 characters, `7K2PQ-2M9XD`: to be quoted on the phone; not a secret. */
  reference: string;
  /** `delivered`: the enquiry API created it. `accepted`: it is kept here, and will be delivered. */
  status: 'delivered' | 'accepted';
  /** The enquiry API's identifier, once delivered (spec 4.1). */
  enquiry_id?: number;
  /** Lets its bearer attach files to this enquiry for 24 h. */
  upload_token: string;
  attachments: AttachmentLimits;
}

/** The 201 or 202 answer of `POST /enquiries/{reference}/attachments`. */
export interface AttachmentReceipt {
  reference: string;
  status: 'delivered' | 'accepted';
}

/** Every stable `code` of an error that the proxy answers with. */
export type Code =
  | 'malformed'
  | 'idempotency-key-required'
  | 'upload-token-invalid'
  | 'origin-not-allowed'
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
  | 'unavailable';

/** An RFC 9457 problem document, the body of every error. */
export interface ProblemDocument {
  title: string;
  status: number;
  code: Code;
  /** With `invalid-enquiry`: what the visitor can put right, in the order of the form. */
  problems?: Problem[];
  /** With `internal-error`: finds the cause in the proxy's log. */
  request_id?: string;
}
