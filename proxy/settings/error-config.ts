import { z } from 'zod';
import type { Rule } from '../contract/definition.ts';
import { isLanguageTag, type LocalisedText, notEmpty, text } from './texts.ts';

/** The rules that a question's `error` may have messages for. */
const errorRules: readonly string[] = [
  'required',
  'too_long',
  'not_an_option',
  'not_a_date',
  'not_an_email',
  'not_a_number',
  'not_a_phone_number',
  'not_a_postcode',
  'wrong_format',
  'exclusive',
  'too_small',
  'too_large',
  'not_allowed',
  'refused',
] satisfies Rule[];

/** The messages for problems with an answer: one for all rules, or one for some rules, each in one language or
 * several. */
export type ErrorConfig = LocalisedText | Partial<Record<Rule, LocalisedText>>;

/** Whether messages are given by rule, and not by language. A language tag begins with two or three letters, and every
 * rule has more, so no key can be both. */
export function isPerRule(error: ErrorConfig): error is Partial<Record<Rule, LocalisedText>> {
  return typeof error !== 'string' && Object.keys(error).some(key => errorRules.includes(key));
}

/** What a question's `error` may be. */
export const error = z
  .union(
    [
      notEmpty,
      z
        .record(
          z
            .string()
            .refine(
              key => isLanguageTag(key) || errorRules.includes(key),
              `is neither a language tag, like "en", nor a rule: ${errorRules.map(rule => `"${rule}"`).join(', ')}`,
            ),
          text,
        )
        .refine(messages => Object.keys(messages).length > 0, 'must have a message')
        .refine(messages => {
          const keys = Object.keys(messages);
          return !isPerRule(messages as ErrorConfig) || keys.every(key => errorRules.includes(key));
        }, 'must not mix languages and rules: give each rule an object with a text for each language')
        .refine(
          messages =>
            isPerRule(messages as ErrorConfig) ||
            Object.values(messages).every(each => typeof each === 'string'),
          'must have a text for each language',
        ),
    ],
    {
      error:
        'must be a text, an object with a text for each language, or an object with a text for each rule, like {"required": "…"}',
    },
  )
  .transform(messages => messages as ErrorConfig)
  .meta({
    description:
      'The message for a problem with the answer: a text, or an object with a text for each rule: { "required": "…", "too_large": "…" }.',
  });
