// What a step shows around its fields.
import { html, type TemplateResult } from 'lit';
import { answerText } from '../answers/answer-text.ts';
import type { FormModel } from '../form/form-model.ts';
import type { StepsMessages } from '../messages/en-steps.ts';
import type { Translate } from '../messages/format.ts';
import { countSteps, filesFieldName, type PlannedStep } from './plan.ts';

/** The progress bars, and the step's title: a heading that takes the focus, so that screen readers announce it. At the
 * first step, the form's label and introduction come before them. */
export function stepHead(
  translate: Translate<StepsMessages>,
  plan: PlannedStep[],
  here: PlannedStep,
  about: { label: string; introduction: string | undefined } | undefined,
): TemplateResult {
  const total = countSteps(plan);
  const stateAt = (key: number) => (key < here.key ? 'past' : key === here.key ? 'now' : '');
  const bars = [...Array(total).keys()].map(key => html`<li class=${stateAt(key)}></li>`);
  const count = html`<span class="step-count" part="step-count">${translate('stepCount', { step: here.key + 1, steps: total })}\u00a0</span>`;
  return html`${about ? html`<h2 part="heading">${about.label}</h2>` : ''}${
    about?.introduction ? html`<p class="lede" part="introduction">${about.introduction}</p>` : ''
  }${
    total > 1
      ? html`<ol class=${about ? 'steps below' : 'steps'} part="progress" aria-hidden="true">${bars}</ol>`
      : ''
  }<h2 class="step" part="step-heading" tabindex="-1">${total > 1 ? count : ''}${here.title}</h2>`;
}

/** The answers by step, each with a button to change it. */
export function reviewAnswers(
  translate: Translate<StepsMessages>,
  plan: PlannedStep[],
  model: FormModel,
  { files, change }: { files: string[]; change(name: string): void },
): TemplateResult {
  const values = model.read();
  const { lang } = model.source.definition!; // A form has one.
  const row = (name: string, label: string, answer: unknown) =>
    html`<div class="answer" part="summary-row"><dt>${label}</dt><dd class=${answer ? '' : 'none'}>${answer || translate('notAnswered')}</dd><dd><button type="button" class="link" part="link" @click=${() => change(name)}>${translate('change')}<span class="unseen"> ${label}</span></button></dd></div>`;
  const rowOf = (name: string) => {
    const field = model.fields.find(each => each.name === name);
    if (field) return row(name, field.question.label, answerText(translate, field, values, lang));
    const list = files.length && files.map(file => html`<span>${file}</span>`);
    return row(filesFieldName, translate('fileNames'), list);
  };
  const groups = plan.filter(({ names }) => names.length);
  return html`<div class="review">${groups.map(
    ({ title, names }) =>
      html`<section><h3 part="summary-heading">${title}</h3><dl part="summary-list">${names.map(rowOf)}</dl></section>`,
  )}</div>`;
}
