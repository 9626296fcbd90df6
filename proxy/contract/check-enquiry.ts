import { answerPrefix, answersOf, asked } from './asked.ts';
import { findAnswer, getValues, listShownQuestions } from './conditions.ts';
import { contactFields, type Definition, type Question, type Rule } from './definition.ts';
import type { Answers, Enquiry, Problem } from './enquiry.ts';
import { type DateToday, findBrokenRule, type MatchesPattern } from './rules.ts';

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
  const answers = answersOf(enquiry);
  const shown = listShownQuestions(definition.questions, answers);
  const oneOf = shown.filter(({ id }) => definition.at_least_one_of?.includes(id));
  const isOneGiven = oneOf.some(({ id }) => getValues(answers, id).length > 0);
  const ofQuestions = asked({ questions: shown }).map(({ name, question }) => {
    const answer = findAnswer(answers, question.id);
    const isLacking = !isOneGiven && question.id === oneOf[0]?.id;
    const rule = isLacking ? 'one_required' : findBrokenRule(question, answer, today, matches);
    return { field: name, rule };
  });
  const known = new Set(asked(definition).map(({ name }) => name));
  const given = [
    ...contactFields.filter(name => enquiry[name]?.trim()),
    ...Object.keys(enquiry.answers ?? {}).map(id => answerPrefix + id),
  ];
  const ofOthers = given.map(field => ({ field, rule: !known.has(field) && ('unknown' as const) }));
  return [...ofQuestions, ...ofOthers].flatMap(({ field, rule }) => (rule ? [{ field, rule }] : []));
}
