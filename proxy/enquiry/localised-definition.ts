import type { AttributionSettings } from '../contract/attribution.ts';
import type { Definition, Question } from '../contract/definition.ts';
import type { CaseTypeConfig, Config } from '../settings/config.ts';
import type { QuestionConfig } from '../settings/question-config.ts';
import { isPerRule, type LocalisedText, primaryLanguage } from '../settings/texts.ts';

/** A definition in all its languages: what is archived, and what its hash is computed from. */
export interface LocalisedDefinition extends Omit<CaseTypeConfig, 'steps'> {
  case_type: string;
  /** The main language. */
  language: string;
  contact: Config['contact'];
  attachments: Omit<Config['attachments'], 'pdf_javascript'>;
  receipt: Config['receipt'] & Pick<Definition['receipt'], 'identifier'>;
  privacy?: Exclude<Config['privacy'], undefined>;
  steps?: { title: LocalisedText; questions: string[] }[];
  attribution?: AttributionSettings;
}

/** The languages of a definition: those of the case type's label. */
export function languagesOf({ label, language }: LocalisedDefinition): string[] {
  return typeof label === 'string' ? [language] : Object.keys(label);
}

/** The closest language of a definition: `cy-GB` matches `cy`. Otherwise the main language. */
export function closestLanguage(definition: LocalisedDefinition, wanted = definition.language): string {
  const languages = languagesOf(definition);
  const find = (tag: string) => languages.find(each => each.toLowerCase() === tag.toLowerCase());
  return find(wanted) ?? find(primaryLanguage(wanted)) ?? definition.language;
}

/** The definition in one of its languages. `hash` identifies it. */
export function inLanguage(definition: LocalisedDefinition, hash: string, lang: string): Definition {
  const { language, label, questions, steps, privacy, receipt = defaultReceipt, ...rest } = definition;
  const { introduction, next, send_label, ...others } = rest;
  const translateText = (text: LocalisedText) =>
    typeof text === 'string' ? text : (text[lang] ?? text[language]!);
  const { contact, ...shown } = receipt;
  return {
    ...others,
    definition: hash,
    lang,
    label: translateText(label),
    ...translateTexts({ introduction, next, send_label }, translateText),
    questions: questions.map(question => translateQuestion(question, translateText)),
    receipt: { ...shown, ...translateTexts({ contact }, translateText) },
    ...(steps && { steps: steps.map(step => ({ ...step, title: translateText(step.title) })) }),
    ...(privacy && { privacy: translateLink(privacy, translateText) }),
  };
}

type TranslateText = (text: LocalisedText) => string;

function translateQuestion(question: QuestionConfig, translateText: TranslateText): Question {
  const { label, heading, help, error, ...rest } = question;
  return {
    ...rest,
    label: translateText(label),
    ...translateTexts({ heading, help }, translateText),
    ...(error !== undefined && {
      error: isPerRule(error) ? translateTexts(error, translateText) : translateText(error),
    }),
    ...('unit' in question && translateTexts({ unit: question.unit }, translateText)),
    ...('url_label' in question && translateTexts({ url_label: question.url_label }, translateText)),
    ...('options' in question && {
      options: question.options.map(({ label, ends, ...option }) => ({
        ...option,
        label: translateText(label),
        ...(ends && { ends: translateLink(ends, translateText) }),
      })),
    }),
  } as Question; // The type of the spread still has the localised texts, which are replaced.
}

/** Translates a text with an optional link. */
function translateLink(
  { text, url, url_label }: { text: LocalisedText; url?: string; url_label?: LocalisedText },
  translateText: TranslateText,
) {
  return {
    text: translateText(text),
    ...(url !== undefined && { url }),
    ...translateTexts({ url_label }, translateText),
  };
}

/** Translates the texts that are present. */
function translateTexts<Key extends string>(
  texts: Partial<Record<Key, LocalisedText | undefined>>,
  translateText: TranslateText,
): Partial<Record<Key, string>> {
  const given = Object.entries<LocalisedText | undefined>(texts).flatMap(([key, text]) =>
    text === undefined ? [] : [[key, translateText(text)]],
  );
  return Object.fromEntries(given);
}

/** For definitions that an earlier release archived without `receipt`. */
const defaultReceipt: LocalisedDefinition['receipt'] = { identifier: 'reference', show_number: false };
