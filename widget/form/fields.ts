import { html, nothing, type TemplateResult } from 'lit';
import { requirement } from '../../proxy/contract/check.ts';
import {
  type ContactField,
  contactFields,
  contactLength,
  type Definition,
  lineLength,
  type QuestionType,
  textareaLength,
} from '../../proxy/contract/definition.ts';
import type { Asked } from '../../proxy/contract/rules.ts';
import type { First } from '../messages/en.ts';
import type { Translate } from '../messages/format.ts';
import { fieldOf } from './values.ts';

/** A question, or a contact field put as one, as it stands in the form. */
export interface Field {
  /** Name and id of its control, and what a problem calls it. */
  name: string;
  /** With its `max_length`. */
  question: Asked;
  /** Hidden ones stay in the form, so that their answers come back. */
  isHidden?: boolean;
  isReadonly?: boolean;
  autocomplete?: string;
}

/** Contact fields that the site fills in, each a list of names. One that is needed and not given is asked after
 * all. */
export interface Fixed {
  hiddenFields: string | null | undefined;
  readonlyFields: string | null | undefined;
}

/** What a field is told of its surroundings. */
export interface Surroundings {
  translate: Translate<First>;
  /** What is wrong with the field, in a sentence. */
  messageAt(field: Field): TemplateResult | undefined;
  /** The visitor's date, as `2026-02-01`. */
  today: string;
}

const contactInputs: Record<ContactField, [type: 'text' | 'tel' | 'email', autocomplete: string]> = {
  forename: ['text', 'given-name'],
  surname: ['text', 'family-name'],
  telephone_mobile: ['tel', 'tel'],
  email: ['email', 'email'],
};

/** The form's fields in their order, when these questions are shown, and the site has given these values. */
export function fieldsOf(
  definition: Definition,
  shown: string[],
  { hiddenFields, readonlyFields }: Fixed,
  given: FormData,
  translate: Translate<First>,
): Field[] {
  return [
    ...contactFields.flatMap((name): Field | [] => {
      const needed = requirement(definition, name);
      const [type, autocomplete] = contactInputs[name];
      const required = needed === 'required';
      const question = { id: name, type, label: translate(name), required, max_length: contactLength };
      const mayFix = !required || given.has(name);
      const isHidden = mayFix && !!hiddenFields?.includes(name);
      const isReadonly = mayFix && !!readonlyFields?.includes(name);
      return needed === 'hidden' ? [] : { name, question, autocomplete, isHidden, isReadonly };
    }),
    ...definition.questions.map(question => ({
      name: fieldOf(question),
      question: { max_length: question.type === 'textarea' ? textareaLength : lineLength, ...question },
      isHidden: !shown.includes(question.id),
    })),
  ];
}

/** One field: label, help, message, control, in this order. */
export function field(it: Field, { messageAt, today, translate }: Surroundings): TemplateResult {
  const { name, isHidden } = it;
  const { type, help, label, required, url } = it.question;
  const message = messageAt(it);
  const describedBy =
    [help && `${name}-help`, message && `${name}-message`].filter(Boolean).join(' ') || nothing;
  const title = html`${label}${required ? '' : html`<span class="optional">${` ${translate('optional')}`}</span>`}`;
  const notes = html`${help && html`<p class="help" part="help" id="${name}-help">${help}</p>`}${
    message && html`<p class="message" part="message" id="${name}-message">${message}</p>`
  }`;
  return html`<div class=${message ? 'field problem' : 'field'} part="field" ?hidden=${isHidden}>${
    type === 'radio' || type === 'checkboxes' || type === 'yes_no'
      ? html`<fieldset aria-describedby=${describedBy}><legend part="label">${title}</legend>${notes}${choices(it, translate)}</fieldset>`
      : type === 'consent'
        ? html`${notes}<label class="choice" part="choice"><input type="checkbox" id=${name} name=${name} value="yes" aria-describedby=${describedBy} aria-invalid=${!!message}><span>${title}</span></label>${
            url && html`<p class="after">${newTab(url, translate)}</p>`
          }`
        : html`<label part="label" for=${name}>${title}</label>${notes}${control(it, describedBy, !!message, { today, translate })}`
  }</div>`;
}

function choices(
  { question: { type, options = [] }, name }: Field,
  translate: Translate<First>,
): TemplateResult {
  const isYesNo = type === 'yes_no';
  const yesAndNo = [
    { value: 'yes', label: translate('yes') },
    { value: 'no', label: translate('no') },
  ];
  return html`<div class=${isYesNo ? 'choices two' : 'choices'}>${(isYesNo ? yesAndNo : options).map(
    // The first one bears the field's id, so that the summary's link leads to it.
    ({ value, label }, at) =>
      html`<label class="choice" part="choice"><input type=${type === 'checkboxes' ? 'checkbox' : 'radio'} id=${at ? nothing : name} name=${name} value=${value}><span>${label}</span></label>`,
  )}</div>`;
}

/** A link that leaves the form open. */
export function newTab(url: string, translate: Translate<First>): TemplateResult {
  return html`<a part="link" href=${url} target="_blank" rel="noopener">${translate('readInFull')}<span class="unseen">${` ${translate('newTab')}`}</span></a>`;
}

/** Types that inputs share; a number is text, for spinners and `e` are no help. */
const native: QuestionType[] = ['email', 'tel', 'date'];

function control(
  { question, name, autocomplete, isReadonly }: Field,
  describedBy: unknown,
  isInvalid: boolean,
  { today, translate }: Pick<Surroundings, 'today' | 'translate'>,
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
  const day = (bound: number | string | undefined) =>
    type === 'date' && bound ? (bound === 'today' ? today : bound) : nothing;
  // Without a last day, Chromium's years have six digits.
  return html`<input part="input" id=${name} name=${name} type=${native.includes(type) ? type : 'text'} inputmode=${type === 'number' ? 'decimal' : nothing} min=${day(min)} max=${day(max ?? '9999-12-31')} autocomplete=${autocomplete ?? nothing} ?readonly=${isReadonly} aria-describedby=${describedBy} aria-invalid=${isInvalid}>`;
}
