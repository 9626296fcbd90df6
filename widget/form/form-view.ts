import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AttachmentLimits, ContactUs, Definition } from '../../proxy/contract/definition.ts';
import type { Translate } from '../messages/format.ts';
import type { Field, FieldContext } from './form-model.ts';

function control(
  { question, name, autocomplete, isReadonly }: Field,
  describedBy: unknown,
  isInvalid: boolean,
  { today, translate }: FieldContext,
): TemplateResult {
  const { type, options, min, max, required, rows } = question;
  if (type === 'select') {
    return html`<select part="input" id=${name} name=${name} autocomplete=${autocomplete} aria-required=${required} aria-describedby=${describedBy} aria-invalid=${isInvalid}><option value="">${translate('choose')}</option>${options?.map(
      ({ value, label }) => html`<option value=${value}>${label}</option>`,
    )}</select>`;
  }
  if (type === 'textarea' || type === 'address') {
    return html`<textarea part="input" id=${name} name=${name} rows=${rows ?? nothing} autocomplete=${autocomplete} aria-required=${required} aria-describedby=${describedBy} aria-invalid=${isInvalid}></textarea>`;
  }
  // As `number`, an input would have spinners and accept `e`.
  const isNumber = type === 'number';
  const day = (bound: number | string | undefined) =>
    type === 'date' && bound ? (bound === 'today' ? today : bound) : nothing;
  // Without a last date, the year in Chromium has six digits. As the type of an input, `postcode` means text.
  // Where there is a unit, the box around both has the border and is the part.
  return html`<input part=${question.unit ? nothing : 'input'} id=${name} name=${name} type=${isNumber ? 'text' : type} inputmode=${isNumber ? 'decimal' : nothing} min=${day(min)} max=${day(max ?? '9999-12-31')} aria-label=${type === 'date' ? question.label : nothing} autocomplete=${autocomplete} ?readonly=${isReadonly} aria-required=${required} aria-describedby=${describedBy} aria-invalid=${isInvalid}>`;
}

/** A link that opens in a new tab, so that the form stays open. */
export function newTabLink(
  url: string,
  text: string,
  translate: (key: 'opensInNewTab') => string,
): TemplateResult {
  return html`<a part="link" href=${url} target="_blank" rel="noopener">${text}<span class="unseen">\u00a0${translate('opensInNewTab')}</span></a>`;
}

function choices(
  { question: { type, options, required }, name }: Field,
  translate: Translate,
): TemplateResult {
  const inputType = type === 'checkboxes' ? 'checkbox' : 'radio';
  const all = options ?? (['yes', 'no'] as const).map(value => ({ value, label: translate(value) }));
  const areShort = all.every(({ label }) => label.length <= 22);
  return html`<div class=${areShort ? 'choices columns' : 'choices'}>${all.map(
    // The first choice has the field's id, because the summary links to it. It is the only one that is said to be
    // required, so that this is heard once. For a checkbox, it would mean that this very box must be ticked.
    ({ value, label }, at) =>
      html`<label class="choice" part="choice"><input type=${inputType} id=${at ? nothing : name} name=${name} value=${value} ?required=${required && !at && inputType === 'radio'}><span>${label}</span></label>`,
  )}</div>`;
}

/** A field's label, help, message and control, in this order. The legend of a group contains the help and the message,
 * because Orca reads neither as the description of a group, and Firefox exposes none for the parts of a date. */
