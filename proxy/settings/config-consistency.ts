import { isContactField } from '../contract/asked.ts';
import { type AnswerCondition, foldCondition } from '../contract/conditions.ts';
import type { Rule } from '../contract/definition.ts';
import { maxLengthOf, traitsOf } from '../contract/question-types.ts';
import { findBrokenRule, isDate, isDecimal, isMonthOrYear } from '../contract/rules.ts';
import { type ConfigWithDefaults, placeQuestions } from './config.ts';
import { textsIn } from './config-warnings.ts';
import type { Found, Path } from './configuration-error.ts';
import { createPatternMatcher } from './pattern-matcher.ts';
import { type ContactQuestion, defaultSeparator } from './question-config.ts';
import { advise, suggest } from './suggestions.ts';
import { isPair, isPerRule, textsOf } from './texts.ts';

/** Adds a mistake. `about`: another part that makes it one. `others`: other places with the same. */
type Report = (path: Path, message: string, more?: Pick<Found, 'about' | 'others'>) => void;

type CaseType = ConfigWithDefaults['case_types'][string];

/** Finds contradictions between parts of a valid `enquiry.config.json`: ids, conditions, options, sent names, steps and
 * languages. `written`: the config without defaults. */
export function findInconsistencies(config: ConfigWithDefaults, written: unknown): Found[] {
  const errors: Found[] = [];
  const report: Report = (path, message, more) => errors.push({ path, message, ...more });
  for (const [name, caseType] of Object.entries(config.case_types)) {
    const path = ['case_types', name];
    const reportBelow = below(path, report);
    const { placed, contactPath, contactIds } = placeQuestions(config, name, caseType);
    checkForename(placed, contactPath, report);
    checkQuestions(placed, report);
    checkSentNames(placed, caseType.meta ?? [], { path, report });
    if (caseType.steps) checkSteps(placed, { steps: caseType.steps, contactIds }, reportBelow);
    if (caseType.next !== undefined) checkPlaceholders(caseType.next, reportBelow);
    const isOwnList = caseType.at_least_one_of || caseType.contact;
    const oneOf = isOwnList ? caseType.at_least_one_of : config.at_least_one_of;
    const { steps } = caseType;
    if (oneOf)
      checkOneOf(placed, { oneOf, steps }, below([...(isOwnList ? path : []), 'at_least_one_of'], report));
  }
  checkLanguages(written, config.language, report);
  // Case types share the list `contact`.
  return errors.filter(
    ({ path, message }, at) =>
      errors.findIndex(each => each.message === message && `${each.path}` === `${path}`) === at,
  );
}

/** Reports what is below a path. */
const below =
  (path: Path, report: Report): Report =>
  (keys, message, more) =>
    report([...path, ...keys], message, more);

/** A question where it is asked, and its place in the config. */
type Placed = ReturnType<typeof placeQuestions>['placed'][number];

/** Anything else in braces would be shown to visitors. */
function checkPlaceholders(next: NonNullable<CaseType['next']>, report: Report) {
  const known = isPair(next) ? ['{contact}', '{day}'] : [];
  for (const text of (isPair(next) ? [next.phone, next.email] : [next]).flatMap(textsOf))
    for (const [found] of text.matchAll(/\{\w*\}/g))
      if (!known.includes(found))
        report(
          ['next'],
          `must not contain "${found}": only "{contact}" and "{day}" are filled in, and only in {"phone": "…", "email": "…"}`,
        );
}

/** The enquiry API refuses an enquiry without a forename (spec 2.1). */
function checkForename(placed: Placed[], contactPath: Path, report: Report) {
  const found = placed.find(({ question }) => question.id === 'forename');
  if (!found)
    report(
      contactPath,
      'must contain { "field": "forename", "required": true }, because the enquiry API always needs it: add it',
      { about: contactPath },
    );
  else if (!('required' in found.question && found.question.required))
    report(
      [...found.path, 'required'],
      'must be true for "forename", because the enquiry API always needs it: write true',
    );
  else if (found.question.shown_when)
    report(
      [...found.path, 'shown_when'],
      'must not be set for "forename", because the enquiry API always needs it: remove it',
    );
}

function checkOneOf(
  placed: Placed[],
  { oneOf, steps = [] }: { oneOf: string[]; steps: CaseType['steps'] | undefined },
  report: Report,
) {
  for (const [at, id] of oneOf.entries()) {
    const question = placed.find(each => each.question.id === id)?.question;
    if (!question || question.type === 'hidden')
      report([at], `"${id}" is not a question: ${adviseQuestion(id, placed)}`);
    else if (question.required)
      report([at], `"${id}" must not be required, because another answer is enough: remove "required"`);
  }
  const [first, ...others] = oneOf.map(id => steps.findIndex(({ questions }) => questions.includes(id)));
  if (others.some(each => each !== first))
    report(
      [],
      'must name questions of the same step, because visitors can’t leave a step that lacks an answer: move them',
    );
}

