import { isDate, isDecimal } from '../contract/rules.ts';
import type { QuestionConfig } from './config.ts';
import { type Fault, placeOf } from './configuration-error.ts';

/** A question of the config. `id` is undefined when it can't be read, `parsed` when the question is malformed. */
interface Listed {
  id: string | undefined;
  parsed: QuestionConfig | undefined;
  /** The question that its condition names. */
  condition: string | undefined;
}

/** What a schema of single values can't say about `enquiry.config.json`: ids, conditions, options, steps and languages
 * that must agree with each other. Works on raw JSON, so that these faults are listed together with those of the
 * schema. A malformed question is known by its id. */
export function rulesBroken(raw: unknown, parse: (question: unknown) => QuestionConfig | undefined): Fault[] {
  const faults: Fault[] = [];
  const at = (path: PropertyKey[], message: string) => faults.push({ place: placeOf(path), message });

  for (const [name, caseType] of entries(member(raw, 'case_types'))) {
    const path = ['case_types', name];
    const list = member(caseType, 'questions');
    const questions = (Array.isArray(list) ? list : []).map((question): Listed => {
      const id = textOf(member(question, 'id'));
      const condition = textOf(member(member(question, 'shown_when'), 'question'));
      return { id, parsed: parse(question), condition };
    });
    for (const index of questions.keys()) {
      const say: Say = (step, why) => at([...path, 'questions', index, ...step], why);
      questionRules(questions, index, say);
      conditionRules(questions, index, say);
    }
    const steps = member(caseType, 'steps');
    if (Array.isArray(steps))
      stepRules(questions, steps, (step, why) => at([...path, 'steps', ...step], why));
  }
  const language = member(raw, 'language');
  languageRules(raw, typeof language === 'string' ? language : 'en', at);
  return faults;
}

type Say = (path: PropertyKey[], message: string) => void;

function questionRules(questions: Listed[], index: number, at: Say) {
  const question = questions[index]!.parsed;
  if (!question) return;
  if (questions.slice(0, index).some(({ id }) => id === question.id))
    at(['id'], `"${question.id}" is already the id of an earlier question`);
  if ('options' in question) {
    question.options.forEach(({ value }, position) => {
      if (question.options.findIndex(each => each.value === value) < position) {
        at(['options', position, 'value'], `"${value}" is already the value of an earlier option`);
      }
    });
  }
  if ('min' in question && question.max !== undefined && question.min !== undefined) {
    const bothDays = question.min !== 'today' && question.max !== 'today';
    if (bothDays && question.min > question.max) at(['min'], 'is greater than max');
  }
}

function conditionRules(questions: Listed[], index: number, at: Say) {
  const { condition, parsed } = questions[index]!;
  if (condition === undefined) return;
  const asked = questions.findIndex(({ id }) => id === condition);
  if (asked < 0) return at(['shown_when', 'question'], `"${condition}" is not a question`);
  if (asked >= index) return at(['shown_when', 'question'], `"${condition}" is not an earlier question`);
  const question = questions[asked]!.parsed;
  for (const value of [parsed?.shown_when?.is ?? []].flat()) {
    if (question && !canHave(question, value))
      at(['shown_when', 'is'], `"${value}" is not an answer that "${question.id}" can have`);
  }
}

function canHave(question: QuestionConfig, value: string): boolean {
  if ('options' in question) return question.options.some(option => option.value === value);
  if (question.type === 'yes_no' || question.type === 'consent') return value === 'yes' || value === 'no';
  if (question.type === 'number') return isDecimal(value);
  if (question.type === 'date') return isDate(value);
  return value.trim() !== '';
}

function stepRules(questions: Listed[], steps: unknown[], at: Say) {
  const placed = new Set<unknown>();
  let last = -1;
  steps.forEach((step, index) => {
    const ids = member(step, 'questions');
    if (!Array.isArray(ids)) return;
    ids.forEach((id, position) => {
      if (typeof id !== 'string') return;
      const place = questions.findIndex(question => question.id === id);
      if (place < 0) at([index, 'questions', position], `"${id}" is not a question`);
      else if (placed.has(id)) at([index, 'questions', position], `"${id}" is in a step already`);
      else if (place < last)
        at([index, 'questions', position], `"${id}" is out of the order of the questions`);
      placed.add(id);
      last = Math.max(last, place);
    });
  });
  for (const { id } of questions) {
    if (id !== undefined && !placed.has(id)) at([], `leave out the question "${id}"`);
  }
}

/** A text by language has one in the main language, from which the enquiry API's labels come. */
function languageRules(raw: unknown, language: string, at: Say, path: PropertyKey[] = []) {
  if (Array.isArray(raw)) {
    for (const [index, each] of raw.entries()) languageRules(each, language, at, [...path, index]);
    return;
  }
  for (const [key, value] of entries(raw)) {
    // A case type may itself be named "label".
    const isText =
      String(path) !== 'case_types' &&
      ['label', 'help', 'introduction', 'next', 'send_label', 'title', 'text'].includes(key);
    const isByLanguage =
      isText && entries(value).length > 0 && entries(value).every(([, each]) => typeof each === 'string');
    if (isByLanguage && !Object.hasOwn(value as object, language))
      at([...path, key], `has no text in the main language, "${language}"`);
    else languageRules(value, language, at, [...path, key]);
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

function member(value: unknown, key: string): unknown {
  return entries(value).find(([name]) => name === key)?.[1];
}

function entries(value: unknown): [string, unknown][] {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : [];
}
