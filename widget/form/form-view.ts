import type { TemplateResult } from 'lit';
import { html, nothing } from '#html';
import type { AttachmentLimits, ContactUs, Definition } from '../../proxy/contract/definition.ts';
import { telAddress } from '../../proxy/contract/normalise.ts';
import type { Translate } from '../messages/format.ts';
import {
  type FieldContext,
  type FieldView,
  groupHeading,
  newTabLink,
  optional,
  type PlainField,
  renderField,
} from './field-view.ts';
import type { Field } from './form-model.ts';

/** Safari on a Mac converts HEIC to the first of these that it can encode. */
const imageTypes = 'jpeg png gif webp avif bmp'.split(' ');

/** The `accept` attribute of the file inputs: the kinds that can be sent or converted. HEIC is left out, so that iPhones
 * convert their photos to JPEG. */
export const accept = () => `${imageTypes.map(type => `.${type},image/${type}`)},.jpg,.pdf,application/pdf`;

/** What a form shows besides its definition. */
export interface FormState extends FieldContext {
  fields: Field[];
  /** Undefined in the element. Otherwise, attributes `data-plain` mark what only a page without JavaScript shows. */
  plain?: PlainForm | undefined;
  /** What is said about a field's answer. Comes with a lazy part. */
  problemAt?(field: Field): Pick<FieldView, 'message' | 'kept'>;
  /** What is shown below a field's control, such as a date in words. Comes with a lazy part. */
  belowAt?(field: Field): TemplateResult | undefined;
  /** The list of files. */
  rows?: unknown;
  /** Puts the file picker into a row. Comes with a lazy part. */
  placePicker?: ((picker: TemplateResult, rows: unknown) => TemplateResult) | undefined;
  summary?: TemplateResult | undefined;
  isSending?: boolean;
  /** Why the enquiry wasn't sent, or files couldn't be added. */
  note?: TemplateResult | undefined;
  /** Replaces the label of the Send button. */
  sendLabel?: string | undefined;
  /** Replaces the label of the Send button while the enquiry is being sent. */
  sendingLabel?: string | undefined;
  /** What is shown below the Send button. */
  afterSend?: TemplateResult | undefined;
}

/** What a form has that works without the element. */
export interface PlainForm {
  /** The address that it posts to. */
  action: string;
  /** Hidden controls, such as the idempotency key. */
  hidden: TemplateResult[];
  /** What it shows of a field besides. */
  shownAt(field: Field): PlainField;
}

/** The content of the form, which `formPanel` draws. Steps change it. */
export interface FormView extends Omit<FormState, 'problemAt' | 'belowAt' | 'placePicker' | 'rows'> {
  definition: Definition;
  fields: FieldView[];
  picker: TemplateResult | undefined;
  /** With `layout="steps"`: replaces the heading. */
  head?: TemplateResult;
  /** With `layout="steps"`: the Back button. */
  back?: TemplateResult | undefined;
}

/** All that a form shows: the same for the element, for the proxy's pages and for prerendered forms. */
export function formView(definition: Definition, state: FormState): FormView {
  const { problemAt, belowAt, placePicker, rows, ...shown } = state;
  const { plain, translate } = state;
  const { attachments } = definition;
  const files = attachments.max_files
    ? picker(attachments, { isPlain: !!plain, rows, translate })
    : undefined;
  return {
    ...shown,
    definition,
    fields: state.fields.map(field => ({
      ...field,
      ...plain?.shownAt(field),
      ...problemAt?.(field),
      below: belowAt?.(field),
    })),
    picker: files && placePicker ? placePicker(files, rows) : files,
  };
}

/** The element's content with its live region. */
export function frame(content: TemplateResult, announcement: string, locale: string): TemplateResult {
  return html`
    <div class="frame">
      ${content}
      <p class="unseen" role="status" lang=${locale}>${announcement}</p>
    </div>
  `;
}

/** The card that contains everything. */
export function card(
  content: unknown,
  part: 'form receipt' | 'form',
  lang: string,
  dir: string,
): TemplateResult {
  return html`<div class="form" part=${part} lang=${lang} dir=${dir}>${content}</div>`;
}

/** What autofill calls two short fields that stand side by side if there is room. */
const pairs = [/^(given|family)-name$/, /^(tel|email)$/];

/** The fields with their headings, in rows. */
function fieldRows(fields: FieldView[], context: FieldContext): unknown[] {
  const rows: unknown[] = [];
  for (let at = 0; at < fields.length; at += 1) {
    const pair = fields.slice(at, at + 2);
    const [field, next] = pair as [FieldView, FieldView?]; // It is within the bounds.
    const isPair =
      next &&
      !next.question.heading &&
      pairs.some(names => pair.every(({ autocomplete }) => names.test(autocomplete)));
    const heading = groupHeading(field);
    rows.push(
      isPair
        ? html`${heading}<div class="pair">${pair.map(each => renderField(each, context))}</div>`
        : renderField(heading ? { ...field, before: [heading, field.before] } : field, context),
    );
    if (isPair) at += 1;
  }
  return rows;
}

