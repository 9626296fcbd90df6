import type { ContactField, Definition, Question } from './definition.ts';
import { contactFields, contactLength, lineLength, textareaLength } from './definition.ts';
import type { Answers, Enquiry, Problem, Rule } from './enquiry.ts';

/** What `today` means in a question's `max` (`latest`) and `min` (`earliest`): dates as `2026-02-01`. The
 * widget hands in the visitor's date twice; the proxy the latest and earliest date on Earth. */
export interface Today {
  earliest: string;
  latest: string;
}

/** The answer as a list of what is not blank: empty when there is none. */
export function given(answers: Answers, id: string): string[] {
  const answer = Object.hasOwn(answers, id) ? answers[id]! : [];
  return (typeof answer === 'string' ? [answer] : answer).filter(value => value.trim());
}

/** The questions that a visitor with these answers sees; one that hangs on a hidden question is hidden. */
export function shown(questions: Question[], answers: Answers): Question[] {
  const visible = new Map<string, Question>();
  for (const question of questions) {
    const condition = question.shown_when;
    const asked = condition && visible.get(condition.question);
    if (condition && !(asked && [condition.is].flat().some(value => has(asked, answers, value)))) continue;
    visible.set(question.id, question);
  }
  return [...visible.values()];
}

function has(question: Question, answers: Answers, value: string): boolean {
  const values = given(answers, question.id);
  return values.length ? values.includes(value) : question.type === 'consent' && value === 'no';
}

/** Whether a contact field must be filled in, may be, or is not asked for. */
export function requirement(definition: Definition, field: ContactField) {
  return field === 'forename' ? 'required' : definition.contact[field];
}

/** Everything that is wrong with an enquiry, in the order of the form; empty when it can be sent.
 * Answers to questions that are not shown are not looked at, for they are not sent either. */
export function check(definition: Definition, enquiry: Partial<Enquiry>, today: Today): Problem[] {
  const problems: Problem[] = [];
  const answers = enquiry.answers ?? {};
  const say = (field: string, rule: Rule | false | undefined) => rule && problems.push({ field, rule });

  for (const field of contactFields) {
    const value = enquiry[field] ?? '';
    const type = field === 'email' ? field : 'text';
    if (value.trim()) say(field, line(value, type, contactLength));
    else say(field, requirement(definition, field) === 'required' && 'required');
  }
  for (const question of shown(definition.questions, answers)) {
    say(`answers.${question.id}`, ruleBroken(question, answers, today));
  }
  const known = new Set(definition.questions.map(question => question.id));
  for (const id of Object.keys(answers)) say(`answers.${id}`, !known.has(id) && 'unknown');
  return problems;
}

function ruleBroken(question: Question, answers: Answers, today: Today): Rule | false | undefined {
  const { id, type, options, required } = question;
  const values = given(answers, id);
  const value = values[0];
  if (value === undefined) return required && 'required';
  if (Array.isArray(answers[id]) !== (type === 'checkboxes')) return 'not_allowed';
  if (type === 'consent' && required && value === 'no') return 'required';

  const allowed =
    type === 'yes_no' || type === 'consent' ? ['yes', 'no'] : options?.map(option => option.value);
  if (allowed) return !values.every(each => allowed.includes(each)) && 'not_an_option';
  return (
    line(value, type, question.max_length ?? (type === 'textarea' ? textareaLength : lineLength)) ||
    outside(value.trim(), question, today)
  );
}

/** Text as such: its characters, its length, and the form that its type asks for. */
function line(value: string, type: Question['type'], maxLength: number): Rule | false {
  const forbidden = type === 'textarea' ? /[^\P{Cc}\t\n\r]|\p{Cs}/u : /[\p{Cc}\p{Cs}]/u;
  const text = value.trim();
  if (forbidden.test(value)) return 'not_allowed';
  if (value.length > maxLength && [...value].length > maxLength) return 'too_long';
  if (type === 'email') return !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text) && 'not_an_email';
  if (type === 'number') return !isDecimal(text) && 'not_a_number';
  if (type === 'date') return !isDate(text) && 'not_a_date';
  return false;
}

function outside(value: string, { type, min, max }: Question, today: Today): Rule | false {
  if (type !== 'number' && type !== 'date') return false;
  // Dates of one form sort as text; numbers must be compared as numbers.
  const order = (text: string) => (type === 'number' ? Number(text) : text);
  const bound = (limit: number | string, day: string) => order(limit === 'today' ? day : String(limit));
  if (min !== undefined && order(value) < bound(min, today.earliest)) return 'too_small';
  return max !== undefined && order(value) > bound(max, today.latest) && 'too_large';
}

/** Decimal text, as a number is sent: `12`, `-3.5`. */
export function isDecimal(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text);
}

/** A day that exists, as `2026-02-01`. */
export function isDate(text: string): boolean {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00Z`) : undefined;
  return !!day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
