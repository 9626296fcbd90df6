import { z } from 'zod';
import { type Rule, rules } from '../contract/definition.ts';
import { closestLanguage } from '../contract/languages/locale.ts';
import { isRequired } from './configuration-error.ts';

// The parts of the config's schema that many settings share.
const languageTag = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

/** Whether a string is a BCP 47 tag of a language that `Intl` accepts, because the form formats numbers and dates by
 * it. */
export function isLanguageTag(text: string): boolean {
  try {
    return languageTag.test(text) && Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

const languageError = 'must be the tag of a language, like "en" or "cy"';

/** A language tag. */
export const language = z
  .string()
  .regex(languageTag, { error: languageError, abort: true })
  .refine(isLanguageTag, languageError);

/** The error of a setting that may have values of several kinds. */
export const unlessMissing =
  (message: string) =>
  ({ input }: { input?: unknown }) =>
    input === undefined ? isRequired : message;

/** A text that isn't blank. */
export const notEmpty = z
  .string()
  .refine(text => text.trim() !== '', 'must not be empty: write a text, or remove it');

/** A text that only the enquiry API gets. White space around it is removed. */
export const sentText = z
  .string()
  .trim()
  .min(1, 'must not be empty: write a text, or remove it')
  .max(200)
  .refine(
    each => each.isWellFormed() && !/\p{Cc}/u.test(each),
    'must not contain control characters: remove them',
  );

const perLanguage = z
  .record(language, notEmpty)
  .refine(
    texts => Object.keys(texts).length > 0,
    'must have a text: add one in the main language, like "en": "…"',
  );

/** A text, or one for each language. */
export const text = z
  .union([notEmpty, perLanguage], {
    error: unlessMissing('must be a text, or an object with a text for each language, like {"en": "…"}'),
  })
  .describe('A text, or an object with a text for each language: { "en": "…", "cy": "…" }.');

/** The keys of texts, which may have several languages. */
export const textKeys: ReadonlySet<string> = new Set([
  ...['label', 'choice_label', 'introduction', 'next', 'send_label', 'title', 'heading', 'help', 'error'],
  ...['unit', 'text', 'url', 'url_label'],
]);
/** The keys that set sent names, which browsers never get. */
export const sentKeys: ReadonlySet<string> = new Set(['send_as', 'label_as', 'send', 'separator', 'meta']);

/** A string in the main language, or one string per language. */
export type LocalisedText = z.output<typeof text>;

/** What happens next: a text, or one for visitors who get a call and one for those who get an email. */
export const next = z
  .union([text, z.strictObject({ phone: text, email: text })], {
    error: unlessMissing(
      'must be a text, an object with a text for each language, like {"en": "…"}, or {"phone": "…", "email": "…"}',
    ),
  })
  .describe(
    'What happens next, shown on the receipt: a text, or one for each way of answering, { "phone": "…", "email": "…" }.',
  );
type Next = z.output<typeof next>;

/** Whether there is a text for each way to answer. No language tag is as long as these keys. */
export const isPair = (each: Next): each is Exclude<Next, LocalisedText> =>
  typeof each !== 'string' && 'phone' in each;

/** A text in all its languages. */
export const textsOf = (text: LocalisedText = '') => Object.values(typeof text === 'string' ? [text] : text);

/** A text in the closest language to `lang`, or in the main language. */
export function textIn(text: LocalisedText, lang: string, mainLanguage: string): string {
  if (typeof text === 'string') return text;
  return text[closestLanguage(lang, Object.keys(text)) ?? mainLanguage] ?? '';
}

/** A regular expression for the names of query parameters: with characters that need no encoding in an address and are
 * safe in an id. */
export const parameterName = '[A-Za-z0-9][A-Za-z0-9_.-]{0,59}';

/** Whether the proxy's own pages have a query parameter with this name, ignoring case. */
export const isOwnParameter = (name: string) =>
  ['frame', 'lang', 'prefix', 'receipt'].includes(name.toLowerCase());

/** The address of a page that a link leads to. */
export const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'must be an http or https URL, like "https://www.example.com/privacy"',
});

/** The text of a link to `url`. */
export const urlLabel = text.describe('The text of the link to url. Default: the form’s own.');

/** Reports the text of a link that has no address. */
export const urlLabelNeedsUrl: z.core.CheckFn<{ url?: string; url_label?: LocalisedText }> = ({
  value,
  issues,
}) => {
  if (value.url_label !== undefined && value.url === undefined)
    issues.push({ code: 'custom', path: ['url_label'], input: value, message: 'needs "url": add it' });
};

/** Reports each entry of a list that is equal to an earlier one. */
export const withoutRepeats: z.core.CheckFn<unknown[]> = ({ value: list, issues }) => {
  for (const [index, input] of list.entries())
    if (list.indexOf(input) < index)
      issues.push({ code: 'custom', path: [index], input, message: `"${input}" is listed twice: remove it` });
};

/** The rules that a question's `error` may have messages for: not those that concern several fields, end the form or
 * mean a mistake in the widget. */
const errorRules = rules.filter(rule => rule !== 'one_required' && rule !== 'ends' && rule !== 'unknown');

/** The messages for problems with an answer: one for all rules, or one for some rules, each in one language or
 * several. */
type ErrorConfig = z.output<typeof error>;

/** Whether messages are given by rule, and not by language. A language tag begins with two or three letters, and every
 * rule has more, so no key can be both. */
export function isPerRule(error: ErrorConfig): error is Partial<Record<Rule, LocalisedText>> {
  return typeof error !== 'string' && Object.keys(error).some(key => rules.includes(key as Rule)); // It may be a language, too.
}

/** What a question's `error` may be. */
export const error = z
  .union([z.partialRecord(z.enum(errorRules), text).refine(each => Object.keys(each).length > 0), text], {
    error:
      'must be a text, an object with a text for each language, or an object with a text for each rule, like {"required": "…"}',
  })
  .describe(
    'The message for a problem with the answer: a text, or an object with a text for each rule: { "required": "…", "too_large": "…" }.',
  );
