import { css, type TemplateResult } from 'lit';
import { html } from '#html';
import { type AskedQuestion, answersOf, asked, toFieldName } from '../../proxy/contract/asked.ts';
import { check } from '../../proxy/contract/check-enquiry.ts';
import { listShownQuestions } from '../../proxy/contract/conditions.ts';
import type { Definition } from '../../proxy/contract/definition.ts';
import type { Enquiry, Problem } from '../../proxy/contract/enquiry.ts';
import type { SubmissionMessages } from '../../proxy/contract/languages/en.ts';
import { normaliseUsual } from '../../proxy/contract/normalise.ts';
import { maxLengthOf } from '../../proxy/contract/question-types.ts';
import { type DateToday, findBrokenRule, type MatchesPattern } from '../../proxy/contract/rules.ts';
import { findDateFault } from '../answers/answer-text.ts';
import { fieldOf, focusAfterUpdate, focusField } from '../answers/controls.ts';
import type { FieldView } from '../form/field-view.ts';
import type { SubmissionContext } from '../form/form-context.ts';
import type { Field } from '../form/form-model.ts';
import { choiceName, type Values } from '../form/values.ts';
import type { Translate } from '../messages/format.ts';
import { type FoundProblem, problemLine, problemMessage } from './problem-messages.ts';

/** Styles of problems, with the custom properties of the form's style sheet. */
export const styles = css`
  :is(a, .link):hover { text-decoration-thickness: .125em; }
  /* The row of a choice is scrolled to instead. */
  .choice input { scroll-margin: 0; }
  .message { display: block; margin-bottom: .5em; color: var(--danger); font-weight: 600; font-size: .9em; }
  .message.past { visibility: hidden; }
  /* The bar stands in the padding of the card, so that a problem doesn't move its field. Two columns share one. */
  .pair { position: relative; }
  .problem::before {
    --gap: min(var(--space) * .75, 3.6cqi);
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: calc(var(--gap) * -1);
    border-inline-start: min(3px, var(--gap)) solid var(--danger);
  }
  @container (min-width: 30em) {
    .pair > .problem { position: static; }
  }
  .problem.problem :is(input, select, textarea) { border-color: var(--danger); }
  .problem :is(input, select, textarea):is(.problem > *, .parts *) { box-shadow: inset 0 0 0 1px var(--danger); }
  .summary { margin-block: calc(var(--space) * 1.5) 0; }
  .form .summary:focus { outline: 0; }
  /* Unlike "none", an empty text keeps the list a list for VoiceOver. */
  ul { list-style-type: ''; }
  /* Padding, because a minimum height would leave more room around one line than around two. */
  .summary a {
    display: block;
    padding-block: max(.45em, (var(--target) - 1.35em) / 2);
    color: var(--danger);
    font-size: .95em;
    font-weight: 600;
    line-height: 1.35;
  }
  .kept { margin-bottom: 1.5em; }
  [inert] { opacity: .55; }
  textarea { field-sizing: content; max-height: 24em; }
  .send { display: flex; gap: .625em; justify-content: center; align-items: center; }
  .send[part=quiet-button] { --fill: var(--surface); --on-accent: var(--ink); border-color: var(--line); }
  .ways { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15em, 100%), 1fr)); gap: .5em; margin-top: .75em; }
  .ways > :not(.quiet) { grid-column: 1 / -1; }
  .slow { margin-top: .75em; color: var(--muted); text-align: center; }
  .countdown { font-variant-numeric: tabular-nums; }
  .spin {
    width: 1.25em;
    height: 1.25em;
    border: 2.5px solid color-mix(in oklab, currentColor 35%, transparent);
    border-top-color: currentColor;
    border-radius: 50%;
  }
  @media (prefers-reduced-motion: no-preference) {
    .spin { animation: spin 1s linear infinite; }
    .message:not(.past) { animation: appear .16s; }
  }
  @keyframes appear { from { opacity: 0; } }
  @keyframes spin { to { rotate: 1turn; } }
`;

/** The visitor must correct something before the enquiry can be accepted. */
export interface Refused {
  kind: 'refused';
  problems: Problem[];
  foundBy: 'form' | 'proxy';
}

