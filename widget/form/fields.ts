import { html, nothing, type TemplateResult } from 'lit';
import { type AskedField, asked } from '../../proxy/contract/asked.ts';
import type { ContactField, Definition } from '../../proxy/contract/definition.ts';
import type { Translate } from '../messages/format.ts';

/** A contact field or question as it appears in the form. */
export interface Field extends AskedField {
  /** Hidden fields stay in the form, so that their values come back when they are shown again. */
  isHidden: boolean;
  isReadonly?: boolean;
  /** The value of the `autocomplete` attribute. */
  autocomplete?: string;
}

/** The contact fields that the site fills in: lists of names, with spaces between. A required field without a prefill
 * is asked for nevertheless. */
export interface FixedFields {
  hiddenFields: string | null | undefined;
  readonlyFields: string | null | undefined;
}

/** The context of a field's markup. */
export interface FieldContext {
  translate: Translate;
  /** The message for the field's problem; undefined if it has none. */
  messageAt(field: Field): TemplateResult | undefined;
  /** Today's date in the visitor's time zone, for example `2026-02-01`. */
  today: string;
}

const autocompletes: Record<ContactField, string> = {
  forename: 'given-name',
  surname: 'family-name',
  telephone_mobile: 'tel',
  email: 'email',
};

/** The form's fields in their order. `shown` has the ids of the questions that are shown, and `prefill` what the site
 * filled in. */
export function listFields(
  definition: Definition,
  shown: string[],
  { hiddenFields, readonlyFields }: FixedFields,
  prefill: FormData,
  translate: Translate,
): Field[] {
  return asked(definition).map(field => {
    const { name, kind, question } = field;
    if (kind === 'question') return { ...field, isHidden: !shown.includes(question.id) };
    const contact = name as ContactField; // The kind says so.
    const isFixed = (names: string | null | undefined) =>
      !!names?.includes(name) && (!question.required || prefill.has(name));
    return {
      ...field,
      question: { ...question, label: translate(contact) },
      autocomplete: autocompletes[contact],
      isHidden: isFixed(hiddenFields),
      isReadonly: isFixed(readonlyFields),
    };
  });
}

/** A field's label, help, message and control, in this order. */
export function renderField(field: Field, context: FieldContext): TemplateResult {
  const { messageAt, translate } = context;
  const { name, isHidden } = field;
  const { type, help, label, required, url } = field.question;
  const message = messageAt(field);
  const describedBy =
    [help && `${name}-help`, message && `${name}-message`].filter(Boolean).join(' ') || nothing;
  const title = html`${label}${required ? '' : html`<span class="optional">${` ${translate('optional')}`}</span>`}`;
  const notes = html`${help && html`<p class="help" part="help" id="${name}-help">${help}</p>`}${
    message && html`<p class="message" part="message" id="${name}-message">${message}</p>`
  }`;
  return html`<div class=${message ? 'field problem' : 'field'} part="field" ?hidden=${isHidden}>${
    type === 'radio' || type === 'checkboxes' || type === 'yes_no'
      ? html`<fieldset aria-describedby=${describedBy}><legend part="label">${title}</legend>${notes}${choices(field, translate)}</fieldset>`
      : type === 'consent'
        ? html`${notes}<label class="choice" part="choice"><input type="checkbox" id=${name} name=${name} value="yes" aria-describedby=${describedBy} aria-invalid=${!!message}><span>${title}</span></label>${
            url && html`<p class="after">${newTabLink(url, 'readTerms', translate)}</p>`
          }`
        : html`<label part="label" for=${name}>${title}</label>${notes}${control(field, describedBy, !!message, context)}`
  }</div>`;
}

function choices({ question: { type, options = [] }, name }: Field, translate: Translate): TemplateResult {
  const isYesNo = type === 'yes_no';
  const yesAndNo = (['yes', 'no'] as const).map(value => ({ value, label: translate(value) }));
  return html`<div class=${isYesNo ? 'choices two' : 'choices'}>${(isYesNo ? yesAndNo : options).map(
    // The first choice has the field's id, because the summary links to it.
    ({ value, label }, at) =>
      html`<label class="choice" part="choice"><input type=${type === 'checkboxes' ? 'checkbox' : 'radio'} id=${at ? nothing : name} name=${name} value=${value}><span>${label}</span></label>`,
  )}</div>`;
}

/** A link that opens in a new tab, so that the form stays open. */
export function newTabLink(
  url: string,
  key: 'readPrivacyNotice' | 'readTerms',
  translate: Translate,
): TemplateResult {
  return html`<a part="link" href=${url} target="_blank" rel="noopener">${translate(key)}<span class="unseen">${` ${translate('opensInNewTab')}`}</span></a>`;
}

function control(
  { question, name, autocomplete, isReadonly }: Field,
  describedBy: unknown,
  isInvalid: boolean,
  { today, translate }: FieldContext,
): TemplateResult {
  const { type, options, min, max } = question;
  if (type === 'select') {
    return html`<select part="input" id=${name} name=${name} aria-describedby=${describedBy} aria-invalid=${isInvalid}><option value="">${translate('choose')}</option>${options?.map(
      ({ value, label }) => html`<option value=${value}>${label}</option>`,
    )}</select>`;
  }
  if (type === 'textarea') {
    return html`<textarea part="input" id=${name} name=${name} aria-describedby=${describedBy} aria-invalid=${isInvalid}></textarea>`;
  }
  // As `number`, an input would have spinners and accept `e`.
  const isNumber = type === 'number';
  const day = (bound: number | string | undefined) =>
    type === 'date' && bound ? (bound === 'today' ? today : bound) : nothing;
  // Without a last date, the year in Chromium has six digits.
  return html`<input part="input" id=${name} name=${name} type=${isNumber ? 'text' : type} inputmode=${isNumber ? 'decimal' : nothing} min=${day(min)} max=${day(max ?? '9999-12-31')} autocomplete=${autocomplete ?? nothing} ?readonly=${isReadonly} aria-describedby=${describedBy} aria-invalid=${isInvalid}>`;
}
