import type { ContactField, Definition, Question } from './definition.ts';
import { contactFields, contactLength, lineLength, textareaLength } from './definition.ts';
import type { Answers, Enquiry, Problem, Rule } from './enquiry.ts';
import { ruleBroken, type Today } from './rules.ts';

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
export function check(definition: Definition, enquiry: Enquiry, today: Today): Problem[] {
  const problems: Problem[] = [];
  const answers = enquiry.answers ?? {};
  const say = (field: string, rule: Rule | false | undefined) => rule && problems.push({ field, rule });

  for (const field of contactFields) {
    const type = field === 'email' ? field : 'text';
    const needed = requirement(definition, field);
    if (needed === 'hidden') {
      say(field, !!enquiry[field]?.trim() && 'unknown');
      continue;
    }
    const required = needed === 'required';
    const question = { id: field, type, label: '', required, max_length: contactLength } as const;
    say(field, ruleBroken(question, enquiry[field], today));
  }
  for (const question of shown(definition.questions, answers)) {
    const max_length = question.type === 'textarea' ? textareaLength : lineLength;
    const answer = Object.hasOwn(answers, question.id) ? answers[question.id] : undefined;
    say(`answers.${question.id}`, ruleBroken({ max_length, ...question }, answer, today));
  }
  const known = new Set(definition.questions.map(question => question.id));
  for (const id of Object.keys(answers)) say(`answers.${id}`, !known.has(id) && 'unknown');
  return problems;
}
