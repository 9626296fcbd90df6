import type { Attribution } from './attribution.ts';
import type { ContactUs, Definition, MarketingField } from './definition.ts';
import type { AddLater, Enquiry, Problem, Promised, RefusalCode } from './enquiry.ts';
import type { MatchesPattern } from './rules.ts';

/** The names and values of a form's controls in their order, as a browser posts them; without files. The parts of a date or
 * an address have the field's name and `.1`, `.2` and so on. */
export type PostedFields = [name: string, value: string][];

/** What a page says above the form. `choose-files-again`: the files that came with the post aren't kept.
 * `check-and-send`: the post came from another site, so nothing has been sent yet. */
export type PageNote = 'choose-files-again' | 'check-and-send';

/** A form to be rendered without a browser. */
export interface PageForm {
  definition: Definition;
  /** The address that it posts to. Its query has the answers to hidden questions that come from the address. */
  action: string;
  /** What is in its controls. Default: nothing. */
  fields?: PostedFields;
  /** Hidden controls, such as the idempotency key, by their names. Default: none. */
  hidden?: Record<string, string>;
  /** What the visitor must correct: shown above the form and at the fields. Default: nothing. */
  problems?: Problem[];
  /** What the page says above the form. Default: nothing. */
  notes?: PageNote[];
  /** Why the post that the form came from was refused: shown above the form. Default: it wasn't. */
  refusal?: PageMessageKind;
  /** Today's date, which limits dates; empty if the page may be shown on another day. */
  today: string;
  /** The level of its title among the page's headings. Default: 2. */
  headingLevel?: number;
  /** Limits the time that a question's pattern may take. Default: no limit. */
  matches?: MatchesPattern;
}

/** A file that came with an enquiry and wasn't accepted. `wrong-type`: it is none of the kinds that are; otherwise something
 * inside it isn't accepted. */
export interface RefusedFile {
  name: string;
  code: RefusalCode | 'wrong-type';
}

/** What a page shows after an enquiry that it has sent: no answers. */
export interface PageReceipt {
  reference: string;
  /** As in `Receipt`. */
  enquiry_id?: number;
  /** As in `Receipt`. */
  call_back?: string;
  /** What the firm will use to answer. Default: nothing is promised. */
  to?: Promised['to'];
  /** The language of the page that sent it, a BCP 47 tag. */
  lang: string;
  /** When it was accepted, in milliseconds since 1970. */
  at: number;
  /** How many files were accepted with it. */
  files: number;
  refused: RefusedFile[];
}

/** Why a page has a message in place of the form or the receipt. `unknown-case-type`: there is no such form, or no longer.
 * `receipt-expired`: the address of the receipt has expired, or is that of another form's. `not-found`: there is no such page.
 * `in-progress`: the first request with the same key is still being handled. */
export const pageMessageKinds = [
  'unknown-case-type',
  'receipt-expired',
  'not-found',
  'method-not-allowed',
  'malformed',
  'too-large',
  'origin-not-allowed',
  'too-many-requests',
  'in-progress',
  'unavailable',
  'storage-full',
  'internal-error',
] as const;
/** One of the kinds of messages. */
export type PageMessageKind = (typeof pageMessageKinds)[number];

/** A message in place of the form. */
export interface PageMessage {
  kind: PageMessageKind;
  /** The language of the message, a BCP 47 tag. */
  lang: string;
  /** The ways to reach the site's owner. Default: none. */
  contactUs?: ContactUs | undefined;
  /** The address of its form. Default: no link. */
  formAddress?: string | undefined;
}

/** A list of links to forms. */
export interface PageFormList {
  /** The language of the page, a BCP 47 tag. */
  lang: string;
  /** As in `Definition`. */
  chooser?: Definition['chooser'];
  /** The forms, each with the language and the address of its own page. */
  forms: { label: string; lang: string; address: string }[];
  /** The ways to reach the site's owner. Default: none. */
  contactUs?: ContactUs | undefined;
}

/** The content of a page. */
export interface PageContent {
  /** The language of the texts, a BCP 47 tag. */
  lang: string;
  dir: 'ltr' | 'rtl';
  /** The title of the document. */
  title: string;
  /** HTML. */
  markup: string;
}

/** The widget's templates and its understanding of what visitors type, for the proxy: the module `page.js` of the built
 * widget. */
export interface PageModule {
  /** The style sheet of a form as the element first shows it, for its shadow root. */
  styles(definition: Definition): string;
  /** The direction in which a language is written. */
  dirOf(lang: string): 'ltr' | 'rtl';
  /** The style sheet of everything that `renderFormPage`, `renderFormList`, `renderReceipt`, `renderMessage` and
   * `renderTabLink` render. */
  pageStyles: string;
  /** The contact details and the answers that the element would send of a form with these values. `address` has the
   * answers to hidden questions in its query. `matches` limits the time that a pattern may take. */
  readEnquiry(
    definition: Definition,
    fields: PostedFields,
    address?: string,
    matches?: MatchesPattern,
  ): Partial<Enquiry>;
  /** Where the element would say that an enquiry comes from, on a page with these addresses, the latest one first. */
  attribute(definition: Definition, addresses: string[]): Pick<Enquiry, MarketingField | 'attribution'>;
  /** The content of the element's shadow root, without its style sheet. */
  renderForm(form: PageForm): string;
  /** A form with the visitor's answers and problems. It isn't in an element, because links to its fields don't reach into a
   * shadow root. */
  renderFormPage(form: PageForm): PageContent;
  /** The fallback, which is shown in place of the form: the other ways to reach the site's owner, and a link to `address`,
   * the form's own page. */
  renderFallback(definition: Definition, address: string): string;
  /** The page on which a visitor adds files to an enquiry, in the closest language to `lang`. Its script fills it in. */
  renderFilesPage(lang: string, contactUs?: ContactUs): PageContent;
  renderReceipt(definition: Definition, receipt: PageReceipt, options: ReceiptOptions): PageContent;
  renderMessage(message: PageMessage): PageContent;
  /** A sentence and a link to the page at `address`, which opens in a tab: in place of a page that can't be shown in a
   * frame. For a receipt, the link has its title, `receipt`: nobody must fill the form in again. */
  renderTabLink(lang: string, address: string, receipt?: string): PageContent;
  /** The choice between several case types as a list of links. */
  renderFormList(list: PageFormList): PageContent;
}

/** What a receipt needs besides itself. */
export interface ReceiptOptions {
  /** The time zone that times are shown in, such as `Europe/London`. */
  timeZone: string;
  /** The address of a new form. */
  formAddress: string;
  /** The origin of the page around the frame that the receipt is in. Default: it is in none. */
  frame?: string | undefined;
  /** As in `Receipt`. */
  addLater?: AddLater;
}

/** The value of the control `visit`, as JSON, of a form that posts an enquiry which another page couldn't send: where the
 * enquiry comes from. Anybody can post one. */
export interface PostedVisit extends Partial<Record<MarketingField, string>> {
  attribution?: Attribution | undefined;
  /** The origin of the page that couldn't send it. The proxy replaces it with what the browser says. Default: unknown. */
  site?: string | undefined;
  /** Whether the visitor had chosen files, which they have to choose again. */
  has_files?: boolean;
}