/** The form: heading, error summary, questions, files, Send. The form element has no role, because Firefox calls it invalid
 * as long as a required answer is missing, and Orca would say so on the way in. */
export function formPanel(view: FormView): TemplateResult {
  const { plain } = view;
  const { label, introduction } = view.definition;
  return html`
    <form
      role="none"
      novalidate
      method="post"
      enctype="multipart/form-data"
      accept-charset="utf-8"
      action=${plain?.action ?? nothing}
    >
      ${plain?.hidden}${view.head ?? html`<h2 part="heading">${label}</h2>`}${
        introduction && html`<p class="lede" part="introduction">${introduction}</p>`
      }${view.summary}
      <div class="rows">
        ${fieldRows(view.fields, view)}${view.picker}
        <div>${sending(view)}</div>
      </div>
    </form>
  `;
}

/** What is below the fields: the privacy text, notes, the buttons, and another way to reach the firm. */
function sending(view: FormView): TemplateResult {
  const { isSending, translate } = view;
  const { contact_us, privacy, send_label } = view.definition;
  const link =
    privacy?.url && newTabLink(privacy.url, privacy.url_label ?? translate('readPrivacyNotice'), translate);
  return html`
    ${privacy && html`<p class="privacy" part="privacy">${privacy.text} ${link}</p>`}${view.note}${view.back}
    <button class="send" part="button" aria-disabled=${isSending}>${
      isSending
        ? html`<span class="spin"></span>${view.sendingLabel ?? translate('sending')}`
        : (view.sendLabel ?? send_label ?? translate('send'))
    }</button>
    ${view.afterSend}${contact_us && talkLine(contact_us, translate)}
  `;
}

/** `contact_us` as the form shows it. */
export interface ShownContact extends ContactUs {
  /** The address of the number's link, if the page has one of its own. */
  tel?: string;
}

/** The line below Send for visitors who would rather not use a form: a link to the telephone number, or else to the
 * email address or the page. */
export function talkLine(
  { phone, email, url, text, tel }: ShownContact,
  translate: (key: 'contactUs' | 'opensInNewTab') => string,
): TemplateResult {
  const address = phone ? (tel ?? telAddress(phone)) : email && `mailto:${email}`;
  return html`<p class="talk">${text} ${
    address
      ? html`<a part="link" href=${address}><bdi>${phone ?? email}</bdi></a>`
      : newTabLink(url!, translate('contactUs'), translate) // There is at least one of the three.
  }</p>`;
}

/** The drop zone and the camera button. An invisible file input covers the zone and handles clicks, keys and drops. On
 * touch screens, the style sheet shows two buttons instead of the zone, and the input covers the first. `takeChosen` takes
 * the files. With `isPlain`, the form posts the files itself. `rows`, such as the list of files, are shown below the zone.
 *
 * The input is named by `aria-label`, because screen readers say the text of a `<label>` in addition to the name. */
export function picker(
  { max_bytes, max_files }: AttachmentLimits,
  { isPlain = false, rows, translate }: { isPlain?: boolean; rows: unknown; translate: Translate },
): TemplateResult {
  const megabytes = Number((max_bytes / 1_048_576).toFixed(1));
  const name = isPlain ? 'files' : nothing;
  return html`
    <div class="field" part="field">
      <label part="label">${translate('files')}${optional({ translate })}</label>
      <div class="drop" part="drop-zone">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="m8 9 4-4 4 4m-4-4v11m-8 0v4h16v-4" />
        </svg>
        <p>
          <b>${translate('dropFiles')}</b>
          <span id="limits">${translate('fileLimits', { megabytes, count: max_files })}</span>
        </p>
        <span class="quiet" part="quiet-button">
          <span aria-hidden="true">${translate('chooseFiles')}</span>
          <input
            id="files"
            name=${name}
            type="file"
            multiple
            accept=${accept()}
            aria-label="${translate('files')} ${translate('optional')}: ${translate('chooseFiles')}"
            aria-describedby="limits"
          >
        </span>
        <label class="quiet camera" part="quiet-button">
          ${translate('takePhoto')}
          <input class="unseen" name=${name} type="file" accept="image/*" capture="environment">
        </label>
      </div>
      ${rows}
    </div>
  `;
}

/** The files that a visitor has just chosen in a picker; undefined for other events. Empties the input, so that the same
 * file can be chosen again. */
export function takeChosen({ target }: Event): File[] | undefined {
  const input = target as HTMLInputElement; // Or another element.
  if (!input.matches('.drop input')) return undefined;
  const files = [...(input.files ?? [])];
  input.value = '';
  return files;
}
