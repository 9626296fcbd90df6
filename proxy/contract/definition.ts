import type { AttributionSettings } from './attribution.ts';
import type { QuestionType } from './question-types.ts';

/** The enquiry API's names of the contact fields (spec 2.1). A question with one of these ids asks for that field. */
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

/** All rules. `wrong_format`: the answer doesn't match the question's pattern. `exclusive`: an exclusive option is
 * combined with another. `one_required`: none of the questions in `at_least_one_of` is answered; reported once, for the
 * first that is shown. `ends`: this answer ends the form. `unknown`: the case type doesn't ask for this field. `refused`:
 * the enquiry API refused the value (spec 7). */
export const rules = [
  ...(['required', 'too_long', 'not_an_option', 'not_a_date', 'not_an_email', 'not_a_number'] as const),
  ...(['not_a_phone_number', 'not_a_postcode', 'wrong_format', 'exclusive', 'one_required', 'ends'] as const),
  ...(['too_small', 'too_large', 'not_allowed', 'unknown', 'refused'] as const),
] as const;
/** The rule that a field breaks. */
export type Rule = (typeof rules)[number];

/** One choice of a `select`, `radio` or `checkboxes` question. */
export interface Option {
  /** The answer. The config may have the proxy send another text to the enquiry API. */
  value: string;
  /** The text that the visitor sees. */
  label: string;
  /** Checkboxes: this option can't be combined with another, such as "None of these". Default: false. */
  exclusive?: boolean;
  /** This answer ends the form, because the firm can't help: below the question, the form shows this, and hides what
   * follows. Default: it doesn't. */
  ends?: Ending;
}

/** What a visitor reads whom the firm can't help. */
export interface Ending {
  text: string;
  /** The http or https URL of a page about who can help. Default: no link. */
  url?: string;
  /** The text of that link. Default: the widget's own. */
  url_label?: string;
}

/** What an earlier question's answer, or several of them, must be for a question to be shown. A question that isn't
 * shown counts as not answered. */
export type Condition =
  /** The answer, or a list of answers, any of which meets the condition. Checkboxes meet the condition if one ticked value does. */
  | { question: string; is: string | string[] }
  /** The answer is a smaller number or an earlier date (as `2026-02-01`). */
  | { question: string; less_than: number | string }
  /** The answer is a larger number or a later date. */
  | { question: string; more_than: number | string }
  /** Whether there is an answer. A `consent` counts as answered if it is `yes`. */
  | { question: string; answered: boolean }
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition };

/** One question of a case type, in one language. */
export interface Question {
  /** Identifies the question, and must never change: `[a-z][a-z0-9_-]*`. It is the name of a contact field, or the id of the
   * enquiry API's meta entry (spec 2.2), unless the config has a `send_as`. */
  id: string;
  type: QuestionType;
  /** The text of the question. */
  label: string;
  /** A heading above this question, which is shown with it. Default: none. */
  heading?: string;
  /** An explanation below the label. Default: none. */
  help?: string;
  /** The site owner's message for a problem with the answer: one for every rule, or one for some rules. Default: the
   * widget's own. */
  error?: string | Partial<Record<Rule, string>>;
  /** Default: false. A required consent must be `yes`. */
  required?: boolean;
  /** The choices of a `select`, `radio` or `checkboxes` question. */
  options?: Option[];
  /** The smallest number, or the first date as `2026-02-01` or `today`. Default: no limit. */
  min?: number | string;
  /** The largest number, or the last date as `2026-02-01` or `today`. Default: no limit. */
  max?: number | string;
  /** The unit of a number, such as `£` or `miles`. A currency sign is shown before the number, other units after it.
   * Default: none. */
  unit?: string;
  /** `memorable`: a date that visitors know by heart is asked for as day, month and year. `lines`: an address is asked
   * for in separate lines. Default: one control. */
  entry?: 'memorable' | 'lines';
  /** Whether the answer to a `memorable` date may be a month or a year, as `2026-02` or `2026`. Default: false. */
  approximate?: boolean;
  /** A regular expression (ECMAScript, flag `v`) that a text must match from beginning to end. Default: none. */
  pattern?: string;
  /** Where the answer to a `hidden` question comes from: `values` (the site fills it in), or `address:` and the name of a
   * query parameter of the page's address. */
  from?: string;
  /** The answer to a `hidden` question that has no accepted one. Default: none. */
  default?: string;
  /** The `autocomplete` attribute (HTML standard), such as `organization`. Default: the widget's own. */
  autocomplete?: string;
  /** The maximum length of an answer in characters (code points). Default: that of the type. */
  max_length?: number;
  /** The http or https URL of a consent's full text. Default: no link. */
  url?: string;
  /** The text of that link. Default: the widget's own. */
  url_label?: string;
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
  /** The metadata that is removed from photos: by the widget before it sends them, and by the proxy from every sender's. */
  strip_metadata: 'location' | 'all' | 'none';
  /** `row`: one row that opens the drop zone. Default: the drop zone. */
  look?: 'row';
}

