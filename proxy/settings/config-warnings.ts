import type { Path } from './config-text.ts';
import type { Found } from './configuration-error.ts';
import { isLanguageTag, sentKeys, textKeys } from './texts.ts';

const maxCharacters = 300;
const maxQuestions = 100;

/** What visitors would see as it is written, because texts have no format. */
const formats: [name: string, example: RegExp][] = [
  ['HTML', /<\/?[a-z][^<>]*>/i],
  ['an HTML entity', /&(?:[a-z]{2,}\d*|#\d+|#x[\da-f]+);/i],
  ['Markdown', /\*\*\S|(?<!\w)__\S|\[[^\]]+\]\(|^#{1,6} |`[^`]+`/],
];

/** A text that visitors see, or the same text in several languages. */
interface Text {
  path: Path;
  text: string | Record<string, string>;
}

/** Finds what is allowed in a config and probably isn't meant. */
export function findWarnings(config: unknown, language = 'en'): Found[] {
  const warnings: Found[] = [];
  const warn = (path: Path, message: string, others: Path[] = []) =>
    warnings.push({ level: 'warning', path, message, others });
  const texts = [...textsIn(config)];
  for (const { path, text } of texts) {
    const inLanguages: [Path, string][] =
      typeof text === 'string'
        ? [[path, text]]
        : Object.entries(text).map(([lang, each]) => [[...path, lang], each]);
    for (const [place, each] of inLanguages) {
      const found = formats.find(([, example]) => example.test(each));
      if (found) warn(place, `has ${found[0]}, which visitors would see as it is: write plain text`);
      const { length } = [...each];
      if (length > maxCharacters)
        warn(
          place,
          `has ${length} characters, and few visitors read more than ${maxCharacters}: shorten it, or link to a page`,
        );
    }
  }
  const { case_types: caseTypes = {} } = (isObject(config) ? config : {}) as {
    case_types?: Record<string, unknown>;
  };
  for (const [name, caseType] of Object.entries(caseTypes)) {
    const { questions } = (isObject(caseType) ? caseType : {}) as { questions?: unknown[] };
    if (Array.isArray(questions) && questions.length > maxQuestions)
      warn(
        ['case_types', name, 'questions'],
        `has ${questions.length} questions, and few visitors answer more than ${maxQuestions}: split it into case types`,
      );
  }
  const ownerOf = ({ path }: Text) => (path[0] === 'case_types' ? path[1] : undefined);
  for (const [owner, own] of Map.groupBy(texts, ownerOf)) {
    // The form has what is outside of case types in the languages of each.
    const used = new Set((owner === undefined ? texts : own).flatMap(languagesOf));
    for (const lang of used) {
      const [first, ...others] = own.filter(
        each => lang !== language && isWords(each) && !languagesOf(each).includes(lang),
      );
      if (first)
        warn(
          first.path,
          `has no text in "${lang}", so visitors see it in "${language}": write { "${language}": "…", "${lang}": "…" }`,
          others.map(({ path }) => path),
        );
    }
  }
  return warnings;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The languages of a text, apart from the main language of a string. */
const languagesOf = ({ text }: Text) => (typeof text === 'string' ? [] : Object.keys(text));

/** Numbers, units and the like need no translation. */
const isWords = ({ text }: Text) => typeof text !== 'string' || /\p{L}{3}/u.test(text);

/** Lists the texts in a part of the config. `key`: the last key that leads to it. */
function* textsIn(value: unknown, path: Path = [], key = ''): Generator<Text> {
  const isText = (textKeys.has(key) && key !== 'url') || key === 'options';
  if (typeof value === 'string' && isText) yield { path, text: value };
  else if (Array.isArray(value))
    for (const [index, each] of value.entries())
      yield* textsIn(each, [...path, index], key === 'options' ? key : '');
  else if (isObject(value)) {
    const entries = Object.entries(value);
    if (isText && entries.every(([lang, text]) => isLanguageTag(lang) && typeof text === 'string'))
      yield { path, text: value as Record<string, string> }; // Every value is one.
    else
      for (const [name, each] of entries)
        if (!sentKeys.has(name))
          yield* textsIn(each, [...path, name], isText && key === 'error' ? key : name);
  }
}
