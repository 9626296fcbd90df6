import type { TemplateResult } from 'lit';
import { html, nothing } from '#html';
import { toPartName } from '../../proxy/contract/asked.ts';
import type { QuestionType } from '../../proxy/contract/question-types.ts';
import type { Translate } from '../messages/format.ts';
import type { Field } from './form-model.ts';

/** What a page shows of a field without the element, where the controls keep what the visitor types and a script hides
 * questions. */
export interface PlainField {
  /** What its controls show: the values of several checkboxes, or one. */
  values?: string[];
  /** What the inputs of a field in parts show. Without it, they have no names. */
  partValues?: (string | undefined)[] | undefined;
  /** When the question is asked, in words. Default: always. */
  condition?: string | undefined;
}

/** A field with all that is shown of it. */
export interface FieldView extends Field, PlainField {
  /** What is wrong with the answer. Default: nothing. */
  message?: TemplateResult | undefined;
  /** Holds the space of a message that is no longer shown, so that nothing moves. Not drawn beside a message. */
  kept?: TemplateResult | undefined;
  /** What is shown below the control, such as a date in words. */
  below: TemplateResult | undefined;
}

/** What all fields of a form share. */
export interface FieldContext {
  translate: Translate;
  /** Today's date in the visitor's time zone, for example `2026-02-01`. */
  today: string;
}

/** A field's label, help, message and control, in this order. Each template in another one, and each value in it, is a node more
 * to create before the form is usable, so a field has few of them. */
export function renderField(field: FieldView, context: FieldContext): TemplateResult {
  const draw = field.parts ? drawParts : (drawings[field.question.type] ?? drawInput);
  return html`${field.before}<div
    class=${field.message ? 'field problem' : 'field'}
    part="field"
    ?hidden=${field.isHidden}
  >${draw(field, context)}${field.below}</div>${field.after}`;
}

/** The heading above a group of questions, which is shown with the first of them. */
export function groupHeading({ condition, isHidden, question }: FieldView): TemplateResult | undefined {
  const { heading } = question;
  return heading && (!isHidden || condition)
    ? html`<h3 part="group-heading" ?data-plain=${isHidden}>${heading}</h3>`
    : undefined;
}

/** Draws a field of one type. */
type DrawField = (field: FieldView, context: FieldContext) => TemplateResult;

/** How the types of questions are drawn, if a field has one control. All others have an input, and hidden ones aren't
 * drawn. */
const drawings: Partial<Record<QuestionType, DrawField>> = {
  textarea: drawTextarea,
  address: drawTextarea,
  date: (field, context) => group(field, context, input(field, context)),
  select: drawSelect,
  radio: drawChoices,
  yes_no: drawChoices,
  checkboxes: drawChoices,
  consent: drawConsent,
};

function drawInput(field: FieldView, context: FieldContext): TemplateResult {
  const { name, question } = field;
  const typed = input(field, context);
  if (!question.unit) return labelled(field, context, typed);
  // A currency sign stands before the control, another unit after it.
  const sign = html`<span class="unit" part="unit" id="${name}-unit">${question.unit}</span>`;
  const boxed = /^\p{Sc}$/u.test(question.unit) ? [sign, typed] : [typed, sign];
  return labelled(field, context, html`<div class="box" part="input">${boxed}</div>`);
}

function drawTextarea(field: FieldView, context: FieldContext): TemplateResult {
  const value = field.values?.[0];
  // The line break after the tag isn't a part of the text.
  return labelled(
    field,
    context,
    html`<textarea
      part="input"
      id=${field.name}
      name=${field.name}
      autocomplete=${field.autocomplete}
      aria-required=${field.question.required}
      aria-describedby=${describedBy(field)}
      aria-invalid=${!!field.message}
    >${value && `\n${value}`}</textarea>`,
  );
}

function drawSelect(field: FieldView, context: FieldContext): TemplateResult {
  return labelled(
    field,
    context,
    html`<select
      part="input"
      id=${field.name}
      name=${field.name}
      autocomplete=${field.autocomplete}
      aria-required=${field.question.required}
      aria-describedby=${describedBy(field)}
      aria-invalid=${!!field.message}
    >
      <option value="">${context.translate('choose')}</option>
      ${field.question.options?.map(
        ({ value, label }) =>
          html`<option value=${value} ?selected=${field.values?.includes(value)}>${label}</option>`,
      )}
    </select>`,
  );
}

function drawChoices(field: FieldView, context: FieldContext): TemplateResult {
  const { type, options, required } = field.question;
  const inputType = type === 'checkboxes' ? 'checkbox' : 'radio';
  const all = options ?? (['yes', 'no'] as const).map(value => ({ value, label: context.translate(value) }));
  const areShort = all.every(({ label }) => label.length < 23);
  const labels = areShort ? all.map(({ label }) => label).join(' ') : nothing;
  // The first choice has the field's id, because the summary links to it. It is the only one that is said to be required,
  // so that this is heard once. For a checkbox, it would mean that this very box must be ticked.
  const choices = all.map(
    ({ value, label }, at) => html`
      <label class="choice" part="choice"><input
        type=${inputType}
        id=${at ? nothing : field.name}
        name=${field.name}
        value=${value}
        ?checked=${field.values?.includes(value)}
        ?required=${required && !at && inputType === 'radio'}
      ><span data-labels=${labels}>${label}</span></label>
    `,
  );
  return group(field, context, html`<div class="choices">${choices}</div>`);
}

