import { type AnswerCondition, foldCondition } from '../contract/conditions.ts';
import { bestTimeId } from '../contract/definition.ts';
import { maxLengthOf, traitsOf } from '../contract/question-types.ts';
import { findBrokenRule, isDate, isDecimal, isMonth } from '../contract/rules.ts';
import { channelFields } from './case-type-settings.ts';
import type { ConfigAsWritten, ConfigWithDefaults } from './config.ts';
import type { ConfigurationError, Report } from './configuration-error.ts';
import { createPatternMatcher } from './pattern-matcher.ts';
import { defaultSeparator, type QuestionConfig } from './question-config.ts';
import { isPerRule, isTextPerLanguage, textIn } from './texts.ts';

type CaseType = ConfigWithDefaults['case_types'][string];

/** Finds contradictions between parts of a valid `enquiry.config.json`: ids, conditions, options, sent names, steps and
 * languages. Defaults never contradict, so settings that have one are read as they were written. */
export function findInconsistencies(
  config: ConfigWithDefaults,
  written: ConfigAsWritten,
): ConfigurationError[] {
  const errors: ConfigurationError[] = [];
  const report: Report = (path, message) => errors.push({ path, message });
  checkContacts(written, report);
  checkAddLaterDays(written, config.delivery.keep_days, report);
  for (const [name, caseType] of Object.entries(config.case_types)) {
    const path = `case_types.${name}`;
    const reportBelow: Report = (below, message) => report(path + below, message);
    checkQuestions(caseType.questions, reportBelow);
    checkSentNames(caseType, reportBelow);
    if (caseType.steps) checkSteps(caseType.questions, caseType.steps, reportBelow);
  }
  checkLanguages(config, config.language, report);
  return errors;
}

/** Once the tombstone is gone, the proxy accepts no more files for an enquiry. The default needs no check, because it is
 * shortened. */
function checkAddLaterDays({ attachments }: ConfigAsWritten, keepDays: number, report: Report) {
  if ((attachments?.add_later_days ?? 0) > keepDays)
    report('attachments.add_later_days', `must be at most "keep_days" in "delivery", ${keepDays}`);
}

function checkQuestions(questions: QuestionConfig[], report: Report) {
  for (const [index, question] of questions.entries()) {
    const reportBelow: Report = (path, message) => report(`.questions[${index}].${path}`, message);
    const earlier = questions.slice(0, index);
    if (earlier.some(({ id }) => id === question.id))
      reportBelow('id', `"${question.id}" is already used by an earlier question`);
    checkSettings(question, reportBelow);
    if ('options' in question) checkOptions(question, reportBelow);
    checkCondition(question, { earlier, all: questions }, reportBelow);
  }
}

/** Checks settings that need one another. */
function checkSettings(question: QuestionConfig, report: Report) {
  if (question.type === 'hidden') return checkDefault(question, report);
  if ('min' in question && question.max !== undefined && question.min !== undefined) {
    const isComparable = question.min !== 'today' && question.max !== 'today';
    if (isComparable && question.min > question.max) report('min', 'must not be greater than max');
  }
  const { error } = question;
  const isFormatExplained = error !== undefined && (!isPerRule(error) || error.wrong_format !== undefined);
  if ('pattern' in question && !isFormatExplained)
    report(
      'error',
      'must say what the answer has to look like, because there is a "pattern": a text, or {"wrong_format": "…"}',
    );
  if ('day_optional' in question && question.day_optional && question.entry !== 'memorable')
    report('day_optional', 'needs "entry": "memorable"');
  if ('rows' in question && 'entry' in question) report('rows', 'has no effect with "entry": "lines"');
}

function checkDefault(question: Extract<QuestionConfig, { type: 'hidden' }>, report: Report) {
  const asked = { ...question, label: '', required: false };
  switch (findBrokenRule(asked, question.default, { earliest: '', latest: '' }, matchesInTime)) {
    case false:
      return;
    case 'too_long':
      return report('default', `must have at most ${maxLengthOf(question)} characters: see "max_length"`);
    case 'wrong_format':
      return report('default', 'must match "pattern"');
    default:
      return report('default', 'must not contain a line break or another control character');
  }
}

/** A slow pattern is reported when the proxy matches an answer. */
const matchesInTime = createPatternMatcher({ warn() {} });

function checkOptions({ type, options }: Extract<QuestionConfig, { options: unknown }>, report: Report) {
  for (const [index, { value, exclusive }] of options.entries()) {
    if (options.slice(0, index).some(earlier => earlier.value === value))
      report(`options[${index}]`, `"${value}" is already used by an earlier option`);
    if (exclusive && type !== 'checkboxes') report(`options[${index}].exclusive`, 'is for checkboxes only');
  }
}