function checkQuestions(placed: Placed[], report: Report) {
  for (const [index, { question, path }] of placed.entries()) {
    const reportBelow = below(path, report);
    const earlier = placed.slice(0, index);
    const key = isContactField(question.id) ? 'field' : 'id';
    const first = earlier.find(each => each.question.id === question.id);
    if (first)
      reportBelow([key], `"${question.id}" is the ${key} of two questions: change one, or remove it`, {
        others: [[...first.path, key]],
      });
    checkSettings(question, reportBelow);
    if ('options' in question) checkOptions(question, path, report);
    checkCondition(question, { earlier, all: placed }, reportBelow);
  }
}

/** Checks settings that need one another. */
function checkSettings(question: ContactQuestion, report: Report) {
  if (question.type === 'hidden') return checkDefault(question, report);
  if ('min' in question && question.max !== undefined && question.min !== undefined) {
    const isComparable = question.min !== 'today' && question.max !== 'today';
    if (isComparable && question.min > question.max)
      report(['min'], 'must not be greater than "max": write a smaller one, or raise "max"');
  }
  const { error } = question;
  const isFormatExplained = error !== undefined && (!isPerRule(error) || error.wrong_format !== undefined);
  if ('pattern' in question && !isFormatExplained)
    report(
      ['error'],
      'must say what the answer has to look like, because there is a "pattern": write "error": "…", or {"wrong_format": "…"}',
    );
  if ('approximate' in question && question.approximate && question.entry !== 'memorable')
    report(['approximate'], 'needs "entry": "memorable": add it, or remove this');
}

function checkDefault(question: Extract<ContactQuestion, { type: 'hidden' }>, report: Report) {
  const asked = { ...question, label: '', required: false };
  const broken = findBrokenRule(asked, question.default, { earliest: '', latest: '' }, matchesInTime);
  const advice: Partial<Record<Rule, string>> = {
    too_long: `must have at most ${maxLengthOf(question)} characters: shorten it, or raise "max_length"`,
    wrong_format: 'must match "pattern": change one of them',
  };
  const others = 'must not contain a line break or another control character: remove it';
  if (broken) report(['default'], advice[broken] ?? others);
}

/** A slow pattern is reported when the proxy matches an answer. */
const matchesInTime = createPatternMatcher({ warn() {} });

function checkOptions(
  { type, options }: Extract<ContactQuestion, { options: unknown }>,
  path: Path,
  report: Report,
) {
  for (const [index, { value, exclusive }] of options.entries()) {
    const own = [...path, 'options', index];
    const first = options.findIndex(each => each.value === value);
    if (first < index)
      report(own, `"${value}" is the value of two options: write another`, {
        others: [[...path, 'options', first]],
      });
    if (exclusive && type !== 'checkboxes')
      report([...own, 'exclusive'], 'is for checkboxes only: remove it');
  }
}

function checkSteps(
  placed: Placed[],
  { steps, contactIds }: { steps: NonNullable<CaseType['steps']>; contactIds: string[] },
  report: Report,
) {
  const ids = placed.map(({ question }) => question.id);
  const seen = new Set<string>();
  let last = -1;
  for (const [stepIndex, step] of steps.entries()) {
    for (const [position, id] of step.questions.entries()) {
      const index = placed.findIndex(({ question }) => question.id === id);
      const fault = () => {
        if (index < 0) return `is not a question: ${adviseQuestion(id, placed)}`;
        if (placed[index]!.question.type === 'hidden')
          return 'must not be in a step, because visitors don’t see it: remove it';
        if (seen.has(id)) return 'is already in a step: remove it here';
        return index < last ? 'must be in the order of the questions: move it, or the question' : undefined;
      };
      const message = fault();
      if (message) report(['steps', stepIndex, 'questions', position], `"${id}" ${message}`);
      for (const each of index < 0 ? suggest(id, ids) : [id]) seen.add(each);
      last = Math.max(last, index);
    }
  }
  for (const { question, path } of placed)
    if (question.type !== 'hidden' && !contactIds.includes(question.id) && !seen.has(question.id))
      report(['steps'], `must contain the question "${question.id}": add it to a step`, { about: path });
}

/** Reports texts without the main language, because the labels for the enquiry API are in that language. */
function checkLanguages(written: unknown, language: string, report: Report) {
  const found: { path: Path; languages: string[] }[] = [];
  for (const { path, languages } of textsIn(written))
    if (languages.length > 0 && !languages.includes(language)) found.push({ path, languages });
  const [first, ...others] = found;
  if (!first) return;
  const common = first.languages.find(lang => others.every(({ languages }) => languages.includes(lang)));
  const orChange = common && others.length > 0 ? `, or write "language": "${common}" at the top` : '';
  report(first.path, `has no text in the main language: add "${language}": "…"${orChange}`, {
    others: others.map(({ path }) => path),
  });
}

/** The questions before one, and all of them. */
interface OtherQuestions {
  earlier: Placed[];
  all: Placed[];
}

function checkCondition({ shown_when }: ContactQuestion, others: OtherQuestions, report: Report) {
  if (!shown_when) return;
  const check = foldCondition<(path: Path) => void>(shown_when, {
    answer: each => path => checkAnswer(each, others, below(path, report)),
    list: (checks, isAll) => path => {
      for (const [at, check] of checks.entries()) check([...path, isAll ? 'all' : 'any', at]);
    },
    not: check => path => check([...path, 'not']),
  });
  check(['shown_when']);
}