function drawConsent(field: FieldView, context: FieldContext): TemplateResult {
  const { url, url_label } = field.question;
  const { translate } = context;
  const terms =
    url && html`<p class="after">${newTabLink(url, url_label ?? translate('readTerms'), translate)}</p>`;
  return html`${notes(field)}<label class="choice" part="choice"><input
      type="checkbox"
      id=${field.name}
      name=${field.name}
      value="yes"
      ?checked=${field.values?.includes('yes')}
      aria-required=${field.question.required}
      aria-describedby=${describedBy(field)}
      aria-invalid=${!!field.message}
    ><span>${labelText(field, context)}</span></label>${terms}`;
}

/** A date that visitors know by heart, or an address in lines: several inputs, and the control with their joined value. */
function drawParts(field: FieldView, context: FieldContext): TemplateResult {
  const { partValues, question } = field;
  const inputs = field.parts?.map(
    ({ label, autocomplete, isOptional }, at) => html`
      <label>${labelText({ isOptional: !!isOptional, question: { label } }, context)}<input
        part="input"
        id=${at ? nothing : field.name}
        name=${partValues ? toPartName(field.name, at) : ''}
        value=${partValues?.[at] || nothing}
        inputmode=${question.type === 'date' ? 'numeric' : nothing}
        autocomplete=${autocomplete}
        aria-required=${question.required && !isOptional}
        aria-invalid=${!!field.message}
      ></label>
    `,
  );
  return group(
    field,
    context,
    html`<div class="parts ${question.entry}">${inputs}</div><textarea name=${field.name} hidden></textarea>`,
  );
}

function input(field: FieldView, { today }: FieldContext): TemplateResult {
  const { type, label, min, max, unit } = field.question;
  // As `number`, an input would have spinners and accept `e`.
  const isNumber = type === 'number';
  const isName = field.autocomplete.endsWith('name');
  const day = (bound: number | string | undefined) =>
    type === 'date' && bound ? (bound === 'today' ? today : bound) : nothing;
  // Without a last date, the year in Chromium has six digits. As the type of an input, `postcode` means text.
  // Where there is a unit, the box around both has the border and is the part.
  return html`<input
    part=${unit ? nothing : 'input'}
    id=${field.name}
    name=${field.name}
    type=${isNumber ? 'text' : type}
    value=${field.values?.[0] || nothing}
    autocapitalize=${isName ? 'words' : nothing}
    spellcheck=${isName ? false : nothing}
    inputmode=${isNumber ? 'decimal' : nothing}
    min=${day(min)}
    max=${day(max ?? '9999-12-31')}
    aria-label=${type === 'date' ? label : nothing}
    ?readonly=${field.isReadonly}
    autocomplete=${field.autocomplete}
    aria-required=${field.question.required}
    aria-describedby=${type === 'date' ? nothing : describedBy(field)}
    aria-invalid=${!!field.message}
  >`;
}

function labelled(field: FieldView, context: FieldContext, control: TemplateResult): TemplateResult {
  return html`<label part="label" for=${field.name}>${labelText(field, context)}</label>${notes(field)}${control}`;
}

/** The legend of a group contains the help and the message, because Orca reads neither as the description of a group, and
 * Firefox exposes none for the parts of a date. Chromium joins the lines of a legend without a space. */
function group(field: FieldView, context: FieldContext, controls: TemplateResult): TemplateResult {
  return html`<fieldset>
    <legend><span part="label">${labelText(field, context)}\u00a0</span>${notes(field)}</legend>
    ${controls}
  </fieldset>`;
}

/** What a label is made of. */
type Labelled = Pick<Field, 'isOptional'> &
  Partial<Pick<FieldView, 'condition'>> & { question: { label: string } };

/** The label, with what stands before and after it. */
export function labelText(
  { condition, isOptional, question }: Labelled,
  context: Pick<FieldContext, 'translate'>,
): TemplateResult | string {
  const label = isOptional ? html`${question.label}${optional(context)}` : question.label;
  return condition ? html`<span class="condition" data-plain>${condition} </span>${label}` : label;
}

/** The help and the message. */
function notes({ kept, message, name, question: { help } }: FieldView): TemplateResult | undefined {
  const said = message
    ? html`<span class="message" part="message" id="${name}-message">${message}</span>`
    : kept;
  return help ? html`<span class="help" part="help" id="${name}-help">${help}</span>${said}` : said;
}

/** The ids of what describes a control. */
function describedBy({ isOptional, message, name, question: { help, required, unit } }: FieldView): unknown {
  const ids = [
    !isOptional && !required && 'one-of',
    help && `${name}-help`,
    unit && `${name}-unit`,
    message && `${name}-message`,
  ];
  return ids.filter(Boolean).join(' ') || nothing;
}

/** Follows the label of what may be left empty. */
export const optional = ({ translate }: Pick<FieldContext, 'translate'>) =>
  html`<span class="optional" part="optional">${` ${translate('optional')}`}</span>`;

/** A button that looks like a link. */
export function linkButton(content: unknown, onClick: () => void, classes = 'link'): TemplateResult {
  return html`<button type="button" class=${classes} part="link" @click=${onClick}>${content}</button>`;
}

/** A link that opens in a new tab, so that the form stays open. */
export function newTabLink(
  url: string,
  text: string,
  translate: (key: 'opensInNewTab') => string,
): TemplateResult {
  return html`<a part="link" href=${url} target="_blank" rel="noopener">${text}<span
    class="unseen">\u00a0${translate('opensInNewTab')}</span></a>`;
}
