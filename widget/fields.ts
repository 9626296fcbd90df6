import { html, nothing, type TemplateResult } from 'lit';
import type { Question, QuestionType } from '../proxy/contract/definition.ts';
import type { Rule } from '../proxy/contract/enquiry.ts';
import { messages } from './messages/en.ts';

/** A question, or a contact field put as one, as it stands in the form. */
export interface Field {
  /** Name and id of its control, and what a problem calls it. */
  name: string;
  question: Question;
  /** What is wrong with it. */
  rule?: Rule | undefined;
  isHidden?: boolean;
  autocomplete?: string;
  /** The visitor's date, as `2026-02-01`. */
  today: string;
}

/** One field: label, help, message, control, in this order. */
export function field(it: Field): TemplateResult {
  const { question, name, rule, isHidden = false } = it;
  const { type, help, label } = question;
  const isGroup = type === 'radio' || type === 'checkboxes' || type === 'yes_no';
  const describedBy =
    [help && `${name}-help`, rule && `${name}-message`].filter(Boolean).join(' ') || nothing;
  const title = html`${label}${question.required ? nothing : html` <span class="optional">${messages.optional}</span>`}`;
  const notes = html`${help ? html`<p class="help" part="help" id="${name}-help">${help}</p>` : nothing}${
    rule
      ? html`<p class="message" part="message" id="${name}-message"><span class="unseen">${messages.error}</span>${messages.problem(question, rule)}</p>`
      : nothing
  }`;
  return html`<div class=${rule ? 'field problem' : 'field'} part="field" ?hidden=${isHidden}>${
    isGroup
      ? html`<fieldset aria-describedby=${describedBy}><legend part="label">${title}</legend>${notes}${choices(it)}</fieldset>`
      : type === 'consent'
        ? html`${notes}${consent(it, title, describedBy)}`
        : html`<label part="label" for=${name}>${title}</label>${notes}${control(it, describedBy)}`
  }</div>`;
}

function choices({ question, name }: Field): TemplateResult {
  const { type, options = [] } = question;
  const isYesNo = type === 'yes_no';
  const offered = isYesNo
    ? [
        { value: 'yes', label: messages.yes },
        { value: 'no', label: messages.no },
      ]
    : options;
  return html`<div class=${isYesNo ? 'choices two' : 'choices'}>${offered.map(
    // The first one bears the field's id, so that the summary's link leads to it.
    ({ value, label }, at) =>
      html`<label class="choice" part="choice"><input type=${type === 'checkboxes' ? 'checkbox' : 'radio'} id=${at ? nothing : name} name=${name} value=${value}><span>${label}</span></label>`,
  )}</div>`;
}

function consent({ question, name, rule }: Field, title: unknown, describedBy: unknown): TemplateResult {
  const { url } = question;
  return html`<label class="choice" part="choice"><input type="checkbox" id=${name} name=${name} value="yes" aria-describedby=${describedBy} aria-invalid=${rule ? 'true' : nothing}><span>${title}</span></label>${
    url ? html`<p class="after">${newTab(url, messages.readInFull)}</p>` : nothing
  }`;
}

/** A link that leaves the form open. */
export function newTab(url: string, text: string): TemplateResult {
  return html`<a part="link" href=${url} target="_blank" rel="noopener">${text}<span class="unseen">${messages.newTab}</span></a>`;
}

const inputTypes: Partial<Record<QuestionType, string>> = { email: 'email', tel: 'tel', date: 'date' };

function control(it: Field, describedBy: unknown): TemplateResult {
  const { question, name, rule, autocomplete, today } = it;
  const { type, options, min, max } = question;
  const invalid = rule ? 'true' : nothing;
  if (type === 'select') {
    return html`<select part="input" id=${name} name=${name} aria-describedby=${describedBy} aria-invalid=${invalid}><option value="">${messages.choose}</option>${options?.map(
      ({ value, label }) => html`<option value=${value}>${label}</option>`,
    )}</select>`;
  }
  if (type === 'textarea') {
    return html`<textarea part="input" id=${name} name=${name} rows="4" aria-describedby=${describedBy} aria-invalid=${invalid}></textarea>`;
  }
  // Without a last day, Chromium's years have six digits.
  const day = (bound: number | string | undefined) => (bound === 'today' ? today : bound);
  const isDate = type === 'date';
  return html`<input part="input" id=${name} name=${name} type=${inputTypes[type] ?? 'text'} inputmode=${type === 'number' ? 'decimal' : nothing} min=${(isDate && day(min)) || nothing} max=${isDate ? (day(max) ?? '9999-12-31') : nothing} autocomplete=${autocomplete ?? nothing} aria-describedby=${describedBy} aria-invalid=${invalid}>`;
}