function checkAnswer(condition: AnswerCondition, { earlier, all }: OtherQuestions, report: Report) {
  const { question: id } = condition;
  const found = earlier.find(({ question }) => question.id === id);
  if (!found) {
    const isLater = all.some(({ question }) => question.id === id);
    const message = isLater
      ? 'must come before this question: move one of the two'
      : `is not a question: ${adviseQuestion(id, earlier)}`;
    return report(['question'], `"${id}" ${message}`);
  }
  if ('answered' in condition) return;
  const { question, path } = found;
  const more = { about: path };
  if ('is' in condition) {
    for (const value of [condition.is].flat())
      if (!isPossibleAnswer(question, value))
        report(
          ['is'],
          `"${value}" is not a possible answer to "${id}": ${adviseAnswer(value, question)}`,
          more,
        );
    return;
  }
  const [key, limit] =
    'less_than' in condition
      ? (['less_than', condition.less_than] as const)
      : (['more_than', condition.more_than] as const);
  if (question.type !== 'number' && question.type !== 'date')
    report(['question'], `"${id}" must be a number or a date: name another question, or write "is"`, more);
  else if (question.type === 'number' && typeof limit === 'string')
    report([key], `must be a number, because "${id}" is one: write it without quotes, like 5`, more);
  else if (question.type === 'date' && typeof limit === 'number')
    report([key], `must be a date, because "${id}" is one: write it like "2026-02-01"`, more);
}

function isPossibleAnswer(question: ContactQuestion, value: string): boolean {
  if ('options' in question) return question.options.some(option => option.value === value);
  if (traitsOf(question.type).answer === 'yes_no') return value === 'yes' || value === 'no';
  if (question.type === 'number') return isDecimal(value);
  if (question.type === 'date') return isDate(value) || (!!question.approximate && isMonthOrYear(value));
  return value.trim() !== '';
}

/** Says which of these questions to name in place of one that isn't there. */
const adviseQuestion = (typed: string, placed: Placed[]) =>
  advise(
    typed,
    placed.map(({ question: { id, label } }) => ({ name: id, texts: textsOf(label) })),
  );

/** Says which answer to a question to write in place of one that isn't possible. */
function adviseAnswer(typed: string, question: ContactQuestion): string {
  if ('options' in question)
    return advise(
      typed,
      question.options.map(({ value, label }) => ({ name: value, texts: textsOf(label) })),
    );
  if (question.type === 'number') return 'write a number in quotes, like "5"';
  if (question.type === 'date') return 'write a date, like "2026-02-01"';
  return 'write "yes" or "no"';
}

/** Finds names of a case type that the enquiry API couldn't tell apart: ids of its questions and constants, and values of
 * a question. White space around them is ignored, because it isn't sent. */
function checkSentNames(
  placed: Placed[],
  meta: NonNullable<CaseType['meta']>,
  { path: caseTypePath, report }: { path: Path; report: Report },
): void {
  const named = [
    ...placed.map(({ question, path }) => {
      const sentId = 'send_as' in question ? question.send_as : undefined;
      return {
        sent: sentId ?? question.id,
        own: question.id,
        path: [...path, sentId === undefined ? 'id' : 'send_as'],
      };
    }),
    ...meta.map(({ id }, index) => ({
      sent: id,
      own: undefined,
      path: [...caseTypePath, 'meta', index, 'id'],
    })),
  ];
  for (const [index, { sent, own, path }] of named.entries()) {
    const earlier = named.slice(0, index).find(each => each.sent === sent);
    // Questions with the same id are reported elsewhere.
    if (earlier && (own === undefined || own !== earlier.own))
      report(
        path,
        `${JSON.stringify(sent)} is sent as the id of two entries: write another for one of them`,
        { others: [earlier.path] },
      );
  }
  for (const { question, path } of placed)
    if ('options' in question) checkSentOptions(question, below(path, report));
}

function checkSentOptions(question: Extract<ContactQuestion, { options: unknown }>, report: Report): void {
  const separator = 'separator' in question ? question.separator : defaultSeparator;
  const options = question.options.map(({ value, send_as = value.trim() }) => ({ value, sent: send_as }));
  for (const [index, { value, sent }] of options.entries()) {
    const path = ['options', index];
    const earlier = options.slice(0, index).find(each => each.sent === sent);
    // Options with the same value are reported elsewhere.
    if (earlier && earlier.value !== value)
      report(
        path,
        `${JSON.stringify(sent)} is already sent for the option "${earlier.value}": write another "send_as" for one of them`,
      );
    // A value can also end with the beginning of the separator, such as `a;` with `;;`.
    if (question.type === 'checkboxes' && (sent + separator).indexOf(separator) < sent.length)
      report(
        path,
        `${JSON.stringify(sent)} must not contain the separator ${JSON.stringify(separator)}: set "send_as" or another "separator"`,
      );
  }
}
