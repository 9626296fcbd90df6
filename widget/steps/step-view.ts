// What a step shows around its fields.
import { html, type TemplateResult } from 'lit';
import type { Definition } from '../../proxy/contract/definition.ts';
import { answerText } from '../answers/answer-text.ts';
import { linkButton } from '../form/field-view.ts';
import type { FormModel } from '../form/form-model.ts';
import type { StepsMessages } from '../messages/en-steps.ts';
import type { Translate } from '../messages/format.ts';
import { countSteps, filesFieldName, isLastStep, type PlannedStep } from './plan.ts';

/** What a step's head says besides its position and title. */
interface StepHead {
  definition: Pick<Definition, 'label' | 'introduction'>;
  /** How many questions of the step a change has made appear. */
  newCount: number;
  /** Whether a tap or click on an answer leads to the next step. */
  canAdvance: boolean;
}

/** The progress bars, and the step's title: a heading that takes the focus, so that screen readers announce it. At the
 * first step of a case type, the form's label and introduction come before them. At the choice between several case types,
 * the number of steps isn't known. */
export function stepHead(
  translate: Translate<StepsMessages>,
  plan: PlannedStep[],
  here: PlannedStep,
  { definition: { label, introduction }, newCount, canAdvance }: StepHead,
): TemplateResult {
  const total = countSteps(plan);
  const isFirst = here === plan.find(({ kind }) => kind !== 'choice');
  const isNumbered = total > 1 && here.kind !== 'choice';
  const stateAt = (key: number) => (key < here.key ? 'past' : key === here.key ? 'now' : '');
  const bars = [...Array(total).keys()].map(key => html`<li class=${stateAt(key)}></li>`);
  const progress = html`<ol class=${isFirst ? 'steps below' : 'steps'} part="progress" aria-hidden="true">${bars}</ol>`;
  const position = translate('stepCount', { step: here.key + 1, steps: total });
  const count = html`<span class="step-count" part="step-count">${position}\u00a0</span>`;
  const heading = html`
    <h2 class=${isLastStep(plan, here) ? 'step' : 'step ahead'} part="step-heading" tabindex="-1">
      ${isNumbered ? count : ''}${here.title}${news(translate, newCount)}
    </h2>
  `;
  // Each step has a heading of its own: Orca may read the text that an element had before.
  return html`
    ${isFirst ? html`<h2 part="heading">${label}</h2>` : ''}
    ${isFirst && introduction ? html`<p class="lede" part="introduction">${introduction}</p>` : ''}
    ${isNumbered ? progress : ''}
    ${[...Array(here.key), heading]}
    ${canAdvance ? html`<p class="lede">${translate('chooseToContinue')}</p>` : ''}
  `;
}

/** The number of new questions, in a heading. */
function news(translate: Translate<StepsMessages>, count: number): TemplateResult | string {
  return count ? html`\u00a0<span class="news">${translate('newQuestions', { count })}</span>` : '';
}

/** Moves a step in from the side: 1 from the right, -1 from the left. Nothing else moves. */
export function slideIn(form: HTMLFormElement, direction: number): void {
  if (!direction || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const from = { opacity: 0, translate: `${direction * 12}px` };
  const parts = form.querySelectorAll('.step, .step ~ :not(.rows), .rows > :not(:last-child)');
  for (const part of parts) part.animate([from, {}], { duration: 160, easing: 'ease-out' });
}

/** The answers by step, each with a button to change them. */
export function reviewAnswers(
  translate: Translate<StepsMessages>,
  plan: PlannedStep[],
  model: FormModel,
  { files, isNew, change }: { files: string[]; isNew(name: string): boolean; change(key: number): void },
): TemplateResult {
  const values = model.read();
  const { lang } = model.source.definition!; // A form has one.
  const fieldsOf = (names: string[]) =>
    model.fields.filter(({ name, isDetached }) => !isDetached && names.includes(name));
  const row = (answer: unknown, label: unknown, missing: string, kind = '') => html`
    <div class="answer ${kind}" part="summary-row">
      ${label}
      <dd class=${answer ? '' : 'none'}>${answer || missing}</dd>
    </div>
  `;
  const rowsOf = (names: string[]) =>
    names.includes(filesFieldName)
      ? row(
          files.length && files.map(file => html`<span>${file}</span>`),
          html`<dt class="unseen">${translate('fileNames')}</dt>`,
          translate('none'),
        )
      : fieldsOf(names).map(field =>
          row(
            answerText(translate, field, values, lang),
            html`<dt>${field.question.label}</dt>`,
            translate('notAnswered'),
            isNew(field.name) ? 'new' : '',
          ),
        );
  const group = ({ key, title, names }: PlannedStep) => {
    const newCount = names.filter(isNew).length;
    const labels = fieldsOf(names).map(({ question }) => question.label);
    // Screen readers say which answers it changes. They pause at commas and question marks.
    const list = labels.join(', ').replace(/([?؟]),/g, '$1');
    const what = list ? `${title}: ${list}` : title;
    const content = html`${translate('change')}<span class="unseen"> ${what}</span>`;
    return html`
      <section>
        <div class="group">
          <h3 part="summary-heading">${title}${news(translate, newCount)}</h3>
          ${linkButton(content, () => change(key))}
        </div>
        <dl part="summary-list">${rowsOf(names)}</dl>
      </section>
    `;
  };
  return html`<div class="review">${plan.filter(({ names }) => names.length).map(group)}</div>`;
}
