// What a step shows around its fields.
import { html, type TemplateResult } from 'lit';
import type { StepsMessages } from '../../proxy/contract/languages/en.ts';
import { answerText } from '../answers/answer-text.ts';
import { scrollTo } from '../answers/controls.ts';
import { labelText, linkButton } from '../form/field-view.ts';
import type { FormModel } from '../form/form-model.ts';
import type { FormView } from '../form/form-view.ts';
import type { Translate } from '../messages/format.ts';
import { countSteps, isLastStep, type PlannedStep } from './plan.ts';

/** The progress bars, and the step's title or only question: a heading that takes the focus, so that screen readers announce
 * it. At the first step of a case type, the form's label and introduction come before them. At the choice between several
 * case types, the number of steps isn't known. `newCount` is the number of its questions that a change of an answer has added. */
export function stepHead(
  translate: Translate<StepsMessages>,
  plan: PlannedStep[],
  here: PlannedStep,
  { view, newCount, canAdvance }: { view: FormView; newCount: number; canAdvance: boolean },
): TemplateResult {
  const { label, introduction } = view.definition;
  const total = countSteps(plan);
  const isFirst = here === plan.find(({ kind }) => kind !== 'choice');
  const isNumbered = total > 1 && here.kind !== 'choice';
  const stateAt = (key: number) => (key < here.key ? 'past' : key === here.key ? 'now' : '');
  const bars = [...Array(total).keys()].map(key => html`<li class=${stateAt(key)}></li>`);
  const progress = html`<ol class=${isFirst ? 'steps below' : 'steps'} part="progress" aria-hidden="true">${bars}</ol>`;
  const position = translate('stepCount', { step: here.key + 1, steps: total });
  const count = html`<span class="step-count" part="step-count">${position}\u00a0</span>`;
  const lead = view.fields.find(({ name }) => name === here.lead);
  const title = { isOptional: here.kind === 'files', question: { label: here.title } };
  // Sighted visitors have read the form's label.
  const text = html`<span class=${here.title === label && !lead ? 'unseen' : ''}>${labelText(
    lead ?? title,
    view,
  )}</span>`;
  const heading = html`
    <h2 class=${isLastStep(plan, here) ? 'step' : 'step ahead'} part="step-heading" tabindex="-1">
      ${isNumbered ? count : ''}${text}${news(translate, newCount)}
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

/** Scrolls to the heading of a step, if it isn't in view with the card's edge: below what covers the card then, such as the
 * page's header, or 12 px below the edge of the window. */
export function scrollToStep(root: ShadowRoot): void {
  const heading = root.querySelector('.step');
  const frame = root.querySelector<HTMLElement>('.frame');
  if (!heading || !frame) return;
  const scroll = (marginPx: number) => {
    frame.style.setProperty('--header', `${marginPx}px`);
    scrollTo(heading);
  };
  scroll(12);
  const { left, top, width } = heading.getBoundingClientRect();
  const abovePx = Number.parseFloat(getComputedStyle(heading).scrollMarginTop) - 12;
  const from = Math.max(0, Math.ceil(top - abovePx));
  let y = from;
  while (y < innerHeight / 2 && !isSeenAt(frame, left + width / 2, y)) y += 1;
  // A dialog or a banner that covers half of the window isn't a header.
  if (y > from && y < innerHeight / 2) scroll(y + 12);
}

/** Whether an element is what the visitor sees at a point. Firefox looks at each tree alone. */
function isSeenAt(element: Element, x: number, y: number): boolean {
  const root = element.getRootNode() as Document | ShadowRoot; // The element is in the page.
  return element.contains(root.elementFromPoint(x, y)) && (!('host' in root) || isSeenAt(root.host, x, y));
}

/** Moves a step in from the side: 1 from the right, -1 from the left. Nothing else moves. */
export function slideIn(form: HTMLFormElement, direction: number): void {
  slide(form, direction, { duration: 180 });
}

/** Moves a step out: to the left, if the next one comes in from the right. Resolves once it has gone. */
export async function slideOut(form: HTMLFormElement, direction: number): Promise<void> {
  const animations = slide(form, -direction, { duration: 90, direction: 'reverse' });
  await Promise.allSettled(animations.map(({ finished }) => finished));
}

function slide(form: HTMLFormElement, direction: number, timing: KeyframeAnimationOptions): Animation[] {
  if (!direction || matchMedia('(prefers-reduced-motion: reduce)').matches) return [];
  const aside = { opacity: 0, translate: `${direction * 16}px` };
  const parts = [...form.querySelectorAll('.step, .step ~ :not(.rows), .rows > :not(:last-child)')];
  return parts.map(part => part.animate([aside, {}], { ...timing, easing: 'cubic-bezier(.2,0,0,1)' }));
}

/** A question and its answer on the check page. */
interface AnswerRow {
  label: string;
  /** Empty: there is none. */
  answer: unknown;
  /** What is shown if there is no answer. */
  missing: string;
  isNew: boolean;
}

/** The answers by step, each with a button to change them. A step of one question is a row without a title. */
export function reviewAnswers(
  translate: Translate<StepsMessages>,
  plan: PlannedStep[],
  model: FormModel,
  { files, isNew, change }: { files: string[]; isNew(name: string): boolean; change(key: number): void },
): TemplateResult {
  const values = model.read();
  const { lang } = model.source.definition!; // A form has one.
  const rowsOf = ({ kind, title, names }: PlannedStep): AnswerRow[] => {
    if (kind === 'files') {
      const answer = files.length && files.map(file => html`<span>${file}</span>`);
      return [{ label: title, answer, missing: translate('none'), isNew: false }];
    }
    return model.fields
      .filter(({ name }) => names.includes(name))
      .map(field => ({ field, answer: answerText(translate, field, values, lang) }))
      .map(({ field: { name, question }, answer }) => ({
        label: question.label,
        answer,
        missing: translate('notAnswered'),
        isNew: isNew(name),
      }));
  };
  const steps = plan.filter(({ names }) => names.length).map(step => ({ ...step, rows: rowsOf(step) }));
  const isSingle = ({ rows }: (typeof steps)[number]) => rows.length === 1;
  // Steps of one question that follow one another share a list.
  const lists: (typeof steps)[] = [];
  for (const step of steps) {
    const previous = lists.at(-1);
    if (previous && [step, previous[0]!].every(isSingle)) previous.push(step);
    else lists.push([step]);
  }
  // Screen readers say which answers it changes.
  const changeButton = (key: number, what: string) =>
    linkButton(html`${translate('change')}<span class="unseen"> ${what}</span>`, () => change(key));
  const rowView = (
    { label, answer, missing, isNew }: AnswerRow,
    end?: { news: unknown; button: unknown },
  ) => html`
    <div class=${isNew ? 'answer new' : 'answer'} part="summary-row">
      <dt>${label}${end?.news}</dt>
      <dd class=${answer ? '' : 'none'}>${answer || missing}</dd>
      ${end && html`<dd class="change">${end.button}</dd>`}
    </div>
  `;
  const newsOf = (rows: AnswerRow[]) => news(translate, rows.filter(({ isNew }) => isNew).length);
  const singles = (steps: (typeof lists)[number]) =>
    steps.flatMap(({ key, rows }) =>
      rows.map(row => rowView(row, { news: newsOf(rows), button: changeButton(key, row.label) })),
    );
  const group = ({ key, title, rows }: (typeof steps)[number]) => {
    // Screen readers pause at commas and question marks.
    const labels = rows
      .map(({ label }) => label)
      .join(', ')
      .replace(/([?؟]),/g, '$1');
    return html`
      <section>
        <div class="group">
          <h3 part="summary-heading">${title}${newsOf(rows)}</h3>
          ${changeButton(key, labels ? `${title}: ${labels}` : title)}
        </div>
        <dl part="summary-list">${rows.map(row => rowView(row))}</dl>
      </section>
    `;
  };
  return html`<div class="review">${lists.map(list =>
    list.every(isSingle) ? html`<dl part="summary-list">${singles(list)}</dl>` : list.map(group),
  )}</div>`;
}