export function renderField(field: Field, context: FieldContext): TemplateResult {
  const { afterAt, messageAt, rare, translate } = context;
  const { autocomplete, name, isHidden, isOptional } = field;
  const { type, day_optional, entry, heading, help, label, required, unit, url, url_label } = field.question;
  const message = messageAt?.(field);
  const isInvalid = !!message;
  const describedBy =
    `${isOptional || required ? '' : 'one-of '}${help ? `${name}-help ` : ''}${unit ? `${name}-unit ` : ''}${message ? `${name}-message` : ''}` ||
    nothing;
  const optional = html`<span class="optional" part="optional">${` ${translate('optional')}`}</span>`;
  const title = html`${label}${isOptional ? optional : ''}`;
  const notes = html`${help && html`<span class="help" part="help" id="${name}-help">${help}</span>`}${
    message && html`<span class="message" part="message" id="${name}-message">${message}</span>`
  }`;
  // Chromium joins the lines of a legend without a space.
  const group = (controls: unknown) =>
    html`<fieldset><legend><span part="label">${title}\u00a0</span>${notes}</legend>${controls}</fieldset>`;
  const labelled = html`<label part="label" for=${name}>${title}</label>`;
  const typed = control(field, type === 'date' ? nothing : describedBy, isInvalid, context);
  const parts =
    entry === 'memorable'
      ? (['day', 'month', 'year'] as const).map(part => ({
          label: translate(part),
          autocomplete: autocomplete && `${autocomplete}-${part}`,
          isOptional: day_optional && part === 'day',
        }))
      : rare?.parts(field);
  return html`${isHidden ? '' : groupHeading(heading)}${rare?.before(field, context)}<div class=${message ? 'field problem' : 'field'} part="field" ?hidden=${isHidden}>${
    parts
      ? group(
          html`<div class="parts ${entry}">${parts.map(
            (part, at) =>
              html`<label>${part.label}${part.isOptional ? optional : ''}<input part="input" id=${at ? nothing : name} name="" inputmode=${type === 'date' ? 'numeric' : nothing} autocomplete=${part.autocomplete} aria-required=${required && !part.isOptional} aria-invalid=${isInvalid}></label>`,
          )}</div><textarea name=${name} hidden></textarea>`,
        )
      : /^(radio|checkboxes|yes_no)$/.test(type)
        ? group(choices(field, translate))
        : type === 'date'
          ? group(typed)
          : type === 'consent'
            ? html`${notes}<label class="choice" part="choice"><input type="checkbox" id=${name} name=${name} value="yes" aria-required=${required} aria-describedby=${describedBy} aria-invalid=${isInvalid}><span>${title}</span></label>${
                url &&
                html`<p class="after">${newTabLink(url, url_label ?? translate('readTerms'), translate)}</p>`
              }`
            : html`${labelled}${notes}${unit ? boxed(field, unit, typed) : typed}`
  }${afterAt?.(field)}</div>${rare?.after(field, context)}`;
}

function groupHeading(heading: string | undefined): TemplateResult | undefined | '' {
  return heading && html`<h3 part="group-heading">${heading}</h3>`;
}

/** A control with a unit in its box: a currency sign before it, another unit after it. */
function boxed({ name }: Field, unit: string, typed: TemplateResult): TemplateResult {
  const sign = html`<span class="unit" part="unit" id="${name}-unit">${unit}</span>`;
  return html`<div class="box" part="input">${/^\p{Sc}$/u.test(unit) ? [sign, typed] : [typed, sign]}</div>`;
}

/** The `accept` attribute of the file inputs: the kinds that can be sent or converted. HEIC is left out, so that iPhones
 * convert their photos to JPEG. */
export const accept = `${['png', 'gif', 'jpeg', 'webp', 'avif', 'bmp'].map(type => `.${type},image/${type}`)},.jpg,.pdf,application/pdf`;

/** The content of the form and its event listeners. */
export interface FormView extends FieldContext {
  definition: Definition;
  /** With `layout="steps"`: replaces the heading. */
  head?: TemplateResult;
  /** With `layout="steps"`: the Back button. */
  back?: TemplateResult | undefined;
  summary?: TemplateResult | undefined;
  /** Replaces Send when an answer has ended the form. */
  ending?: TemplateResult | undefined;
  picker: TemplateResult | undefined;
  isSending: boolean;
  /** Why the enquiry wasn't sent, or files couldn't be added. */
  note?: TemplateResult | undefined;
  /** Replaces the label of the Send button. */
  sendLabel?: string | undefined;
  /** Replaces the label of the Send button while the enquiry is being sent. */
  sendingLabel?: string | undefined;
  /** What is shown below the Send button. */
  afterSend?: TemplateResult | undefined;
  onSubmit(event: Event): void;
  onInput(event: Event): void;
  onFocus(): void;
}

