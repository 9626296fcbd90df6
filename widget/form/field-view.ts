import { html, nothing, type TemplateResult } from 'lit';
import type { Translate } from '../messages/format.ts';
import type { Field, FieldContext } from './fields.ts';

/** A field's label, help, message and control, in this order. The legend of a group contains the help and the message,
 * because Orca reads neither as the description of a group, and Firefox exposes none for the parts of a date. */
export function renderField(field: Field, context: FieldContext): TemplateResult {
  const { afterAt, messageAt, rare, translate } = context;
  const { autocomplete, name, isHidden, isOptional } = field;
  const { type, day_optional, entry, help, label, required, unit, url, url_label } = field.question;
  const message = messageAt?.(field);
  const isInvalid = !!message;
  const describedBy =
    `${isOptional || required ? '' : 'one-of '}${help ? `${name}-help ` : ''}${unit ? `${name}-unit ` : ''}${message ? `${name}-message` : ''}` ||
    nothing;
  const optional = html`<span class="optional">${` ${translate('optional')}`}</span>`;
  const title = html`${label}${isOptional ? optional : ''}`;
  const notes = html`${help && html`<span class="help" part="help" id="${name}-help">${help}</span>`}${
    message && html`<span class="message" part="message" id="${name}-message">${message}</span>`
  }`;
  const group = (heading: TemplateResult, controls: unknown) =>
    html`<fieldset><legend>${heading}${notes}</legend>${controls}</fieldset>`;
  // Chromium joins the lines of a legend without a space.
  const heading = html`<span part="label">${title}\u00a0</span>`;
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
  return html`${rare?.before(field)}<div class=${message ? 'field problem' : 'field'} part="field" ?hidden=${isHidden}>${
    parts
      ? group(
          heading,
          html`<div class="parts ${entry}">${parts.map(
            (part, at) =>
              html`<label>${part.label}${part.isOptional ? optional : ''}<input part="input" id=${at ? nothing : name} name="" inputmode=${type === 'date' ? 'numeric' : nothing} autocomplete=${part.autocomplete} aria-required=${required && !part.isOptional} aria-invalid=${isInvalid}></label>`,
          )}</div><textarea name=${name} hidden></textarea>`,
        )
      : type === 'radio' || type === 'checkboxes' || type === 'yes_no'
        ? group(heading, choices(field, translate))
        : type === 'date'
          ? group(heading, typed)
          : type === 'consent'
            ? html`${notes}<label class="choice" part="choice"><input type="checkbox" id=${name} name=${name} value="yes" aria-required=${required} aria-describedby=${describedBy} aria-invalid=${isInvalid}><span>${title}</span></label>${
                url &&
                html`<p class="after">${newTabLink(url, url_label ?? translate('readTerms'), translate)}</p>`
              }`
            : html`${labelled}${notes}${unit ? boxed(field, unit, typed) : typed}`
  }${afterAt?.(field)}</div>`;
}

/** A control with a unit in its box: a currency sign before it, another unit after it. */
function boxed({ name }: Field, unit: string, typed: TemplateResult): TemplateResult {
  const sign = html`<span class="unit" id="${name}-unit">${unit}</span>`;
  return html`<div class="box">${/^\p{Sc}$/u.test(unit) ? [sign, typed] : [typed, sign]}</div>`;
}

function choices(
  { question: { type, options, required }, name }: Field,
  translate: Translate,
): TemplateResult {
  const inputType = type === 'checkboxes' ? 'checkbox' : 'radio';
  const yesAndNo = (['yes', 'no'] as const).map(value => ({ value, label: translate(value) }));
  return html`<div class=${options ? 'choices' : 'choices two'}>${(options ?? yesAndNo).map(
    // The first choice has the field's id, because the summary links to it. It is the only one that is said to be
    // required, so that this is heard once. For a checkbox, it would mean that this very box must be ticked.
    ({ value, label }, at) =>
      html`<label class="choice" part="choice"><input type=${inputType} id=${at ? nothing : name} name=${name} value=${value} ?required=${required && !at && inputType === 'radio'}><span>${label}</span></label>`,
  )}</div>`;
}

/** A link that opens in a new tab, so that the form stays open. */
export function newTabLink(url: string, text: string, translate: Translate): TemplateResult {
  return html`<a part="link" href=${url} target="_blank" rel="noopener">${text}<span class="unseen">\u00a0${translate('opensInNewTab')}</span></a>`;
}

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
  return html`<input part="input" id=${name} name=${name} type=${isNumber ? 'text' : type} inputmode=${isNumber ? 'decimal' : nothing} min=${day(min)} max=${day(max ?? '9999-12-31')} aria-label=${type === 'date' ? question.label : nothing} autocomplete=${autocomplete} ?readonly=${isReadonly} aria-required=${required} aria-describedby=${describedBy} aria-invalid=${isInvalid}>`;
}
