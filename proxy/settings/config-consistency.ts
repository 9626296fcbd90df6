import { type AnswerCondition, foldCondition } from '../contract/conditions.ts';
import { bestTimeId, type Condition } from '../contract/definition.ts';
import { maxLengthOf, traitsOf } from '../contract/question-types.ts';
import { findBrokenRule, isDate, isDecimal, isMonth } from '../contract/rules.ts';
import { type ConfigurationError, formatPath } from './configuration-error.ts';
import { checkContacts } from './contact-consistency.ts';
import { createPatternMatcher } from './pattern-matcher.ts';
import { condition, parseValidSettings, type QuestionConfig } from './question-config.ts';
import { getMember, type Report, toEntries, toList, toText } from './raw-json.ts';
import { checkSentNames } from './sent-consistency.ts';
import { isLanguageTag, isPerRule } from './texts.ts';

/** Finds contradictions between parts of `enquiry.config.json`: ids, conditions, options, sent names, steps and
 * languages. Works on
 * raw JSON so that these errors are listed together with those of the schema. */
export function findInconsistencies(raw: unknown): ConfigurationError[] {
  const errors: ConfigurationError[] = [];
  const report: Report = (path, message) => errors.push({ path: formatPath(path), message });
  const below =
    (parent: PropertyKey[]): Report =>
    (path, message) =>
      report([...parent, ...path], message);

  const language = toText(getMember(raw, 'language')) ?? 'en';
  checkContacts(raw, language, report);
  checkLinkLabel(getMember(raw, 'privacy'), below(['privacy']));
  for (const [name, caseType] of toEntries(getMember(raw, 'case_types'))) {
    const path = ['case_types', name];
    checkLinkLabel(getMember(caseType, 'privacy'), below([...path, 'privacy']));
    const questions = toList(getMember(caseType, 'questions')).map(
      (question): RawQuestion => ({
        id: toText(getMember(question, 'id')),
        raw: question,
        parsed: parseValidSettings(question),
      }),
    );
    for (const [index, { raw, parsed }] of questions.entries()) {
      const reportBelow = below([...path, 'questions', index]);
      checkQuestion(questions, index, reportBelow);
      if (parsed) checkSettings(parsed, raw, reportBelow);
      checkLinkLabel(raw, reportBelow);
      const shownWhen = condition.safeParse(getMember(raw, 'shown_when')).data;
      if (shownWhen) checkCondition(questions, index, shownWhen, reportBelow);
    }
    checkSentNames(caseType, below(path));
    const steps = getMember(caseType, 'steps');
    if (Array.isArray(steps)) checkSteps(questions, steps, below([...path, 'steps']));
  }
  checkAddLaterDays(raw, report);
  checkLanguages(raw, language, report);
  return errors;
}

/** Once the tombstone is gone, the proxy accepts no more files for an enquiry. The default needs no check, because it is
 * shortened. */
function checkAddLaterDays(raw: unknown, report: Report) {
  const keepDays = getMember(getMember(raw, 'delivery'), 'keep_days') ?? 7;
  const check = (settings: unknown, path: PropertyKey[]) => {
    const days = getMember(getMember(settings, 'attachments'), 'add_later_days');
    if (typeof days === 'number' && typeof keepDays === 'number' && days > keepDays)
      report(
        [...path, 'attachments', 'add_later_days'],
        `must be at most "keep_days" in "delivery", ${keepDays}`,
      );
  };
  check(raw, []);
  for (const [name, caseType] of toEntries(getMember(raw, 'case_types')))
    check(caseType, ['case_types', name]);
}

function checkLinkLabel(linked: unknown, report: Report) {
  if (getMember(linked, 'url_label') !== undefined && getMember(linked, 'url') === undefined)
    report(['url_label'], 'needs "url"');
}

