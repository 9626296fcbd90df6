import { isContactField } from '../contract/asked.ts';
import { type AnswerCondition, foldCondition } from '../contract/conditions.ts';
import { maxLengthOf, traitsOf } from '../contract/question-types.ts';
import { findBrokenRule, isDate, isDecimal, isMonth } from '../contract/rules.ts';
import { type ConfigAsWritten, type ConfigWithDefaults, placeQuestions } from './config.ts';
import type { ConfigurationError, Report } from './configuration-error.ts';
import { createPatternMatcher } from './pattern-matcher.ts';
import { type ContactQuestion, defaultSeparator } from './question-config.ts';
import { isPerRule, isTextPerLanguage } from './texts.ts';

type CaseType = ConfigWithDefaults['case_types'][string];

/** Finds contradictions between parts of a valid `enquiry.config.json`: ids, conditions, options, sent names, steps and
 * languages. Defaults never contradict, so settings that have one are read as they were written. */
export function findInconsistencies(
  config: ConfigWithDefaults,
  written: ConfigAsWritten,
): ConfigurationError[] {
  const errors: ConfigurationError[] = [];
  const report: Report = (path, message) => errors.push({ path, message });
  checkAddLaterDays(written, config.delivery.keep_days, report);
  for (const [name, caseType] of Object.entries(config.case_types)) {
    const path = `case_types.${name}`;
    const reportBelow: Report = (below, message) => report(path + below, message);
    const { placed, contactPath, contactIds } = placeQuestions(config, name, caseType);
    checkForename(placed, contactPath, report);
    checkQuestions(placed, report);
    checkSentNames(placed, caseType.meta ?? [], { path, report });
    if (caseType.steps) checkSteps(placed, { steps: caseType.steps, contactIds }, reportBelow);
    const isOwnList = caseType.at_least_one_of || caseType.contact;
    const oneOf = isOwnList ? caseType.at_least_one_of : config.at_least_one_of;
    const oneOfPath = isOwnList ? `${path}.at_least_one_of` : 'at_least_one_of';
    if (oneOf) checkOneOf(placed, oneOf, (below, message) => report(oneOfPath + below, message));
  }
  checkLanguages(config, config.language, report);
  // Case types share the list `contact`.
  return errors.filter(
    ({ path, message }, at) =>
      errors.findIndex(each => each.path === path && each.message === message) === at,
  );
}

/** A question where it is asked, and its place in the config. */
type Placed = ReturnType<typeof placeQuestions>['placed'][number];

/** The enquiry API refuses an enquiry without a forename (spec 2.1). */
function checkForename(placed: Placed[], contactPath: string, report: Report) {
  const found = placed.find(({ question }) => question.id === 'forename');
  if (!found)
    report(contactPath, 'must contain { "field": "forename" }, because the enquiry API always needs it');
  else if (!('required' in found.question && found.question.required))
    report(`${found.path}.required`, 'must be true for "forename", because the enquiry API always needs it');
  else if (found.question.shown_when)
    report(
      `${found.path}.shown_when`,
      'must not be set for "forename", because the enquiry API always needs it: remove it',
    );
}

function checkOneOf(placed: Placed[], oneOf: string[], report: Report) {
  for (const [at, id] of oneOf.entries()) {
    const question = placed.find(each => each.question.id === id)?.question;
    if (!question || question.type === 'hidden') report(`[${at}]`, `"${id}" is not a question`);
    else if (question.required)
      report(`[${at}]`, `"${id}" must not be required, because another answer is enough: remove "required"`);
  }
}

/** Once the tombstone is gone, the proxy accepts no more files for an enquiry. The default needs no check, because it is
 * shortened. */
function checkAddLaterDays({ attachments }: ConfigAsWritten, keepDays: number, report: Report) {
  if ((attachments?.add_later_days ?? 0) > keepDays)
    report('attachments.add_later_days', `must be at most "keep_days" in "delivery", ${keepDays}`);
}

