/** Whether a contact field is asked for, and whether it may be left empty. */
export type Requirement = 'required' | 'optional' | 'hidden';

/** The enquiry API's own names of the contact fields (spec 2.1), in the order of the form. */
export const contactFields = ['forename', 'surname', 'telephone_mobile', 'email'] as const;
export type ContactField = (typeof contactFields)[number];

/** The enquiry API's own names of the marketing fields (spec 2.1). */
export const marketingFields = [
  'marketing_lead_referer',
  'marketing_campaign',
  'marketing_keywords',
  'marketing_detail',
] as const;
export type MarketingField = (typeof marketingFields)[number];

export const questionTypes = [
  'text',
  'textarea',
  'email',
  'tel',
  'number',
  'date',
  'select',
  'radio',
  'checkboxes',
  'yes_no',
  'consent',
] as const;
export type QuestionType = (typeof questionTypes)[number];

/** One choice of a `select`, `radio` or `checkboxes` question. `value` is what the enquiry API gets. */
export interface Option {
  value: string;
  label: string;
}

/** Shows a question only when an earlier one has this answer (one of these; for checkboxes: includes one). */
export interface Condition {
  question: string;
  is: string | string[];
}

/** One question of a case type, in one language. */
export interface Question {
  /** Stable for ever: the id of the enquiry API's meta entry (spec 2.2). `[a-z][a-z0-9_-]*`. */
  id: string;
  type: QuestionType;
  /** The question as the visitor reads it, and the label of the meta entry. */
  label: string;
  help?: string;
  /** Default false. A required consent must be `yes`. */
  required?: boolean;
  options?: Option[];
  /** The smallest number; or the first date, `2026-02-01` or `today`. */
  min?: number | string;
  /** The largest number; or the last date, `2026-02-01` or `today`. */
  max?: number | string;
  /** Characters (code points). Default `lineLength`, `textareaLength` for a textarea. */
  max_length?: number;
  /** Where the text of a consent can be read in full; http or https. */
  url?: string;
  shown_when?: Condition;
}

/** Questions that are asked together when the form is laid out in steps. */
export interface Step {
  title: string;
  questions: string[];
}

/** What a visitor may attach. */
export interface AttachmentLimits {
  /** Files per enquiry; 0: no picker. */
  max_files: number;
  /** Bytes per file. */
  max_bytes: number;
  /** What the widget takes out of photos before sending them. */
  strip_metadata: 'location' | 'all' | 'none';
}

/** A case type as `GET /case-types/{case_type}` gives it: everything that the form shows, in one language. */
export interface Definition {
  case_type: string;
  /** The hash, `sha256-…`, of the published definition in all its languages: sent back with the enquiry. */
  definition: string;
  /** The language of the texts, a BCP 47 tag. */
  lang: string;
  label: string;
  introduction?: string;
  /** What happens next, for the receipt. */
  next?: string;
  send_label?: string;
  /** Whether what is typed may be kept in the visitor's session storage. */
  draft: boolean;
  contact: Record<Exclude<ContactField, 'forename'>, Requirement>;
  questions: Question[];
  steps?: Step[];
  attachments: AttachmentLimits;
  /** Shown above Send. */
  privacy?: { text: string; url?: string };
}

/** Characters of a contact field. */
export const contactLength = 200;
/** Characters of a one-line answer, when the question has no `max_length`. */
export const lineLength = 500;
/** Characters of a textarea, when the question has no `max_length`. */
export const textareaLength = 10_000;