function checkQuestion(questions: RawQuestion[], index: number, report: Report) {
  const { id, raw } = questions[index]!;
  if (id !== undefined && questions.slice(0, index).some(earlier => earlier.id === id))
    report(['id'], `"${id}" is already used by an earlier question`);
  const values = optionValues(raw);
  for (const [position, option] of toList(getMember(raw, 'options')).entries()) {
    const path = ['options', position];
    const value = values[position];
    if (value !== undefined && values.indexOf(value) < position)
      report(
        typeof option === 'string' ? path : [...path, 'value'],
        `"${value}" is already used by an earlier option`,
      );
    if (getMember(option, 'exclusive') === true && getMember(raw, 'type') !== 'checkboxes')
      report([...path, 'exclusive'], 'is for checkboxes only');
    checkLinkLabel(getMember(option, 'ends'), (at, message) => report([...path, 'ends', ...at], message));
  }
}

/** Checks settings that need one another. */
function checkSettings(question: QuestionConfig, raw: unknown, report: Report) {
  if (question.type === 'hidden') return checkDefault(question, report);
  if ('min' in question && question.max !== undefined && question.min !== undefined) {
    const isComparable = question.min !== 'today' && question.max !== 'today';
    if (isComparable && question.min > question.max) report(['min'], 'must not be greater than max');
  }
  const { error } = question;
  const isMalformed = error === undefined && getMember(raw, 'error') !== undefined;
  if ('pattern' in question && !isMalformed) {
    if (error === undefined || (isPerRule(error) && error.wrong_format === undefined))
      report(
        ['error'],
        'must say what the answer has to look like, because there is a "pattern": a text, or {"wrong_format": "…"}',
      );
  }
  if ('day_optional' in question && question.day_optional && question.entry !== 'memorable')
    report(['day_optional'], 'needs "entry": "memorable"');
  if ('rows' in question && 'entry' in question) report(['rows'], 'has no effect with "entry": "lines"');
}

function checkDefault(question: Extract<QuestionConfig, { type: 'hidden' }>, report: Report) {
  const asked = { ...question, label: '', required: false };
  switch (findBrokenRule(asked, question.default, { earliest: '', latest: '' }, matchesInTime)) {
    case false:
      return;
    case 'too_long':
      return report(['default'], `must have at most ${maxLengthOf(question)} characters: see "max_length"`);
    case 'wrong_format':
      return report(['default'], 'must match "pattern"');
    default:
      return report(['default'], 'must not contain a line break or another control character');
  }
}

/** A slow pattern is reported when the proxy matches an answer. */
const matchesInTime = createPatternMatcher({ warn() {} });

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
      if (id === bestTimeId)
        report(path, `"${id}" must not be in a step, because it is asked beside the phone number: remove it`);
      else if (isHidden(questions[index]))
        report(path, `"${id}" must not be in a step, because visitors don’t see it: remove it`);
      else if (index < 0) report(path, `"${id}" is not a question`);
      else if (seen.has(id)) report(path, `"${id}" is already in a step`);
      else if (index < last) report(path, `"${id}" must be in the order of the questions`);
      seen.add(id);
      last = Math.max(last, index);
    });
  });
  for (const id of new Set(questions.filter(each => !isHidden(each)).map(({ id }) => id))) {
    if (id !== undefined && !seen.has(id)) report([], `must contain the question "${id}"`);
  }
}

/** The keys whose values are texts. */
const textKeys = [
  'label',
  'choice_label',
  'heading',
  'help',
  'error',
  'unit',
  'introduction',
  'next',
  'send_label',
  'title',
  'text',
  'url',
  'url_label',
];

/** Whether a value at this path, below the top or below a case type, can differ per language. */
function isLocalisable(path: PropertyKey[]): boolean {
  const [parent, key] = [path.at(-2), path.at(-1)];
  if (key === 'contact') return parent === 'receipt'; // At the top, it has the settings of the contact fields.
  if (typeof key === 'number') return parent === 'times';
  return textKeys.includes(String(key)) || parent === 'error';
}

