import { isDate, isDecimal } from '../contract/rules.ts';
import type { QuestionConfig } from './config.ts';
import { type ConfigurationError, formatPath } from './configuration-error.ts';

/** A question of the raw config, which may be malformed. */
interface RawQuestion {
  id: string | undefined;
  /** The question that `shown_when` names. */
  condition: string | undefined;
  /** Undefined when the question is malformed. */
  parsed: QuestionConfig | undefined;
}

type Report = (path: PropertyKey[], message: string) => void;

/** Finds contradictions between parts of `enquiry.config.json`: ids, conditions, options, steps and languages. Works on
 * raw JSON so that these errors are listed together with those of the schema. */
export function findInconsistencies(
  raw: unknown,
  parseQuestion: (raw: unknown) => QuestionConfig | undefined,
): ConfigurationError[] {
  const errors: ConfigurationError[] = [];
  const report: Report = (path, message) => errors.push({ path: formatPath(path), message });
  const below =
    (parent: PropertyKey[]): Report =>
    (path, message) =>
      report([...parent, ...path], message);

  for (const [name, caseType] of toEntries(getMember(raw, 'case_types'))) {
    const path = ['case_types', name];
    const list = getMember(caseType, 'questions');
    const questions = (Array.isArray(list) ? list : []).map((question): RawQuestion => {
      const id = toText(getMember(question, 'id'));
      const condition = toText(getMember(getMember(question, 'shown_when'), 'question'));
      return { id, parsed: parseQuestion(question), condition };
    });
    for (const index of questions.keys()) {
      checkQuestion(questions, index, below([...path, 'questions', index]));
      checkCondition(questions, index, below([...path, 'questions', index]));
    }
    const steps = getMember(caseType, 'steps');
    if (Array.isArray(steps)) checkSteps(questions, steps, below([...path, 'steps']));
  }
  checkLanguages(raw, toText(getMember(raw, 'language')) ?? 'en', report);
  return errors;
}

function checkQuestion(questions: RawQuestion[], index: number, report: Report) {
  const question = questions[index]!.parsed;
  if (!question) return;
  if (questions.slice(0, index).some(({ id }) => id === question.id))
    report(['id'], `"${question.id}" is already used by an earlier question`);
  if ('options' in question) {
    question.options.forEach(({ value }, position) => {
      if (question.options.findIndex(each => each.value === value) < position)
        report(['options', position, 'value'], `"${value}" is already used by an earlier option`);
    });
  }
  if ('min' in question && question.max !== undefined && question.min !== undefined) {
    const isComparable = question.min !== 'today' && question.max !== 'today';
    if (isComparable && question.min > question.max) report(['min'], 'must not be greater than max');
  }
}

function checkCondition(questions: RawQuestion[], index: number, report: Report) {
  const { condition, parsed } = questions[index]!;
  if (condition === undefined) return;
  const conditionIndex = questions.findIndex(({ id }) => id === condition);
  if (conditionIndex < 0) return report(['shown_when', 'question'], `"${condition}" is not a question`);
  if (conditionIndex >= index)
    return report(['shown_when', 'question'], `"${condition}" must come before this question`);
  const question = questions[conditionIndex]!.parsed;
  for (const value of [parsed?.shown_when?.is ?? []].flat()) {
    if (question && !isPossibleAnswer(question, value))
      report(['shown_when', 'is'], `"${value}" is not a possible answer to "${question.id}"`);
  }
}

function isPossibleAnswer(question: QuestionConfig, value: string): boolean {
  if ('options' in question) return question.options.some(option => option.value === value);
  if (question.type === 'yes_no' || question.type === 'consent') return value === 'yes' || value === 'no';
  if (question.type === 'number') return isDecimal(value);
  if (question.type === 'date') return isDate(value);
  return value.trim() !== '';
}

function checkSteps(questions: RawQuestion[], steps: unknown[], report: Report) {
  const seen = new Set<unknown>();
  let last = -1;
  steps.forEach((step, stepIndex) => {
    const ids = getMember(step, 'questions');
    if (!Array.isArray(ids)) return;
    ids.forEach((id, position) => {
      if (typeof id !== 'string') return;
      const path = [stepIndex, 'questions', position];
      const index = questions.findIndex(question => question.id === id);
      if (index < 0) report(path, `"${id}" is not a question`);
      else if (seen.has(id)) report(path, `"${id}" is already in a step`);
      else if (index < last) report(path, `"${id}" must be in the order of the questions`);
      seen.add(id);
      last = Math.max(last, index);
    });
  });
  for (const { id } of questions) {
    if (id !== undefined && !seen.has(id)) report([], `must contain the question "${id}"`);
  }
}

const textKeys = ['label', 'help', 'introduction', 'next', 'send_label', 'title', 'text'];

/** Reports texts without the main language, because the labels for the enquiry API are in that language. */
function checkLanguages(raw: unknown, language: string, report: Report, path: PropertyKey[] = []) {
  if (Array.isArray(raw)) {
    for (const [index, each] of raw.entries()) checkLanguages(each, language, report, [...path, index]);
    return;
  }
  for (const [key, value] of toEntries(raw)) {
    const isCaseType = String(path) === 'case_types'; // A case type may itself be called "label".
    const texts = !isCaseType && textKeys.includes(key) ? toEntries(value) : [];
    const isLocalised = texts.length > 0 && texts.every(([, each]) => typeof each === 'string');
    if (!isLocalised) checkLanguages(value, language, report, [...path, key]);
    else if (!texts.some(([tag]) => tag === language))
      report([...path, key], `must have a text in the main language, "${language}"`);
  }
}

const toText = (value: unknown) => (typeof value === 'string' ? value : undefined);

function getMember(value: unknown, key: string): unknown {
  return toEntries(value).find(([name]) => name === key)?.[1];
}

function toEntries(value: unknown): [string, unknown][] {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : [];
}