/** All problems with a form, in its order: the same that the proxy would find, with details. */
export function findProblems(
  definition: Definition,
  values: Values,
  today: DateToday,
  matches?: MatchesPattern,
): FoundProblem[] {
  const problems = check(definition, { case_type: definition.case_type, ...values }, today, matches);
  const answers = answersOf(values);
  return problems.map((problem): FoundProblem => {
    const { at_least_one_of, lang } = definition;
    if (problem.rule === 'one_required') {
      const shown = listShownQuestions(definition.questions, answers);
      const questions = shown.filter(({ id }) => at_least_one_of?.includes(id));
      return { ...problem, oneOf: { questions, lang } };
    }
    const field = asked(definition).find(({ name }) => name === problem.field);
    if (!field) return problem;
    const { question } = field;
    const value = answers[question.id] ?? '';
    switch (problem.rule) {
      case 'not_a_number':
        return { ...problem, example: exampleNumber(question, lang, today) };
      case 'too_long':
        // In characters (code points).
        return { ...problem, over: [...value].length - maxLengthOf(question) };
      case 'not_a_date':
        return { ...problem, fault: findDateFault(String(value), question) };
      default:
        return problem;
    }
  });
}

/** A number to show a visitor whose answer isn't one: the first in the question's help that is a possible answer, or
 * else the smallest possible one. */
function exampleNumber(question: AskedQuestion, lang: string, today: DateToday): number | string {
  const { help, min, max } = question;
  const [inHelp] = help?.match(/\p{Nd}(?:\P{L}?\p{Nd})*/u) ?? [];
  if (inHelp && !findBrokenRule(question, normaliseUsual(question, inHelp, lang), today)) return inHelp;
  return Number(min) || Math.min(12, Number(max ?? 12));
}

/** Shows the problems of a form: a summary above it and a message at each field. The form isn't checked before the first
 * attempt to send. */
export class FormProblems {
  /** The fields of the latest refusal, a new object for each; undefined before the first. */
  refusal: { fields: string[] } | undefined;
  /** Those that the visitor knows of. */
  shown: FoundProblem[] = [];
  /** Those that an edit has solved or changed. Their messages keep their places, unseen, until the visitor leaves the field. */
  #edited: FoundProblem[] = [];
  /** Those that the proxy found. The form can't know whether an edit has solved them. */
  #foundByProxy: Problem[] = [];
  #context: SubmissionContext;
  #contact: { render(): TemplateResult };

  constructor(context: SubmissionContext, contact: { render(): TemplateResult }) {
    this.#context = context;
    this.#contact = contact;
    // A fragment doesn't reach into a shadow root, so the links of the summary are followed by script.
    context.host.renderRoot.addEventListener('click', event => {
      const link = context.model.element && (event.target as Element).closest('.summary a');
      if (!link) return;
      event.preventDefault();
      focusField(context.host, link.getAttribute('href')!.slice(1));
    });
  }

  /** Returns the enquiry in the form, to which `readAdditions` adds more, or the problems that the visitor must correct
   * first. */
  collect = (): Enquiry | Refused => {
    const { source, values } = this.#context.model;
    const { case_type, definition, lang } = source.definition!; // A form has one.
    const problems = this.find();
    if (problems.length) return { kind: 'refused', problems, foundBy: 'form' };
    return { case_type, definition, lang, ...values };
  };

  /** Shows why the enquiry was refused. Fields that the site has fixed become editable if they have a problem. */
  refuse({ problems, foundBy }: Refused): void {
    const { emit, host, model } = this.#context;
    const fields = problems.map(({ field }) => field);
    this.show(problems);
    this.#foundByProxy = foundBy === 'proxy' ? problems : [];
    for (const field of fields) {
      host.hiddenFields = host.hiddenFields?.replace(field, '');
      host.readonlyFields = host.readonlyFields?.replace(field, '');
    }
    emit('enquiry-refused', { case_type: model.source.requested?.caseType, fields });
    this.refusal = { fields };
    void focusAfterUpdate(host, '.summary, .ending');
  }

  /** Shows these problems in place of others. The form explains below the question, not in a list of problems, that an answer
   * ends it. */
  show(problems: FoundProblem[]): void {
    const hasEnding = this.#context.model.fields.some(({ ending }) => ending);
    this.shown = problems.filter(({ rule }) => !hasEnding || rule !== 'ends');
    this.#edited = [];
  }

  /** All problems with the values in the form, including those that changed without an event. If an answer ends the form, the
   * others don't matter. */
  find(): FoundProblem[] {
    const { model } = this.#context;
    const { definition, requested } = model.source;
    if (!definition) return [];
    // The visitor hasn't chosen one of several case types.
    if (!requested?.caseType) return [{ field: choiceName, rule: 'required' }];
    const problems = findProblems(definition, model.values, model.today);
    const endings = problems.filter(({ rule }) => rule === 'ends');
    return endings.length ? endings : problems;
  }