/** Reports texts without the main language, because the labels for the enquiry API are in that language. */
function checkLanguages(raw: unknown, language: string, report: Report) {
  const check = (value: unknown, path: PropertyKey[], above: PropertyKey[]) => {
    const texts = isLocalisable(path) ? toEntries(value) : [];
    // `error` has texts by language or by rule.
    const isLocalised =
      texts.length > 0 && texts.every(([tag, each]) => isLanguageTag(tag) && typeof each === 'string');
    if (isLocalised && !texts.some(([tag]) => tag === language))
      report([...above, ...path], `must have a text in the main language, "${language}"`);
    if (isLocalised) return;
    if (Array.isArray(value))
      for (const [index, each] of value.entries()) check(each, [...path, index], above);
    for (const [key, each] of toEntries(value)) check(each, [...path, key], above);
  };
  for (const [key, value] of toEntries(raw)) {
    // A case type may itself be called "label".
    if (key === 'case_types') for (const [name, each] of toEntries(value)) check(each, [], [key, name]);
    else check(value, [key], []);
  }
}

/** Checks the condition of the question at `index`. */
function checkCondition(questions: RawQuestion[], index: number, condition: Condition, report: Report) {
  const check = foldCondition<(path: PropertyKey[]) => void>(condition, {
    answer: each => path =>
      checkAnswer(questions, index, each, (at, message) => report([...path, ...at], message)),
    list: (checks, isAll) => path => {
      for (const [at, check] of checks.entries()) check([...path, isAll ? 'all' : 'any', at]);
    },
    not: check => path => check([...path, 'not']),
  });
  check(['shown_when']);
}

function checkAnswer(questions: RawQuestion[], index: number, condition: AnswerCondition, report: Report) {
  const { question: id } = condition;
  const conditionIndex = questions.findIndex(question => question.id === id);
  if (conditionIndex < 0) return report(['question'], `"${id}" is not a question`);
  if (conditionIndex >= index) return report(['question'], `"${id}" must come before this question`);
  const { parsed: question, raw } = questions[conditionIndex]!;
  if (!question) return;
  if ('is' in condition) {
    const possible = 'options' in question ? optionValues(raw) : undefined;
    for (const value of [condition.is].flat()) {
      if (!(possible ? possible.includes(value) : isPossibleAnswer(question, value)))
        report(['is'], `"${value}" is not a possible answer to "${id}"`);
    }
  }
  for (const key of ['less_than', 'more_than'] as const) {
    const limit = getMember(condition, key);
    if (limit === undefined) continue;
    if (question.type === 'number' && typeof limit === 'string')
      report([key], `must be a number, because "${id}" is a number`);
    else if (question.type === 'date' && typeof limit === 'number')
      report([key], `must be a date, like "2026-02-01", because "${id}" is a date`);
    if (question.type !== 'number' && question.type !== 'date')
      report(['question'], `"${id}" must be a number or a date`);
  }
}

function isPossibleAnswer(question: QuestionConfig, value: string): boolean {
  if (traitsOf(question.type).answer === 'yes_no') return value === 'yes' || value === 'no';
  if (question.type === 'number') return isDecimal(value);
  if (question.type === 'date') return isDate(value) || (question.day_optional === true && isMonth(value));
  return value.trim() !== '';
}

/** A question of the raw config, which may be malformed. */
interface RawQuestion {
  id: string | undefined;
  raw: unknown;
  /** The valid settings; undefined when the type is malformed. */
  parsed: QuestionConfig | undefined;
}

const isHidden = (question: RawQuestion | undefined) => getMember(question?.raw, 'type') === 'hidden';

/** The values of a question's options; undefined for a malformed one. */
const optionValues = (question: unknown) =>
  toList(getMember(question, 'options')).map(option => toText(option) ?? toText(getMember(option, 'value')));
