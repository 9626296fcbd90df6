import { asked, toFieldName } from './asked.ts';
import { contactFields, type Definition, type Question } from './definition.ts';
import type { Answers, Enquiry, Problem, Rule } from './enquiry.ts';
import { type DateToday, findBrokenRule } from './rules.ts';

/** Returns the non-blank values of an answer: several for checkboxes, at most one otherwise, none if there is no
 * answer. */
export function getValues(answers: Answers, questionId: string): string[] {
  return [findAnswer(answers, questionId) ?? []].flat().filter(value => value.trim());
}

/** Lists the questions that a visitor with these answers sees, in the order of the form. A question whose condition
 * names a hidden question is hidden. */
export function listShownQuestions(questions: Question[], answers: Answers): Question[] {
  const visible = new Map<string, Question>();
  for (const question of questions) {
    const condition = question.shown_when;
    const other = condition && visible.get(condition.question);
    if (condition && !(other && [condition.is].flat().some(value => has(other, answers, value)))) continue;
    visible.set(question.id, question);
  }
  return [...visible.values()];
}

/** Finds all problems of an enquiry, in the order of the form; empty if the enquiry can be accepted. The widget calls
 * it before it sends, and the proxy when it receives. Answers to questions that are not shown are ignored, because they
 * are not forwarded either. */
export function check(definition: Definition, enquiry: Enquiry, today: DateToday): Problem[] {
  const { answers = {} } = enquiry;
  const questions = new Map(asked(definition).map(({ name, question }) => [name, question]));
  const problems: Problem[] = [];
  const report = (field: string, rule: Rule | false) => rule && problems.push({ field, rule });

  for (const name of contactFields) {
    const question = questions.get(name);
    const value = enquiry[name];
    report(name, question ? findBrokenRule(question, value, today) : !!value?.trim() && 'unknown');
  }
  for (const { id } of listShownQuestions(definition.questions, answers)) {
    const name = toFieldName(id);
    const question = questions.get(name)!; // Every question of the definition is asked.
    report(name, findBrokenRule(question, findAnswer(answers, id), today));
  }
  for (const id of Object.keys(answers)) {
    const name = toFieldName(id);
    report(name, !questions.has(name) && 'unknown');
  }
  return problems;
}

function has(question: Question, answers: Answers, value: string): boolean {
  const values = getValues(answers, question.id);
  return values.length ? values.includes(value) : question.type === 'consent' && value === 'no';
}

/** Ids such as `constructor` are legal, and every object inherits a property of that name. */
function findAnswer(answers: Answers, questionId: string): string | string[] | undefined {
  return Object.hasOwn(answers, questionId) ? answers[questionId] : undefined;
}
