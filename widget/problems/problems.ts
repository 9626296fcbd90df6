import { html, type TemplateResult } from 'lit';
import { asked } from '../../proxy/contract/asked.ts';
import { check } from '../../proxy/contract/check.ts';
import type { ContactField, Definition } from '../../proxy/contract/definition.ts';
import type { Enquiry, Problem } from '../../proxy/contract/enquiry.ts';
import { maxLengthOf } from '../../proxy/contract/question-types.ts';
import type { DateToday } from '../../proxy/contract/rules.ts';
import { toJson } from '../../proxy/contract/to-json.ts';
import { findDateFault } from '../answers/memorable-date.ts';
import type { Field } from '../form/fields.ts';
import type { FormContext, FormHost } from '../form/form-context.ts';
import type { FormModel } from '../form/form-model.ts';
import type { Values } from '../form/values.ts';
import type { SubmissionMessages } from '../messages/en-submission.ts';
import type { Translate } from '../messages/format.ts';
import { focusAfterUpdate, focusField } from './focus.ts';
import { type FoundProblem, problemLine, problemMessage } from './problem-messages.ts';

/** The visitor must correct something before the enquiry can be accepted. */
export interface Refused {
  kind: 'refused';
  problems: Problem[];
  foundBy: 'form' | 'proxy';
}

/** All problems with a form, in its order: the same that the proxy would find, with details. */
export function findProblems(definition: Definition, values: Values, today: DateToday): FoundProblem[] {
  const problems = check(definition, { case_type: definition.case_type, ...values }, today);
  return problems.map((problem): FoundProblem => {
    if (problem.rule === 'one_required') return { ...problem, oneOf: definition.contact.one_of ?? [] };
    const field = asked(definition).find(({ name }) => name === problem.field);
    if (!field) return problem;
    const { kind, question } = field;
    const value =
      (kind === 'contact' ? values[question.id as ContactField] : values.answers?.[question.id]) ?? '';
    // In characters (code points).
    if (problem.rule === 'too_long') return { ...problem, over: [...value].length - maxLengthOf(question) };
    const isInParts = problem.rule === 'not_a_date' && question.entry === 'memorable';
    return isInParts
      ? { ...problem, fault: findDateFault(String(value), question, definition.lang) }
      : problem;
  });
}

/** Shows the problems of a form: a summary above it and a message at each field. The form isn't checked before the first
 * attempt to send. */
export class FormProblems {
  /** The fields of the latest refusal, a new object for each; undefined before the first. */
  refusal: { fields: string[] } | undefined;
  #shown: FoundProblem[] = [];
  /** Those that the proxy found. The form can't know whether an edit has solved them. */
  #foundByProxy: Problem[] = [];
  /** The last enquiry without problems, and the day. */
  #checked = '';
  #context: FormContext;
  #translate: Translate<SubmissionMessages>;

  constructor(context: FormContext, translate: Translate<SubmissionMessages>) {
    this.#context = context;
    this.#translate = translate;
  }

  /** Returns the enquiry in the form, to which `readAdditions` adds more, or the problems that the visitor must correct
   * first. An enquiry that was checked isn't checked again. */
  collect = (): Enquiry | Refused => {
    const { source, today, values } = this.#context.model;
    const { case_type, definition, lang } = source.definition!; // A form has one.
    const enquiry = { case_type, definition, lang, ...values };
    const text = toJson([enquiry, today]);
    const problems = text === this.#checked ? [] : currentProblems(this.#context.model);
    if (problems.length) return { kind: 'refused', problems, foundBy: 'form' };
    this.#checked = text;
    return enquiry;
  };

  /** Shows why the enquiry was refused. Contact fields that the site has fixed become editable if they have a problem. */
  refuse({ problems, foundBy }: Refused): void {
    const { emit, host } = this.#context;
    const fields = problems.map(({ field }) => field);
    this.#shown = problems;
    this.#foundByProxy = foundBy === 'proxy' ? problems : [];
    for (const field of fields) unlockField(host, field);
    emit('enquiry-refused', { case_type: host.caseType, fields });
    this.refusal = { fields };
    void focusAfterUpdate(host, '.summary');
  }