/** How a visitor reaches the firm without the form. Has at least one of `phone`, `email` and `url`. */
export interface ContactUs {
  /** A telephone number as people read it. */
  phone?: string;
  /** An email address. */
  email?: string;
  /** The http or https URL of a page with ways to reach the firm. */
  url?: string;
  /** The text before the link below Send, such as "Rather talk?". Default: none. */
  text?: string;
}

/** What the receipt shows. */
export interface ReceiptSettings {
  /** How visitors can correct their contact details after sending, such as a phone number. Default: they can only send
   * a new enquiry. */
  contact?: string;
}

/** A part of the widget that few forms need. `rare`: hidden questions, rules and controls that few forms have. */
export type FormPart = 'rare';

/** A case type in one language, with everything that the form shows: the body of `GET /case-types/{case_type}`. It has none
 * of the names that only the enquiry API gets. */
export interface Definition {
  case_type: string;
  /** The hash of the definition in all its languages, `sha256-…`. The widget sends it with the enquiry. */
  definition: string;
  /** The language of the texts, a BCP 47 tag. */
  lang: string;
  /** The form's heading. */
  label: string;
  /** The case type in the choice of what the form is about. Default: `label`. */
  choice_label?: string;
  /** The question between several case types of one tag. Default: the widget's own. */
  chooser?: { label?: string; help?: string };
  /** The text below the heading. Default: none. */
  introduction?: string;
  /** The receipt's text about what happens next, or one for visitors who get a call and one for those who get an email, which
   * then replaces `promise` in the receipt. Its first line is the promise, in which `{contact}` is the number or address
   * and `{day}` says when. Default: none. */
  next?: string | { phone: string; email: string };
  /** The label of the button that sends the form. Default: the widget's own. */
  send_label?: string;
  /** Whether the widget may keep a draft in the visitor's session storage. */
  draft: boolean;
  questions: Question[];
  /** The ids of questions of which the visitor must answer at least one, unless none is shown. Default: none. */
  at_least_one_of?: string[];
  /** Default: all questions are in one step. */
  steps?: Step[];
  attachments: AttachmentLimits;
  /** The parts that the widget loads because the form needs them. Default: all, because proxies of earlier releases don't
   * list them. */
  needs?: FormPart[];
  receipt: ReceiptSettings;
  /** Default: the default parameters, and no first touch. */
  attribution?: AttributionSettings;
  /** The privacy text above the button that sends the form, with an optional link. Default: none. */
  privacy?: { text: string; url?: string; url_label?: string };
  /** Shown below Send, on the receipt, and when sending fails. Default: none. */
  contact_us?: ContactUs;
}

/** The kinds of file that the enquiry API accepts (spec 8), by media type, with the extension of their file names. */
export const fileKinds = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
} as const;
/** The media type of a file that the enquiry API accepts (spec 8). */
export type FileKind = keyof typeof fileKinds;

/** The number of bytes at the start of a file that `detectFileKind` needs. PDF readers accept up to 1,024 before the header. */
export const fileKindBytes = 1_029;

const signatures: [FileKind, number[]][] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38, 0x37, 0x61]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
];

/** Detects the kind of a file from its first bytes, regardless of its name or declared type; undefined if it is none of
 * the four. */
export function detectFileKind(start: Uint8Array): FileKind | undefined {
  const found = signatures.find(([, signature]) => signature.every((byte, at) => start[at] === byte))?.[0];
  return found ?? (findPdf(start) < 0 ? undefined : 'application/pdf');
}

/** The offset of a PDF's header, which a byte order mark, white space or other lines may precede; -1 without one. Within a word,
 * it isn't one, but part of an archive or a text. */
export function findPdf(start: Uint8Array): number {
  const text = String.fromCharCode(...start.subarray(0, fileKindBytes));
  const [found, before = ''] = /(^|[^!-~])%PDF-/.exec(text) ?? [];
  return found === undefined ? -1 : text.indexOf(found) + before.length;
}
