// The parts of the config's schema that many settings share.
import { z } from 'zod';

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

/** The language of a BCP 47 tag, without region and script: `cy` for `cy-GB`. */
export function primaryLanguage(tag: string): string {
  return tag.toLowerCase().split('-')[0]!;
}

const languageError = 'must be a language tag, like "en" or "cy"';

/** A language tag. */
export const language = z
  .string()
  .regex(languageTag, { error: languageError, abort: true })
  .refine(isLanguageTag, languageError);

/** The error of a setting that may have values of several kinds. */
export const unlessMissing =
  (message: string) =>
  ({ input }: { input?: unknown }) =>
    input === undefined ? 'is required' : message;

/** A text that isn't blank. */
export const notEmpty = z.string().refine(text => text.trim() !== '', 'must not be empty');

const perLanguage = z
  .record(language, notEmpty)
  .refine(texts => Object.keys(texts).length > 0, 'must have a text in the main language');

/** A text, or one for each language. */
export const text = z
  .union([notEmpty, perLanguage], {
    error: unlessMissing('must be a text, or an object with a text for each language, like {"en": "…"}'),
  })
  .meta({
    description: 'A text, or an object with a text for each language: { "en": "…", "cy": "…" }.',
  });

/** A string in the main language, or one string per language. */
export type LocalisedText = z.output<typeof text>;

/** The address of a page that a link leads to. */
export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

/** The text of a link to `url`. */
export const urlLabel = text.meta({ description: 'The text of the link to url.' });
