import type { Definition } from './definition.ts';
import type { Enquiry, Problem } from './enquiry.ts';

/** The names and values of a form's controls in their order, as a browser posts them; without files. */
export type PostedFields = [name: string, value: string][];

/** A form to be rendered without a browser. */
export interface PageForm {
  definition: Definition;
  /** The address that it posts to. */
  action: string;
  /** What is in its controls. Default: nothing. */
  fields?: PostedFields;
  /** Hidden controls, such as the idempotency key, by their names. Default: none. */
  hidden?: Record<string, string>;
  /** What the visitor must correct: shown above the form and at the fields. Default: nothing. */
  problems?: Problem[];
  /** Today's date, which limits dates; empty if the page may be shown on another day. */
  today: string;
  /** Whether the element takes it over, for which Lit needs its markers. */
  isTakenOver: boolean;
}

/** The widget's templates and its understanding of what visitors type, for the proxy: the module `page.js` of the built
 * widget. */
export interface PageModule {
  /** The style sheet of a form in this language. */
  styles(lang: string): string;
  /** What the element would send of a form with these values: the contact details and the answers. */
  readEnquiry(definition: Definition, fields: PostedFields): Partial<Enquiry>;
  /** The content of the element's shadow root, without its style sheet. */
  renderForm(form: PageForm): string;
  /** What is shown in place of the form where it can't be: how else to reach the site's owner, and a link to `address`, the
   * form's own page. */
  renderFallback(definition: Definition, address: string): string;
  /** The page on which a visitor adds files to an enquiry, in the closest language to `lang`. Its script fills it in. */
  renderFilesPage(lang: string): FilesPage;
}

/** A page that adds files to an enquiry: the parts of its document. */
export interface FilesPage {
  /** The language of its texts. */
  lang: string;
  dir: 'ltr' | 'rtl';
  title: string;
  /** The markup of the content. */
  body: string;
}

/** What starts the fragment of a page's address that has an enquiry in it, which another page couldn't send. */
export const carriedStart = '#enquiry=';

/** The longest such fragment, in characters. */
export const maxCarriedLength = 65_536;

/** The enquiry in a fragment, as JSON in base64url (RFC 4648 5). Anybody can write one. */
export interface CarriedEnquiry {
  /** The idempotency key. */
  key: string;
  /** The enquiry as it was sent. */
  enquiry: Enquiry;
  /** Whether the visitor had chosen files, which a fragment can't contain. */
  has_files: boolean;
}