/** The element's content with its live region. */
export function frame(content: TemplateResult, announcement: string, locale: string): TemplateResult {
  return html`<div class="frame">${content}<p class="unseen" role="status" lang=${locale}>${announcement}</p></div>`;
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

/** The form: heading, error summary, contact details, questions, files, Send. The form element has no role, because
 * Firefox calls it invalid as long as a required answer is missing, and Orca would say so on the way in. */
export function formPanel(view: FormView): TemplateResult {
  const { fields, isSending, translate } = view;
  const { contact, contact_us, label, introduction, privacy, send_label } = view.definition;
  const show = (some: Field[]) => some.map(each => renderField(each, view));
  const isName = ({ name }: Field) => /^(fore|sur)name$/.test(name);
  const ofContact = fields.filter(({ kind }) => kind === 'contact');
  const parts = [
    html`${ofContact.every(({ isHidden }) => isHidden) ? '' : groupHeading(contact.heading)}<div class="pair">${show(ofContact.filter(isName))}</div><div class="pair">${show(ofContact.filter(each => !isName(each)))}</div>`,
    html`${show(fields.filter(({ kind }) => kind !== 'contact'))}${view.picker}`,
  ];
  return html`<form role="none" novalidate @submit=${view.onSubmit} @input=${view.onInput} @focusin=${view.onFocus} @dragenter=${view.onFocus}>${view.head ?? html`<h2 part="heading">${label}</h2>`}${
    introduction && html`<p class="lede" part="introduction">${introduction}</p>`
  }${view.summary}<div class="rows">${contact.position ? parts.reverse() : parts}<div>${
    view.ending ??
    html`${
      privacy &&
      html`<p class="privacy" part="privacy">${privacy.text} ${privacy.url && newTabLink(privacy.url, privacy.url_label ?? translate('readPrivacyNotice'), translate)}</p>`
    }${view.note}${view.back}<button class="send" part="button" aria-disabled=${isSending}>${
      isSending
        ? html`<span class="spin"></span>${view.sendingLabel ?? translate('sending')}`
        : (view.sendLabel ?? send_label ?? translate('send'))
    }</button>${view.afterSend}${contact_us && talkLine(contact_us, translate)}`
  }</div></div></form>`;
}

/** The address of a link that calls a number. A zero in brackets isn't dialled after a country code. */
export function telAddress(phone: string): string {
  return `tel:${phone.replaceAll(/(\d)\D*\(0\)|[^\d+]/g, '$1')}`;
}

/** The line below Send for visitors who would rather not use a form: a link to the telephone number, or else to the
 * email address or the page. */
export function talkLine(
  { phone, email, url, text }: ContactUs,
  translate: (key: 'contactUs' | 'opensInNewTab') => string,
): TemplateResult {
  const link = (address: string, label: unknown) => html`<a part="link" href=${address}>${label}</a>`;
  return html`<p class="talk">${text} ${
    phone
      ? link(telAddress(phone), html`<bdi>${phone}</bdi>`)
      : email
        ? link(`mailto:${email}`, email)
        : newTabLink(url!, translate('contactUs'), translate) // There is at least one of the three.
  }</p>`;
}

/** The drop zone and the camera button. An invisible file input covers the zone and handles clicks, keys and drops. On
 * touch screens, the style sheet shows two buttons instead of the zone, and the input covers the first.
 *
 * The input is named by `aria-label`, because screen readers say the text of a `<label>` in addition to the name. */
export function picker(
  limits: AttachmentLimits,
  add: (files: File[]) => void,
  rows: unknown,
  translate: Translate,
): TemplateResult {
  const onChange = ({ target }: Event) => {
    const input = target as HTMLInputElement; // The listener is on the input.
    add([...(input.files ?? [])]);
    input.value = '';
  };
  const label = `${translate('files')} ${translate('optional')}: ${translate('chooseFiles')}`;
  return html`<div class="field" part="field"><label part="label">${translate('files')} <span class="optional" part="optional">${translate('optional')}</span></label><div class="drop" part="drop-zone"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="m7.5 9.5L12 5l4.5 4.5M12 5v11m-8 0v2.5a1.5 1.5 0 0 0 1.5 1.5h13a1.5 1.5 0 0 0 1.5-1.5V16"/></svg><p><b>${translate('dropFiles')}</b><span id="limits">${translate('fileLimits', { megabytes: Number((limits.max_bytes / 1_048_576).toFixed(1)), count: limits.max_files })}</span></p><span class="quiet" part="quiet-button"><span aria-hidden="true">${translate('chooseFiles')}</span><input id="files" type="file" multiple accept=${accept} aria-label=${label} aria-describedby="limits" @change=${onChange}></span><label class="quiet camera" part="quiet-button">${translate('takePhoto')}<input class="unseen" type="file" accept="image/*" capture="environment" @change=${onChange}></label></div>${rows}</div>`;
}