  clear(): void {
    this.#shown = [];
  }

  /** Checks the fields of a step. Returns whether they have no problems; otherwise shows these, and those with other
   * fields remain. */
  checkFields(isHere: (field: string) => boolean): boolean {
    const problems = currentProblems(this.#context.model).filter(({ field }) => isHere(field));
    this.#shown = [...this.#shown.filter(({ field }) => !isHere(field)), ...problems];
    if (problems.length) void focusAfterUpdate(this.#context.host, '.summary');
    return !problems.length;
  }

  /** The fields with problems that the visitor knows of, and all fields with problems. */
  fields(): { known: string[]; all: string[] } {
    const known = this.#shown.map(({ field }) => field);
    return { known, all: [...known, ...currentProblems(this.#context.model).map(({ field }) => field)] };
  }

  /** Updates the problem with a field that was edited, or the one of another field that may have been solved with it. No
   * new problem is added, because an error while typing is distracting. */
  edited(name: string): void {
    const { host, model } = this.#context;
    const isConcerned = ({ field, oneOf }: FoundProblem) =>
      field === name || oneOf?.some(each => each === name);
    if (this.#shown.some(isConcerned)) {
      const current = currentProblems(model);
      this.#shown = this.#shown.flatMap(problem => {
        if (!isConcerned(problem)) return problem;
        if (this.#foundByProxy.includes(problem)) return [];
        return current.find(({ field }) => field === problem.field) ?? [];
      });
      host.requestUpdate();
    }
    const before = this.#shown.length;
    this.visibilityChanged();
    if (this.#shown.length < before) host.requestUpdate();
  }

  /** Removes the problems with questions that are no longer visible, except those that the proxy found. */
  visibilityChanged(): void {
    const hidden = this.#context.model.fields
      .filter(({ kind, isHidden }) => kind === 'question' && isHidden)
      .map(({ name }) => name);
    this.#shown = this.#shown.filter(
      problem => this.#foundByProxy.includes(problem) || !hidden.includes(problem.field),
    );
  }

  /** The message at a field; undefined if it has no problem. */
  messageAt({ name, question }: Field): TemplateResult | undefined {
    const problem = this.#shown.find(({ field }) => field === name);
    if (!problem) return undefined;
    const translate = this.#translate;
    // Browsers drop an ordinary space at the end of the element from its text, and join the lines of a legend.
    return html`<span class="unseen">\u00a0${translate('error')}\u00a0</span>${problemMessage(translate, problem, question)}`;
  }

  /** The list of problems above the form; in steps, `isHere` selects those to list. Undefined if there are none. */
  summary(isHere: (field: string) => boolean = () => true): TemplateResult | undefined {
    const translate = this.#translate;
    const problems = this.#shown.filter(({ field }) => isHere(field));
    if (!problems.length) return undefined;
    return html`<div class="summary" part="summary" role="group" tabindex="-1" aria-labelledby="summary"><h3 id="summary">${translate('problems', { count: problems.length })}</h3><ul>${problems.map(problem => html`<li>${this.#line(problem)}</li>`)}</ul></div>`;
  }

  /** A problem with a field that the form doesn't show has no link. */
  #line(problem: FoundProblem): TemplateResult | string {
    const { host, model } = this.#context;
    const found = model.fields.find(({ name, isHidden }) => name === problem.field && !isHidden);
    if (!found) return this.#translate('enquiryRefused');
    // A fragment doesn't reach into a shadow root, so the link is followed by script.
    const follow = (event: Event) => {
      event.preventDefault();
      focusField(host, problem.field);
    };
    return html`<a href="#${problem.field}" @click=${follow}>${problemLine(this.#translate, problem, found.question)}</a>`;
  }
}

/** The problems with the values in the form, including those that changed without an event. */
function currentProblems(model: FormModel): FoundProblem[] {
  const { definition } = model.source;
  return definition ? findProblems(definition, model.values, model.today) : [];
}

/** Lets the visitor edit a contact field whose prefill wasn't accepted. */
function unlockField(host: FormHost, name: string): void {
  host.hiddenFields = host.hiddenFields?.replace(name, '');
  host.readonlyFields = host.readonlyFields?.replace(name, '');
}
