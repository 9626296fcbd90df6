import { asked } from '../../proxy/contract/asked.ts';
import { check } from '../../proxy/contract/check.ts';
import type { ContactField, Definition } from '../../proxy/contract/definition.ts';
import type { Problem } from '../../proxy/contract/enquiry.ts';
import type { DateToday } from '../../proxy/contract/rules.ts';
import { type DateFault, findDateFault } from '../answers/memorable-date.ts';
import type { Field } from '../form/fields.ts';
import type { Values } from '../form/values.ts';

/** A problem that the form or the proxy has found. */
export interface FoundProblem extends Problem {
  /** By how many characters an answer is too long, if the form has found that. */
  over?: number;
  /** What is missing from a date in parts, if it is one thing. */
  fault?: DateFault | undefined;
  /** The contact fields of which one is required. */
  oneOf?: ContactField[];
}

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
    if (problem.rule === 'too_long') return { ...problem, over: [...value].length - question.max_length };
    const isInParts = problem.rule === 'not_a_date' && question.entry === 'memorable';
    return isInParts
      ? { ...problem, fault: findDateFault(String(value), question, definition.lang) }
      : problem;
  });
}

/** The problems shown to the visitor. The form isn't checked before the first attempt to send. */
export class ProblemList {
  all: FoundProblem[] = [];
  /** Problems that the proxy found. The form can't know whether an edit has solved them. */
  #foundByProxy: Problem[] = [];

  /** Takes over what the form's own check has found. In steps, `isHere` selects the fields that were judged; the
   * problems with others remain. */
  found(problems: FoundProblem[], isHere: (field: string) => boolean = () => true): void {
    this.all = [...this.all.filter(({ field }) => !isHere(field)), ...problems];
  }

  /** Takes over the problems in the proxy's response. */
  foundByProxy(problems: Problem[]): void {
    this.all = problems;
    this.#foundByProxy = problems;
  }

  /** Updates the problem with a field that was edited: one that is solved is removed. No new problem is added, because
   * an error while typing is distracting. `judge` returns the field's current problem. Returns whether the list has
   * changed. */
  edited(name: string, judge: () => FoundProblem | undefined): boolean {
    const known = this.all.find(({ field }) => field === name);
    if (!known) return false;
    const current = this.#foundByProxy.includes(known) ? undefined : judge();
    this.all = this.all.flatMap(problem => (problem === known ? (current ?? []) : problem));
    return true;
  }

  /** Removes the problems with questions that are no longer visible, except those that the proxy found. Returns whether
   * the list has changed. */
  removeHidden(fields: Field[]): boolean {
    const hidden = new Set(
      fields.filter(({ kind, isHidden }) => kind === 'question' && isHidden).map(({ name }) => name),
    );
    const before = this.all;
    this.all = before.filter(problem => this.#foundByProxy.includes(problem) || !hidden.has(problem.field));
    return this.all.length < before.length;
  }
}
