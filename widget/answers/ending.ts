import { html, type TemplateResult } from 'lit';
import type { Ending } from '../../proxy/contract/definition.ts';
import type { FormModel } from '../form/form-model.ts';
import type { AnswersMessages } from '../messages/en-answers.ts';
import type { Translate } from '../messages/format.ts';

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
  translate: Translate<AnswersMessages>,
): TemplateResult {
  // The form can't be sent, so the visitor loses nothing by leaving it.
  return html`<div class="note ending" part="note"><p>${text}</p>${
    url && html`<a part="link" href=${url}>${url_label ?? translate('whoCanHelp')}</a>`
  }</div>`;
}