  /** Removes the problem with a field that was edited, or that of another field, if it is solved or has become another one.
   * Nothing is said about what is wrong now before the visitor leaves the field, because they aren't finished. */
  edited(name: string): void {
    const before = this.shown;
    const isConcerned = ({ field, oneOf }: FoundProblem) =>
      field === name || oneOf?.questions.some(({ id }) => toFieldName(id) === name);
    if (before.some(isConcerned)) {
      const current = this.find().map(problem => JSON.stringify(problem));
      const isPast = (problem: FoundProblem) =>
        isConcerned(problem) &&
        (this.#foundByProxy.includes(problem) || !current.includes(JSON.stringify(problem)));
      this.#edited.push(...before.filter(isPast));
      this.shown = before.filter(problem => !isPast(problem));
    }
    this.visibilityChanged();
    if (this.shown.length < before.length) this.#context.host.requestUpdate();
  }

  /** Shows what is wrong now with the fields that were corrected and no longer have the focus. */
  focusMoved(): void {
    const { host, model } = this.#context;
    const { activeElement } = host.renderRoot;
    const focused = activeElement && fieldOf(model, activeElement)?.name;
    const left = this.#edited.map(({ field }) => field).filter(field => field !== focused);
    if (!left.length) return;
    const edited = this.#edited.filter(({ field }) => field === focused);
    const known = [...this.shown.map(({ field }) => field), ...left];
    const byProxy = this.shown.filter(problem => this.#foundByProxy.includes(problem));
    this.show([...byProxy, ...this.find().filter(({ field }) => known.includes(field))]);
    this.#edited = edited;
    host.requestUpdate();
  }

  /** Removes the problems with questions that are no longer visible, except those that the proxy found. */
  visibilityChanged(): void {
    const { fields } = this.#context.model;
    this.shown = this.shown.filter(
      problem =>
        this.#foundByProxy.includes(problem) ||
        !fields.some(({ name, isHidden }) => isHidden && name === problem.field),
    );
  }

  at(field: Field): Pick<FieldView, 'message' | 'kept'> {
    const edited = messageAt(this.#context.translate, this.#edited, field);
    return {
      message: messageAt(this.#context.translate, this.shown, field),
      kept: edited && html`<span class="message past">${edited}</span>`,
    };
  }

  /** The list of problems above the form; in steps, `isHere` selects those to list. Undefined if there are none. */
  summary(isHere: (field: string) => boolean = () => true): TemplateResult | undefined {
    const problems = this.shown.filter(({ field }) => isHere(field));
    return summaryOf(this.#context.translate, problems, {
      fields: this.#context.model.fields,
      contact: () => this.#contact.render(),
    });
  }
}

/** The message at a field; undefined if it has none of the problems. */
export function messageAt(
  translate: Translate<SubmissionMessages>,
  problems: FoundProblem[],
  { name, question }: Field,
): TemplateResult | undefined {
  const problem = problems.find(({ field }) => field === name);
  // Browsers drop an ordinary space at the end of the element from its text, and join the lines of a legend.
  return (
    problem &&
    html`<span class="unseen">\u00a0${translate('error')}\u00a0</span>${problemMessage(translate, problem, question)}`
  );
}

/** The list of problems above the form; undefined if there are none. A problem with a field that the form doesn't show has
 * no link, but other ways to reach the firm, which `contact` renders. */
export function summaryOf(
  translate: Translate<SubmissionMessages>,
  problems: FoundProblem[],
  { fields, contact }: { fields: Field[]; contact(): unknown },
): TemplateResult | undefined {
  if (!problems.length) return undefined;
  const shown = problems.map(found => {
    const field = fields.find(({ name, isHidden }) => name === found.field && !isHidden);
    return field && { found, question: field.question };
  });
  const messages = shown.map(each => (each ? problemMessage(translate, each.found, each.question) : ''));
  const lines = shown.map(each =>
    each
      ? html`<li><a href="#${each.found.field}">${problemLine(translate, each, messages)}</a></li>`
      : html`<li>${translate('enquiryRefused')}${contact()}</li>`,
  );
  const areMissing = problems.every(({ rule }) => /required$/.test(rule));
  return html`
    <div class="note bad summary" part="summary" role="group" tabindex="-1" aria-labelledby="summary">
      <h3 id="summary">${translate(areMissing ? 'unanswered' : 'problems', { count: problems.length })}</h3>
      <ul>${lines}</ul>
    </div>
  `;
}
