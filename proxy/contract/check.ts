import { asked, toFieldName } from './asked.ts';
import {
  type Condition,
  type ContactField,
  contactFields,
  type Definition,
  type Question,
  type Rule,
} from './definition.ts';
import type { Answers, Enquiry, Problem } from './enquiry.ts';
import { type DateToday, findBrokenRule, type MatchesPattern } from './rules.ts';

/** Returns the non-blank values of an answer: several for checkboxes, at most one otherwise, none if there is no
 * answer. */
export function getValues(answers: Answers, questionId: string): string[] {
  return [findAnswer(answers, questionId) ?? []].flat().filter(value => value.trim());
}

/** Lists the questions that are asked with these answers, in the order of the form. In conditions, a question that isn't
 * asked counts as not answered. */
export function listShownQuestions(questions: Question[], answers: Answers): Question[] {
  const shown = new Map<string, Question>();
  const isMet = (condition: Condition): boolean => {
    if ('all' in condition) return condition.all.every(isMet);
    if ('any' in condition) return condition.any.some(isMet);
    if ('not' in condition) return !isMet(condition.not);
    const other = shown.get(condition.question);
    const values = other ? getValues(answers, other.id) : [];
    const isConsent = other?.type === 'consent';
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
  };
  for (const question of questions) {
    if (!question.shown_when || isMet(question.shown_when)) shown.set(question.id, question);
  }
  return [...shown.values()];
}

/** The answers to all questions, with those to questions of the type `hidden` settled. */
interface SettledAnswers {
  answers: Answers;
  /** The answers that were dropped: the id of each question, and the rule that the answer broke. */
  dropped: { id: string; rule: Rule }[];
}

/** Settles the answers to questions of the type `hidden`: drops those that aren't accepted, because the visitor can't
 * correct them, and fills in the defaults. Conditions and `check()` need settled answers. */
export function settleHidden(
  questions: Question[],
  answers: Answers,
  matches?: MatchesPattern,
): SettledAnswers {
  const dropped: SettledAnswers['dropped'] = [];
  const settled = { ...answers };
  for (const question of questions) {
    if (question.type !== 'hidden') continue;
    const { id, default: fallback = '' } = question;
    const noDates = { earliest: '', latest: '' }; // Only dates are compared with today.
    const rule = findBrokenRule({ ...question, required: false }, findAnswer(answers, id), noDates, matches);
    if (rule) dropped.push({ id, rule });
    const [value] = rule ? [] : getValues(answers, id);
    settled[id] = value ?? fallback;
  }
  return { answers: settled, dropped };
}

/** Finds all problems of an enquiry, in the order of the form; empty if the enquiry can be accepted. The widget calls
 * it before it sends, and the proxy when it receives. Answers to questions that are not shown are ignored, because they
 * are not forwarded either. */
export function check(
  definition: Definition,
  enquiry: Enquiry,
  today: DateToday,
  matches?: MatchesPattern,
): Problem[] {
  const { answers = {} } = enquiry;
  const oneOf: ContactField[] = definition.contact.one_of ?? [];
  const firstOfOne = contactFields.find(name => oneOf.includes(name));
  const lacksOne = !oneOf.some(name => enquiry[name]?.trim());
  const questions = new Map(asked(definition).map(({ name, question }) => [name, question]));
  const contactRule = (name: ContactField): Rule | false => {
    const question = questions.get(name);
    const value = enquiry[name];
    if (name === firstOfOne && lacksOne) return 'one_required';
    return question ? findBrokenRule(question, value, today, matches) : !!value?.trim() && 'unknown';
  };
  const ofContact = contactFields.map(name => ({ field: name, rule: contactRule(name) }));
  const ofQuestions = listShownQuestions(definition.questions, answers).map(({ id }) => {
    const field = toFieldName(id);
    const question = questions.get(field)!; // Every question of the definition is asked.
    return { field, rule: findBrokenRule(question, findAnswer(answers, id), today, matches) };
  });
  const ofOthers = Object.keys(answers).map(id => {
    const field = toFieldName(id);
    return { field, rule: !questions.has(field) && ('unknown' as const) };
  });
  const isLast = definition.contact.position === 'last';
  const inOrder = isLast ? [...ofQuestions, ...ofContact] : [...ofContact, ...ofQuestions];
  return [...inOrder, ...ofOthers].flatMap(({ field, rule }) => (rule ? [{ field, rule }] : []));
}

/** Compares a number as a number and a date, such as `2026-02-01`, as text; a month, such as `2026-02`, with the
 * limit's month. NaN for an answer that is no number, and 0 for one that is no date. */
function compare(value: string, limit: number | string): number {
  if (typeof limit === 'number') return Number(value) - limit;
  const bound = limit.slice(0, value.length);
  if (value[4] !== '-') return 0; // An incomplete date.
  return value < bound ? -1 : Number(value > bound);
}

/** Ids such as `constructor` are legal, and every object inherits a property of that name. */
function findAnswer(answers: Answers, questionId: string): string | string[] | undefined {
  return Object.hasOwn(answers, questionId) ? answers[questionId] : undefined;
}
