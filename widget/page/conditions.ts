import type { Condition, Definition, Question } from '../../proxy/contract/definition.ts';
import { formatNumber } from '../../proxy/contract/normalise.ts';
import { dateInWords, localeOf } from '../answers/answer-text.ts';
import type { PageLanguage } from './catalogues.ts';

/** Describes when a question is asked, such as "you answered “Yes” to “Were you injured?”". The answers to hidden
 * questions are known, so a condition that depends only on them is described as whether it is met. */
export function describeCondition(
  condition: Condition,
  { questions }: Pick<Definition, 'questions'>,
  { language, isMet }: { language: PageLanguage; isMet(condition: Condition): boolean },
): string | boolean {
  const { lang, translate } = language;
  const quote = (text: string) => translate('quoted', { text });
  const join = (texts: string[], type: 'conjunction' | 'disjunction') =>
    new Intl.ListFormat(localeOf(lang), { type }).format(texts);

  /** With `isNot`, the opposite. Negation moves inwards, because no language nests it well. */
  function describe(each: Condition, isNot: boolean, depth: number): string | boolean {
    if ('not' in each) return describe(each.not, !isNot, depth);
    if ('all' in each) return describeList(each.all, isNot, { isAll: !isNot, depth });
    if ('any' in each) return describeList(each.any, isNot, { isAll: isNot, depth });
    const asked = questions.find(({ id }) => id === each.question);
    if (!asked || asked.type === 'hidden') return isMet(each) !== isNot;
    return describeAnswer(each, asked, isNot);
  }

  function describeList(
    list: Condition[],
    isNot: boolean,
    { isAll, depth }: { isAll: boolean; depth: number },
  ) {
    const described = list.map(each => describe(each, isNot, depth + 1));
    if (described.includes(!isAll)) return !isAll;
    const texts = described.filter(each => typeof each === 'string');
    if (!texts.length) return isAll;
    const text = join(texts, isAll ? 'conjunction' : 'disjunction');
    return depth && texts.length > 1 ? `(${text})` : text;
  }

  function describeAnswer(
    each: Exclude<Condition, { all: unknown } | { any: unknown } | { not: unknown }>,
    asked: Question,
    isNot: boolean,
  ): string {
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
    const number = formatNumber(String(bound), lang);
    const limit = isDate
      ? (dateInWords(bound, lang, 'long') ?? bound)
      : !unit
        ? number
        : /^\p{Sc}$/u.test(unit)
          ? unit + number
          : `${number} ${unit}`;
    const keys = isDate
      ? (['dateBefore', 'dateNotBefore', 'dateAfter', 'dateNotAfter'] as const)
      : (['answerBelow', 'answerNotBelow', 'answerAbove', 'answerNotAbove'] as const);
    return translate(keys[(isBelow ? 0 : 2) + (isNot ? 1 : 0)]!, { question, limit });
  }

  const described = describe(condition, false, 0);
  return typeof described === 'string' ? translate('ifCondition', { condition: described }) : described;
}
