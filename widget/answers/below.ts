// What is shown below a field's control, and in place of Send if an answer has ended the form.
import { html, type TemplateResult } from 'lit';
import type { Ending } from '../../proxy/contract/definition.ts';
import { traitsOf } from '../../proxy/contract/question-types.ts';
import type { Field } from '../form/fields.ts';
import type { FormContext } from '../form/form-context.ts';
import type { FormModel } from '../form/form-model.ts';
import type { AnswersMessages } from '../messages/en-answers.ts';
import type { Translate } from '../messages/format.ts';
import { controlsOf, reportEdit } from './controls.ts';
import type { EmailSuggestion } from './email-suggestion.ts';

type TranslateAnswers = Translate<AnswersMessages>;

/** A button that clears an optional choice; undefined if there is nothing to clear. */
export function clearButton(
  { announce, host, model }: FormContext,
  translate: TranslateAnswers,
  field: Field,
): TemplateResult | undefined {
  const controls = controlsOf(model, field) as HTMLInputElement[]; // Radio buttons are inputs.
  if (field.question.required || !controls.some(({ checked }) => checked)) return undefined;
  const clear = () => {
    for (const control of controls) control.checked = false;
    controls[0]?.focus();
    reportEdit(controls[0]!); // There is one that is checked.
    // After the number of questions that have appeared or disappeared.
    void host.updateComplete.then(() => announce(translate('choiceCleared')));
  };
  return html`<button type="button" class="link" part="link" @click=${clear}>${translate('clearChoice')}<span class="unseen"> ${field.question.label}</span></button>`;
}

/** A button that replaces a misspelt email address. */
export function suggestionButton(
  { model }: FormContext,
  translate: TranslateAnswers,
  field: Field,
  { address, changed }: EmailSuggestion,
): TemplateResult | undefined {
  const control = controlsOf(model, field)[0];
  if (!control) return undefined;
  const at = address.lastIndexOf(changed);
  const [before, after] = translate('didYouMean', { address: '|' }).split('|');
  const accept = () => {
    control.value = address;
    control.focus();
    reportEdit(control);
  };
  return html`<button type="button" class="link" part="link" @click=${accept}>${before}<bdi>${address.slice(0, at)}<b>${changed}</b>${address.slice(at + changed.length)}</bdi>${after}</button>`;
}

/** The number of characters (code points) that are left when it is announced. */
const announcedAt = 100;

/** The characters that are left for an answer; negative if it is too long. Undefined if they aren't shown yet. */
export function charactersLeft({ question }: Field, text: string): number | undefined {
  const { type, counter, max_length } = question;
  if (traitsOf(type).answer !== 'words') return undefined;
  // Code points are counted only where the faster count of code units comes near the limit.
  if (!counter && text.length < 0.8 * max_length) return undefined;
  const { length } = [...text];
  return counter || length >= 0.8 * max_length ? max_length - length : undefined;
}

/** Whether an edit has brought the number of characters left so low that it should be announced. */
export function isNewlyShort(left: number | undefined, before: number | undefined): boolean {
  return left !== undefined && left <= announcedAt && !(before !== undefined && before <= announcedAt);
}

export function counterText(translate: TranslateAnswers, left: number): string {
  return translate(left < 0 ? 'charactersOver' : 'charactersLeft', { count: Math.abs(left) });
}

/** An answer that ends the form. */
export interface FoundEnding {
  /** The name of its field. */
  name: string;
  ending: Ending;
}

/** The first answer that ends the form; undefined: none does. */
export function findEnding(model: FormModel): FoundEnding | undefined {
  const withEndings = model.fields.filter(({ question }) => question.options?.some(({ ends }) => ends));
  if (!withEndings.length) return undefined;
  const values = model.read();
  return withEndings
    .filter(({ isHidden }) => !isHidden)
    .flatMap(({ name, question }) => {
      const chosen = values.getAll(name);
      const ending = question.options?.find(({ ends, value }) => ends && chosen.includes(value))?.ends;
      return ending ? { name, ending } : [];
    })[0];
}

/** Explains, in place of Send, that the firm can't help. */
export function endingNote(
  { ending: { text, url, url_label } }: FoundEnding,
  translate: TranslateAnswers,
): TemplateResult {
  // The form can't be sent, so the visitor loses nothing by leaving it.
  return html`<div class="note ending" part="note"><p>${text}</p>${
    url && html`<a part="link" href=${url}>${url_label ?? translate('whoCanHelp')}</a>`
  }</div>`;
}
