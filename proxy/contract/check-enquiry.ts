import { asked, toFieldName } from './asked.ts';
import { findAnswer, getValues, listShownQuestions } from './conditions.ts';
import { type ContactField, contactFields, type Definition, type Question, type Rule } from './definition.ts';
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
