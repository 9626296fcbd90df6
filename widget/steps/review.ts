import { html, type TemplateResult } from 'lit';
import { answerText } from '../answers/answer-text.ts';
import type { Field } from '../form/fields.ts';
import type { StepsMessages } from '../messages/en-steps.ts';
import type { Translate } from '../messages/format.ts';
import { filesFieldName, type PlannedStep } from './plan.ts';

/** The answers by step, each with a button to change it. */
export function reviewAnswers(
  translate: Translate<StepsMessages>,
  plan: PlannedStep[],
  fields: Field[],
  values: FormData,
  { lang, files, change }: { lang: string; files: string[]; change(name: string): void },
): TemplateResult {
  const row = (name: string, label: string, answer: unknown) =>
    html`<div class="answer" part="summary-row"><dt>${label}</dt><dd class=${answer ? '' : 'none'}>${answer || translate('notAnswered')}</dd><dd><button type="button" class="link" part="link" @click=${() => change(name)}>${translate('change')}<span class="unseen"> ${label}</span></button></dd></div>`;
  const rowOf = (name: string) => {
    const field = fields.find(each => each.name === name);
    if (field) return row(name, field.question.label, answerText(translate, field, values, lang));
    return row(
      filesFieldName,
      translate('fileNames'),
      files.length && files.map(file => html`<span>${file}</span>`),
    );
  };
  const groups = plan.filter(({ names }) => names.length);
  return html`<div class="review">${groups.map(
    ({ title, names }) =>
      html`<section><h3 part="summary-heading">${title}</h3><dl part="summary-list">${names.map(rowOf)}</dl></section>`,
  )}</div>`;
}
