import { traitsOf } from '../contract/question-types.ts';
import { isDate, isDecimal, isMonth } from '../contract/rules.ts';
import type { QuestionConfig } from './question-config.ts';
import { getMember, type RawQuestion, type Report, toText } from './raw-config.ts';

/** Checks a condition of the question at `index` to any depth. */
export function checkCondition(questions: RawQuestion[], index: number, condition: unknown, report: Report) {
  for (const key of ['all', 'any', 'not']) {
    const inner = getMember(condition, key);
    const reportBelow =
      (...at: PropertyKey[]): Report =>
      (path, message) =>
        report([key, ...at, ...path], message);
    if (Array.isArray(inner))
      for (const [at, each] of inner.entries()) checkCondition(questions, index, each, reportBelow(at));
    else if (inner !== undefined) checkCondition(questions, index, inner, reportBelow());
  }
  const id = toText(getMember(condition, 'question'));
  if (id === undefined) return;
  const conditionIndex = questions.findIndex(question => question.id === id);
  if (conditionIndex < 0) return report(['question'], `"${id}" is not a question`);
  if (conditionIndex >= index) return report(['question'], `"${id}" must come before this question`);
  const question = questions[conditionIndex]!.parsed;
  if (!question) return;
  for (const value of [getMember(condition, 'is')].flat()) {
    if (typeof value === 'string' && !isPossibleAnswer(question, value))
      report(['is'], `"${value}" is not a possible answer to "${id}"`);
  }
  for (const key of ['less_than', 'more_than']) {
    const limit = getMember(condition, key);
    if (limit === undefined) continue;
    if (question.type === 'number' && typeof limit === 'string' && isDate(limit))
      report([key], `must be a number, because "${id}" is a number`);
    else if (question.type === 'date' && typeof limit === 'number')
      report([key], `must be a date, like "2026-02-01", because "${id}" is a date`);
    if (question.type !== 'number' && question.type !== 'date')
      report(['question'], `"${id}" must be a number or a date`);
  }
}

function isPossibleAnswer(question: QuestionConfig, value: string): boolean {
  if ('options' in question) return question.options.some(option => option.value === value);
  if (traitsOf(question.type).answer === 'yes_no') return value === 'yes' || value === 'no';
  if (question.type === 'number') return isDecimal(value);
  if (question.type === 'date') return isDate(value) || (question.day_optional === true && isMonth(value));
  return value.trim() !== '';
}