function checkSteps(questions: QuestionConfig[], steps: NonNullable<CaseType['steps']>, report: Report) {
  const seen = new Set<string>();
  let last = -1;
  for (const [stepIndex, step] of steps.entries()) {
    for (const [position, id] of step.questions.entries()) {
      const index = questions.findIndex(question => question.id === id);
      const fault = () => {
        if (id === bestTimeId)
          return 'must not be in a step, because it is asked beside the phone number: remove it';
        if (index < 0) return 'is not a question';
        if (questions[index]!.type === 'hidden')
          return 'must not be in a step, because visitors don’t see it: remove it';
        if (seen.has(id)) return 'is already in a step';
        return index < last ? 'must be in the order of the questions' : undefined;
      };
      const message = fault();
      if (message) report(`.steps[${stepIndex}].questions[${position}]`, `"${id}" ${message}`);
      seen.add(id);
      last = Math.max(last, index);
    }
  }
  for (const { id, type } of questions)
    if (type !== 'hidden' && !seen.has(id)) report('.steps', `must contain the question "${id}"`);
}

/** Reports texts without the main language, because the labels for the enquiry API are in that language. */
function checkLanguages(value: object, language: string, report: Report) {
  for (const [key, each] of Object.entries(value)) {
    if (each === null || typeof each !== 'object') continue;
    const path = Array.isArray(value) ? `[${key}]` : key;
    const reportBelow: Report = (below, message) =>
      report(below === '' || below.startsWith('[') ? path + below : `${path}.${below}`, message);
    if (!isTextPerLanguage(each)) checkLanguages(each, language, reportBelow);
    else if (!Object.hasOwn(each, language))
      reportBelow('', `must have a text in the main language, "${language}"`);
  }
}

interface OtherQuestions {
  earlier: QuestionConfig[];
  all: QuestionConfig[];
}

function checkCondition({ shown_when }: QuestionConfig, others: OtherQuestions, report: Report) {
  if (!shown_when) return;
  const check = foldCondition<(path: string) => void>(shown_when, {
    answer: each => path => checkAnswer(each, others, (key, message) => report(`${path}.${key}`, message)),
    list: (checks, isAll) => path => {
      for (const [at, check] of checks.entries()) check(`${path}.${isAll ? 'all' : 'any'}[${at}]`);
    },
    not: check => path => check(`${path}.not`),
  });
  check('shown_when');
}

function checkAnswer(condition: AnswerCondition, { earlier, all }: OtherQuestions, report: Report) {
  const { question: id } = condition;
  const question = earlier.find(each => each.id === id);
  if (!question) {
    const isLater = all.some(each => each.id === id);
    return report('question', `"${id}" ${isLater ? 'must come before this question' : 'is not a question'}`);
  }
  if ('answered' in condition) return;
  if ('is' in condition) {
    for (const value of [condition.is].flat())
      if (!isPossibleAnswer(question, value)) report('is', `"${value}" is not a possible answer to "${id}"`);
    return;
  }
  const [key, limit] =
    'less_than' in condition
      ? (['less_than', condition.less_than] as const)
      : (['more_than', condition.more_than] as const);
  if (question.type !== 'number' && question.type !== 'date')
    report('question', `"${id}" must be a number or a date`);
  else if (question.type === 'number' && typeof limit === 'string')
    report(key, `must be a number, because "${id}" is a number`);
  else if (question.type === 'date' && typeof limit === 'number')
    report(key, `must be a date, like "2026-02-01", because "${id}" is a date`);
}

function isPossibleAnswer(question: QuestionConfig, value: string): boolean {
  if ('options' in question) return question.options.some(option => option.value === value);
  if (traitsOf(question.type).answer === 'yes_no') return value === 'yes' || value === 'no';
  if (question.type === 'number') return isDecimal(value);
  if (question.type === 'date') return isDate(value) || (question.day_optional === true && isMonth(value));
  return value.trim() !== '';
}

type Contact = NonNullable<ConfigAsWritten['contact']>;

/** The contact fields that can be hidden. */
const optionalFields = ['surname', ...channelFields] as const;

/** Finds contradictions in `contact`, at the top of the config and, together with what a case type inherits, in each case
 * type. A contradiction at the top isn't reported again. */
function checkContacts({ contact: top = {}, language = 'en', case_types }: ConfigAsWritten, report: Report) {
  const atTop = findContradictions(top);
  for (const message of atTop) report('contact', message);
  checkTimes(top, language, (path, message) => report(`contact.${path}`, message));
  const hiding = new Set<string>();
  for (const [name, { contact: own = {} }] of Object.entries(case_types)) {
    const path = `case_types.${name}.contact`;
    const merged = { ...top, ...own };
    for (const message of findContradictions(merged))
      if (!atTop.includes(message)) report(path, `${message}, here or at the top`);
    checkTimes(own, language, (at, message) => report(`${path}.${at}`, message));
    // The settings at the top may hide everything if each case type asks for something.
    if (optionalFields.every(field => merged[field] === 'hidden'))
      hiding.add(optionalFields.some(field => own[field]) ? path : 'contact');
  }
  for (const path of hiding)
    report(
      path,
      'must not hide all fields, because nobody could be reached: set "telephone_mobile" or "email" to "optional" or "required"',
    );
}

