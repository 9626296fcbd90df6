import { shown, type Today } from '../proxy/contract/check.ts';
import { contactFields, type Definition, type Question } from '../proxy/contract/definition.ts';
import type { Answers, Enquiry } from '../proxy/contract/enquiry.ts';

/** The name and id that a question's control has in the form; a problem calls it the same. */
export function fieldOf(question: Question): string {
  return `answers.${question.id}`;
}

/** What stands in the form at this moment; autofill may have told nobody. */
export function valuesIn(form: HTMLFormElement): FormData {
  const values = new FormData(form);
  for (const control of form.elements) {
    // Half a date reads as none: it must be mended, not lost.
    if (control instanceof HTMLInputElement && control.validity.badInput) values.set(control.name, '?');
  }
  return values;
}

/** Puts values back into a form whose fields have moved. */
export function putBack(form: HTMLFormElement, values: FormData): void {
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && /radio|checkbox/.test(control.type)) {
      control.checked = values.getAll(control.name).includes(control.value);
    } else if ('value' in control && 'name' in control && control.name) {
      control.value = values.get(String(control.name)) ?? '';
    }
  }
}

/** Every answer that stands in the form, also to questions that are not shown. */
export function answersIn({ questions }: Definition, values: FormData): Answers {
  return Object.fromEntries(
    questions.map(question => {
      const given = values.getAll(fieldOf(question)).map(String);
      if (question.type === 'checkboxes') return [question.id, given];
      return [question.id, given[0] ?? (question.type === 'consent' ? 'no' : '')];
    }),
  );
}

/** The ids of the questions that a visitor with these values sees. */
export function shownIn(definition: Definition, values: FormData): string[] {
  return shown(definition.questions, answersIn(definition, values)).map(({ id }) => id);
}

/** The enquiry as the proxy wants it: what is shown and filled in, as it was typed. */
export function enquiryIn(definition: Definition, values: FormData): Enquiry {
  const answers = answersIn(definition, values);
  const visible = shownIn(definition, values);
  const isGiven = ([, answer]: [string, string | string[] | undefined]) =>
    Array.isArray(answer) ? answer.length : answer?.trim();
  const contact = contactFields.map(field => [field, values.get(field)?.toString()] as [string, string]);
  return {
    case_type: definition.case_type,
    definition: definition.definition,
    lang: definition.lang,
    ...Object.fromEntries(contact.filter(isGiven)),
    answers: Object.fromEntries(
      Object.entries(answers).filter(entry => visible.includes(entry[0]) && isGiven(entry)),
    ),
  };
}

/** The visitor's date, as `2026-02-01`. */
export function todayAt(now: Date): Today {
  const day = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  return { earliest: day, latest: day };
}
