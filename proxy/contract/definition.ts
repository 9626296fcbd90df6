/** Whether a contact field must be filled in, may be left empty, or is not asked for. */
export type Requirement = 'required' | 'optional' | 'hidden';

/** The enquiry API's names of the contact fields (spec 2.1), in the order of the form. */
export const contactFields = ['forename', 'surname', 'telephone_mobile', 'email'] as const;
/** One of the enquiry API's names of the contact fields (spec 2.1). */
export type ContactField = (typeof contactFields)[number];

/** The enquiry API's names of the marketing fields (spec 2.1). */
export const marketingFields = [
  'marketing_lead_referer',
  'marketing_campaign',
  'marketing_keywords',
  'marketing_detail',
] as const;
/** One of the enquiry API's names of the marketing fields (spec 2.1). */
export type MarketingField = (typeof marketingFields)[number];

/** Every type of question that a config can use. `number` is decimal text, `yes_no` a pair of radio buttons, and
 * `consent` a single checkbox. */
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
/** One of the types of question. */
export type QuestionType = (typeof questionTypes)[number];

/** One choice of a `select`, `radio` or `checkboxes` question. */
export interface Option {
  /** The answer that is sent to the enquiry API. */
  value: string;
  /** The text that the visitor sees. */
  label: string;
}

/** Shows a question only if an earlier question has a certain answer. */
export interface Condition {
  /** The id of the earlier question. */
  question: string;
  /** The answer, or a list of which one is enough. Checkboxes meet the condition if one ticked value does. */
  is: string | string[];
}

/** One question of a case type, in one language. */
export interface Question {
  /** The id of the enquiry API's meta entry (spec 2.2), which must never change: `[a-z][a-z0-9_-]*`. */
  id: string;
  type: QuestionType;
  /** The text of the question, for the visitor and for the meta entry (spec 2.2). */
  label: string;
  /** An explanation below the label. Default: none. */
  help?: string;
  /** Default: false. A required consent must be `yes`. */
  required?: boolean;
  /** The choices of a `select`, `radio` or `checkboxes` question. */
  options?: Option[];
  /** The smallest number, or the first date as `2026-02-01` or `today`. Default: no limit. */
  min?: number | string;
  /** The largest number, or the last date as `2026-02-01` or `today`. Default: no limit. */
  max?: number | string;
  /** The maximum length of an answer in characters (code points). Default: see `listAskedFields()`. */
  max_length?: number;
  /** The http or https URL of a consent's full text. Default: no link. */
  url?: string;
  /** Default: the question is always shown. */
  shown_when?: Condition;
}

/** Questions that are asked together when the form is laid out in steps. */
export interface Step {
  title: string;
  /** The ids of the questions. */
  questions: string[];
}

/** The limits for attachments. */
export interface AttachmentLimits {
  /** The maximum number of files per enquiry. With 0, the form has no file picker. */
  max_files: number;
  /** The maximum size of a file in bytes. */
  max_bytes: number;
  /** The metadata that the widget removes from photos before it sends them. */
  strip_metadata: 'location' | 'all' | 'none';
}

/** A case type in one language, with everything that the form shows: the body of `GET /case-types/{case_type}`. */
export interface Definition {
  case_type: string;
  /** The hash of the definition in all its languages, `sha256-…`. The widget sends it with the enquiry. */
  definition: string;
  /** The language of the texts, a BCP 47 tag. */
  lang: string;
  /** The form's heading. */
  label: string;
  /** The text below the heading. Default: none. */
  introduction?: string;
  /** The receipt's text about what happens next. Default: none. */
  next?: string;
  /** The label of the button that sends the form. Default: the widget's own. */
  send_label?: string;
  /** Whether the widget may keep a draft in the visitor's session storage. */
  draft: boolean;
  /** The forename is always required (spec 2.1). */
  contact: Record<Exclude<ContactField, 'forename'>, Requirement>;
  questions: Question[];
  /** Default: all questions in one step. */
  steps?: Step[];
  attachments: AttachmentLimits;
  /** The privacy text above the button that sends the form, with an optional link. Default: none. */
  privacy?: { text: string; url?: string };
}
