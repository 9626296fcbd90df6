import type { TemplateResult } from 'lit';
import type { Field } from '../form/fields.ts';
import type { FormContext } from '../form/form-context.ts';
import type { SubmissionMessages } from '../messages/en-submission.ts';
import type { Translate } from '../messages/format.ts';
import type { Outcome } from './attempt.ts';
import { currentProblems, unlockField } from './check-form.ts';
import { errorSummary, fieldMessage } from './error-summary.ts';
import { focusAfterUpdate, focusField } from './focus.ts';
import { findProblem, ProblemList } from './problems.ts';

/** Shows the problems of a form: a summary above it and a message at each field. */
export class FormProblems {
  /** The fields of the latest refusal, a new object for each; undefined before the first. */
  refusal: { fields: string[] } | undefined;
  #list = new ProblemList();
  #context: FormContext;
  #translate: Translate<SubmissionMessages>;

  constructor(context: FormContext, translate: Translate<SubmissionMessages>) {
    this.#context = context;
    this.#translate = translate;
  }

  /** Shows why the enquiry was refused. Contact fields that the site has fixed become editable if they have a problem. */
  refuse({ problems, foundBy }: Extract<Outcome, { kind: 'refused' }>): void {
    const { emit, host } = this.#context;
    const fields = problems.map(({ field }) => field);
    if (foundBy === 'proxy') this.#list.foundByProxy(problems);
    else this.#list.found(problems);
    for (const field of fields) unlockField(host, field);
    emit('enquiry-refused', { case_type: host.caseType, fields });
    this.refusal = { fields };
    void focusAfterUpdate(host, '.summary');
  }

  /** Removes all problems. */
  clear(): void {
    this.#list.found([]);
  }

  /** Judges the fields of a step. Returns whether they have no problems; otherwise shows these. */
  checkFields(isHere: (field: string) => boolean): boolean {
    const problems = currentProblems(this.#context.model).filter(({ field }) => isHere(field));
    this.#list.found(problems, isHere);
    if (problems.length) void focusAfterUpdate(this.#context.host, '.summary');
    return !problems.length;
  }

  /** The fields with problems that the visitor knows of, and all fields with problems. */
  fields(): { known: string[]; all: string[] } {
    const known = this.#list.all.map(({ field }) => field);
    return { known, all: [...known, ...currentProblems(this.#context.model).map(({ field }) => field)] };
  }

  /** Called after an edit of a field. Only this field is judged again; questions that a script has hidden are left
   * out. */
  edited(name: string): void {
    const { host, model } = this.#context;
    const judge = () => {
      const field = model.fields.find(each => each.name === name);
      return field && findProblem(model, field);
    };
    let isChanged = this.#list.edited(name, judge);
    // Another field may have what this one lacked.
    const lacking = this.#list.all.find(({ oneOf }) => oneOf?.some(each => each === name));
    if (lacking && !currentProblems(model).some(({ rule }) => rule === 'one_required')) {
      isChanged = this.#list.edited(lacking.field, () => undefined);
    }
    if (this.#list.removeHidden(model.fields) || isChanged) host.requestUpdate();
  }

  /** Called after questions have appeared or disappeared. */
  visibilityChanged(): void {
    this.#list.removeHidden(this.#context.model.fields);
  }

  /** The message at a field; undefined if it has no problem. */
  messageAt(field: Field): TemplateResult | undefined {
    return fieldMessage(this.#translate, this.#list.all, field);
  }

  /** The summary of all problems; in steps, `isHere` selects those to list. Undefined if there are none. */
  summary(isHere: (field: string) => boolean = () => true): TemplateResult | undefined {
    const { host, model } = this.#context;
    const problems = this.#list.all.filter(({ field }) => isHere(field));
    return errorSummary(this.#translate, problems, model.fields, name => focusField(host, name));
  }
}
