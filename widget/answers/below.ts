import { html, type TemplateResult } from 'lit';
import { traitsOf } from '../../proxy/contract/question-types.ts';
import type { Field } from '../form/fields.ts';
import type { FormContext } from '../form/form-context.ts';
import type { AnswersMessages } from '../messages/en-answers.ts';
import type { Translate } from '../messages/format.ts';
import { controlsOf, reportEdit } from './controls.ts';
import type { EmailSuggestion } from './email-suggestion.ts';

// What is shown below a field's control.

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

export function counterText(translate: Translate<AnswersMessages>, left: number): string {
  return translate(left < 0 ? 'charactersOver' : 'charactersLeft', { count: Math.abs(left) });
}
