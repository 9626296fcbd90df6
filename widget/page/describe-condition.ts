import {
  type AnswerCondition,
  foldCondition,
  isMet,
  listShownQuestions,
} from '../../proxy/contract/conditions.ts';
import type { Condition, Question } from '../../proxy/contract/definition.ts';
import type { Answers } from '../../proxy/contract/enquiry.ts';
import { formatNumber } from '../../proxy/contract/normalise.ts';
import { dateInWords, localeOf, withUnit } from '../answers/answer-text.ts';
import type { PageLanguage } from './page-language.ts';

/** A part of a condition in words, or whether it is met. With `isNot`, the opposite: negation moves inwards, because no
 * language nests it well. */
type Describe = (isNot: boolean, depth: number) => string | boolean;

/** Describes when a question is asked, such as "If you answered “Yes” to “Were you injured?”:". The answers to hidden
 * questions are known, so a condition that depends only on them is described as whether it is met. */
export function describeCondition(
  condition: Condition,
  questions: Question[],
  answers: Answers,
  { lang, translate }: PageLanguage,
): string | boolean {
  const quote = (text: string) => translate('quoted', { text });
  const join = (texts: string[], type: 'conjunction' | 'disjunction') =>
    new Intl.ListFormat(localeOf(lang), { type }).format(texts);

  const describe = foldCondition<Describe>(condition, {
    answer: each => {
      const asked = questions.find(({ id }) => id === each.question);
      if (asked && asked.type !== 'hidden') return isNot => describeAnswer(each, asked, isNot);
      return isNot => isMet(each, listShownQuestions(questions, answers), answers) !== isNot;
    },
    list: describeList,
    not: part => (isNot, depth) => part(!isNot, depth),
  });

  function describeList(parts: Describe[], isAll: boolean): Describe {
    return (isNot, depth) => {
      const isConjunction = isAll !== isNot;
      const described = parts.map(part => part(isNot, depth + 1));
      if (described.includes(!isConjunction)) return !isConjunction;
      const texts = described.filter(each => typeof each === 'string');
      if (!texts.length) return isConjunction;
      const text = join(texts, isConjunction ? 'conjunction' : 'disjunction');
      return depth && texts.length > 1 ? `(${text})` : text;
    };
  }

  function describeAnswer(each: AnswerCondition, asked: Question, isNot: boolean): string {
    const { type, options, unit } = asked;
    const question = quote(asked.label);
    if ('answered' in each) {
      const isGiven = each.answered !== isNot;
      if (type === 'consent') return translate(isGiven ? 'ticked' : 'notTicked', { question });
      return translate(isGiven ? 'answerGiven' : 'answerMissing', { question });
    }
    if ('is' in each) {
      const values = [each.is].flat();
      if (type === 'consent')
        return translate(values.includes('yes') !== isNot ? 'ticked' : 'notTicked', { question });
      const labels = values.map(value => {
        if (type === 'yes_no') return translate(value === 'yes' ? 'yes' : 'no');
        return options?.find(option => option.value === value)?.label ?? value;
      });
      const answer = join(labels.map(quote), 'disjunction');
      return translate(isNot ? 'answerIsNot' : 'answerIs', { answer, question });
    }
    const isBelow = 'less_than' in each;
    const bound = isBelow ? each.less_than : each.more_than;
    const isDate = typeof bound === 'string';
    const limit = isDate
      ? (dateInWords(bound, lang, 'long') ?? bound)
      : withUnit(formatNumber(String(bound), lang), unit);
    const keys = isDate
      ? (['dateBefore', 'dateNotBefore', 'dateAfter', 'dateNotAfter'] as const)
      : (['answerBelow', 'answerNotBelow', 'answerAbove', 'answerNotAbove'] as const);
    return translate(keys[(isBelow ? 0 : 2) + (isNot ? 1 : 0)]!, { question, limit });
  }

  const described = describe(false, 0);
  return typeof described === 'string' ? translate('ifCondition', { condition: described }) : described;
}
