import type { Condition, Question } from './definition.ts';
import type { Answers } from './enquiry.ts';

/** A condition on the answer to one question. */
export type AnswerCondition = Extract<Condition, { question: string }>;

/** What each kind of condition comes to. */
interface ConditionFold<Result> {
  answer(condition: AnswerCondition): Result;
  /** Of `all`, or else of `any`. */
  list(results: Result[], isAll: boolean): Result;
  not(result: Result): Result;
}

/** Reduces a condition to one result, from the inside out. Nothing else looks inside a condition. */
export function foldCondition<Result>(condition: Condition, fold: ConditionFold<Result>): Result {
  const inner = (each: Condition) => foldCondition(each, fold);
  if ('all' in condition) return fold.list(condition.all.map(inner), true);
  if ('any' in condition) return fold.list(condition.any.map(inner), false);
  return 'not' in condition ? fold.not(inner(condition.not)) : fold.answer(condition);
}

/** The ids of the questions that a condition names. */
export const questionsIn = (condition: Condition): string[] =>
  foldCondition<string[]>(condition, {
    answer: ({ question }) => [question],
    list: ids => ids.flat(),
    not: ids => ids,
  });

/** Lists the questions that are asked with these answers, in the order of the form. In conditions, a question that isn't
 * asked counts as not answered. */
export function listShownQuestions(questions: Question[], answers: Answers): Question[] {
  const shown: Question[] = [];
  for (const question of questions) {
    if (!question.shown_when || isMet(question.shown_when, shown, answers)) shown.push(question);
  }
  return shown;
}

/** Whether a condition is met. A question that isn't in `asked` counts as not answered. */
export const isMet = (condition: Condition, asked: Question[], answers: Answers): boolean =>
  foldCondition<boolean>(condition, {
    answer: each => isAnswerMet(each, asked, answers),
    list: (results, isAll) => (isAll ? results.every(Boolean) : results.some(Boolean)),
    not: result => !result,
  });

function isAnswerMet(condition: AnswerCondition, asked: Question[], answers: Answers): boolean {
  const question = asked.find(({ id }) => id === condition.question);
  const values = question ? getValues(answers, question.id) : [];
  const isConsent = question?.type === 'consent';
  if ('answered' in condition)
    return condition.answered === (isConsent ? values[0] === 'yes' : values.length > 0);
  // A consent that isn't given is answered with no.
  if ('is' in condition) {
    const given = isConsent && !values.length ? ['no'] : values;
    return [condition.is].flat().some(value => given.includes(value));
  }
  const sign = 'less_than' in condition ? -1 : 1;
  const limit = 'less_than' in condition ? condition.less_than : condition.more_than;
  return values.some(value => sign * compare(value.trim(), limit) > 0);
}

/** Compares a number as a number and a date, such as `2026-02-01`, as text; a month, such as `2026-02`, with the
 * limit's month, and a year with its year. NaN for an answer that is no number, and 0 for one that is no date. */
function compare(value: string, limit: number | string): number {
  if (typeof limit === 'number') return Number(value) - limit;
  const isIncomplete = !/^\d{4}(-|$)/.test(value);
  return isIncomplete ? 0 : value.localeCompare(limit.slice(0, value.length), 'en');
}

/** Returns the non-blank values of an answer: several for checkboxes, at most one otherwise, none if there is no
 * answer. */
export function getValues(answers: Answers, questionId: string): string[] {
  return [findAnswer(answers, questionId) ?? []].flat().filter(value => value.trim());
}

/** Ids such as `constructor` are legal, and every object inherits a property of that name. */
export function findAnswer(answers: Answers, questionId: string): string | string[] | undefined {
  return Object.hasOwn(answers, questionId) ? answers[questionId] : undefined;
}
