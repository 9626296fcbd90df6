import { toFieldName, toMembers } from '../../proxy/contract/asked.ts';
import { getValues, listShownQuestions } from '../../proxy/contract/conditions.ts';
import type { ContactField, Definition, Question } from '../../proxy/contract/definition.ts';
import type { Answers } from '../../proxy/contract/enquiry.ts';
import type { DateToday } from '../../proxy/contract/rules.ts';

/** The values of a form by the names of contact fields and the ids of questions: `{ "forename": "Ada", "answers":
 * { "injuries": ["neck"], "hurt": "yes" } }`. */
export interface Values extends Partial<Record<ContactField, string>> {
  /** Of several case types in one tag, the one that is chosen. Never returned. */
  case_type?: string;
  answers?: Answers;
}

/** The name of the field in which the visitor chooses one of the tag's case types. */
export const choiceName = 'case_type';

/** Reads every control of a form; empty without a form. */
export function readFormData(form: HTMLFormElement | undefined): FormData {
  const values = new FormData(form);
  for (const { name, validity } of (form?.elements ?? []) as Iterable<HTMLInputElement>) {
    // An incomplete date reads as none. The visitor must complete it, or it would be lost.
    if (validity.badInput) values.set(name, '?');
  }
  return values;
}

/** Sets every control of a form; those without a value are emptied. An incomplete date stays as it is. */
export function restoreFormData(form: HTMLFormElement, values: FormData): void {
  for (const control of form.elements as Iterable<HTMLInputElement>) {
    const { name, type, validity, value } = control;
    const given = values.get(name) ?? '';
    if (/radio|checkbox/.test(type)) control.checked = values.getAll(name).includes(value);
    // Setting the same value would strip the spaces at the end of an email address that is being typed (Firefox).
    else if (name && given !== value && !validity.badInput) control.value = String(given);
  }
}

/** Replaces the values in `now` with those in `next`, except where `now` differs from `before`: the visitor has
 * changed those. */
export function mergeFormData(now: FormData, next: FormData, before = now): FormData {
  for (const name of new Set(next.keys())) {
    if (`${now.getAll(name)}` !== `${before.getAll(name)}`) continue;
    now.delete(name);
    for (const value of next.getAll(name)) now.append(name, value);
  }
  return now;
}

/** Converts values to a form's. */
export function toFormData({ answers, ...contact }: Values): FormData {
  const form = new FormData();
  const add = (name: string, value: string | string[] | undefined) => {
    for (const each of [value].flat()) form.append(name, each ?? '');
  };
  for (const [name, value] of Object.entries(contact)) add(name, value);
  for (const [id, answer] of Object.entries(answers ?? {})) add(toFieldName(id), answer);
  return form;
}

/** Converts what the visitor has entered to what is checked and sent, such as `£285,000` to `285000`. */
export type Normalise = (question: Question, text: string) => string;

export const asEntered: Normalise = (_question, text) => text;

/** The answers to all questions, visible or not. */
export function readAnswers({ questions }: Definition, values: FormData, normalise: Normalise): Answers {
  return Object.fromEntries(
    questions.map(question => {
      const { id, type } = question;
      const given = values.getAll(toFieldName(id)).map(text => normalise(question, String(text)));
      return [id, type === 'checkboxes' ? given : (given[0] ?? (type === 'consent' ? 'no' : ''))];
    }),
  );
}

/** The ids of the questions that are visible with these values: not those of the type `hidden`. */
export function visibleQuestionIds(definition: Definition, values: FormData, normalise: Normalise): string[] {
  const answers = readAnswers(definition, values, normalise);
  return listShownQuestions(definition.questions, answers).flatMap(({ id, type }) =>
    type === 'hidden' ? [] : id,
  );
}

/** The answers that aren't blank, of visible fields and hidden questions. */
export function visibleValues(definition: Definition, values: FormData, normalise: Normalise): Values {
  const answers = readAnswers(definition, values, normalise);
  const visible = listShownQuestions(definition.questions, answers)
    .map(({ id }) => [id, answers[id]!] as const) // Each question has one.
    .filter(([id]) => getValues(answers, id).length);
  return toMembers(Object.fromEntries(visible));
}

/** Today's date in the visitor's time zone, for example `2026-02-01`. */
export function todayAt(now: Date): DateToday {
  // Formatting it for a locale would take as long as drawing the form.
  const day = new Date(+now - now.getTimezoneOffset() * 60_000).toJSON().slice(0, 10);
  return { earliest: day, latest: day };
}