function checkQuestions(placed: Placed[], report: Report) {
  const questions = placed.map(({ question }) => question);
  for (const [index, { question, path }] of placed.entries()) {
    const reportBelow: Report = (below, message) => report(`${path}.${below}`, message);
    const earlier = questions.slice(0, index);
    if (earlier.some(({ id }) => id === question.id))
      reportBelow(
        isContactField(question.id) ? 'field' : 'id',
        `"${question.id}" is already used by an earlier question`,
      );
    checkSettings(question, reportBelow);
    if ('options' in question) checkOptions(question, reportBelow);
    checkCondition(question, { earlier, all: questions }, reportBelow);
  }
}

/** Checks settings that need one another. */
function checkSettings(question: ContactQuestion, report: Report) {
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
}

function checkDefault(question: Extract<ContactQuestion, { type: 'hidden' }>, report: Report) {
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

function checkOptions({ type, options }: Extract<ContactQuestion, { options: unknown }>, report: Report) {
  for (const [index, { value, exclusive }] of options.entries()) {
    if (options.slice(0, index).some(earlier => earlier.value === value))
      report(`options[${index}]`, `"${value}" is already used by an earlier option`);
    if (exclusive && type !== 'checkboxes') report(`options[${index}].exclusive`, 'is for checkboxes only');
  }
}

function checkSteps(
  placed: Placed[],
  { steps, contactIds }: { steps: NonNullable<CaseType['steps']>; contactIds: string[] },
  report: Report,
) {
  const questions = placed.map(({ question }) => question);
  const seen = new Set<string>();
  let last = -1;
  for (const [stepIndex, step] of steps.entries()) {
    for (const [position, id] of step.questions.entries()) {
      const index = questions.findIndex(question => question.id === id);
      const fault = () => {
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
    if (type !== 'hidden' && !contactIds.includes(id) && !seen.has(id))
      report('.steps', `must contain the question "${id}"`);
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
  earlier: ContactQuestion[];
  all: ContactQuestion[];
}

function checkCondition({ shown_when }: ContactQuestion, others: OtherQuestions, report: Report) {
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

function isPossibleAnswer(question: ContactQuestion, value: string): boolean {
  if ('options' in question) return question.options.some(option => option.value === value);
  if (traitsOf(question.type).answer === 'yes_no') return value === 'yes' || value === 'no';
  if (question.type === 'number') return isDecimal(value);
  if (question.type === 'date') return isDate(value) || (question.day_optional === true && isMonth(value));
  return value.trim() !== '';
}

/** Finds names of a case type that the enquiry API couldn't tell apart: ids of its questions and constants, and values of
 * a question. White space around them is ignored, because it isn't sent. */
function checkSentNames(
  placed: Placed[],
  meta: NonNullable<CaseType['meta']>,
  { path: caseTypePath, report }: { path: string; report: Report },
): void {
  const named = [
    ...placed.map(({ question, path }) => {
      const sentId = 'send_as' in question ? question.send_as : undefined;
      return {
        sent: sentId ?? question.id,
        own: question.id,
        path: `${path}.${sentId === undefined ? 'id' : 'send_as'}`,
        owner: `the question "${question.id}"`,
      };
    }),
    ...meta.map(({ id }, index) => ({
      sent: id,
      own: undefined,
      path: `${caseTypePath}.meta[${index}].id`,
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
  for (const { question, path } of placed) {
    const reportBelow: Report = (below, message) => report(`${path}.${below}`, message);
    if ('options' in question) checkSentOptions(question, reportBelow);
    if ('send' in question) checkYesAndNo(question, reportBelow);
  }
}

function checkSentOptions(question: Extract<ContactQuestion, { options: unknown }>, report: Report): void {
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
  { type, send = {} }: Extract<ContactQuestion, { type: 'yes_no' | 'consent' }>,
  report: Report,
): void {
  const { yes = 'yes', no = type === 'yes_no' ? 'no' : undefined } = send;
  if (yes === no)
    report(
      'send',
      `${JSON.stringify(no)} must not be sent for both yes and no: send another text for one of them`,
    );
}