function findContradictions({ ask, one_of = [], times, ...contact }: Contact): string[] {
  const found: string[] = [];
  const ruleOut = (field: (typeof optionalFields)[number], setting: string, possible = ['optional']) => {
    const given = contact[field] ?? 'optional';
    if (!possible.includes(given))
      found.push(
        `must not have "${field}": "${given}" together with ${setting}: set "${field}" to "optional"`,
      );
  };
  for (const field of one_of) ruleOut(field, '"one_of"');
  if (ask) {
    for (const field of channelFields) if (!one_of.includes(field)) ruleOut(field, '"ask": "channel"');
    const list = channelFields.map(field => `"${field}"`).join(', ');
    if (one_of.length > 0 && one_of.toSorted().join() !== channelFields.toSorted().join())
      found.push(`must have "one_of": [${list}] or none together with "ask": "channel": change it`);
  }
  if (times) ruleOut('telephone_mobile', '"times"', ['optional', 'required']);
  return found;
}

/** Reports a time that looks like an earlier one in some language. */
function checkTimes({ times = [] }: Contact, mainLanguage: string, report: Report) {
  const languages = [
    mainLanguage,
    ...times.flatMap(time => (typeof time === 'string' ? [] : Object.keys(time))),
  ];
  for (const [index, time] of times.entries()) {
    const read = (each: typeof time, language: string) => textIn(each, language, mainLanguage).trim();
    const repeated = languages.find(language =>
      times.slice(0, index).some(earlier => read(earlier, language) === read(time, language)),
    );
    if (repeated) report(`times[${index}]`, `"${read(time, repeated)}" is already in the list`);
  }
}

/** Finds names of a case type that the enquiry API couldn't tell apart: ids of its questions and constants, and values of
 * a question. White space around them is ignored, because it isn't sent. */
function checkSentNames(
  { questions, meta = [] }: Pick<ConfigWithDefaults['case_types'][string], 'questions' | 'meta'>,
  report: Report,
): void {
  const named = [
    ...questions.map(({ id, send_as }, index) => ({
      sent: send_as ?? id,
      own: id,
      path: `.questions[${index}].${send_as === undefined ? 'id' : 'send_as'}`,
      owner: `the question "${id}"`,
    })),
    ...meta.map(({ id }, index) => ({
      sent: id,
      own: undefined,
      path: `.meta[${index}].id`,
      owner: 'a constant',
    })),
  ];
  for (const [index, { sent, own, path }] of named.entries()) {
    const earlier = named.slice(0, index).find(each => each.sent === sent);
    // Questions with the same id are reported elsewhere.
    if (earlier && (own === undefined || own !== earlier.own))
      report(
        path,
        `${JSON.stringify(sent)} is already sent for ${earlier.owner}: send another id for one of them`,
      );
  }
  for (const [index, question] of questions.entries()) {
    const reportBelow: Report = (path, message) => report(`.questions[${index}].${path}`, message);
    if ('options' in question) checkSentOptions(question, reportBelow);
    if ('send' in question) checkYesAndNo(question, reportBelow);
  }
}

function checkSentOptions(question: Extract<QuestionConfig, { options: unknown }>, report: Report): void {
  const separator = 'separator' in question ? question.separator : defaultSeparator;
  const options = question.options.map(({ value, send_as = value.trim() }) => ({ value, sent: send_as }));
  for (const [index, { value, sent }] of options.entries()) {
    const path = `options[${index}]`;
    const earlier = options.slice(0, index).find(each => each.sent === sent);
    // Options with the same value are reported elsewhere.
    if (earlier && earlier.value !== value)
      report(
        path,
        `${JSON.stringify(sent)} is already sent for the option "${earlier.value}": send another text for one of them`,
      );
    // A value can also end with the beginning of the separator, such as `a;` with `;;`.
    if (question.type === 'checkboxes' && (sent + separator).indexOf(separator) < sent.length)
      report(
        path,
        `${JSON.stringify(sent)} must not contain the separator ${JSON.stringify(separator)}: set "send_as" or another "separator"`,
      );
  }
}

function checkYesAndNo(
  { type, send = {} }: Extract<QuestionConfig, { type: 'yes_no' | 'consent' }>,
  report: Report,
): void {
  const { yes = 'yes', no = type === 'yes_no' ? 'no' : undefined } = send;
  if (yes === no)
    report(
      'send',
      `${JSON.stringify(no)} must not be sent for both yes and no: send another text for one of them`,
    );
}
