import type { ConfigWithDefaults } from './config.ts';
import type { Found, Path } from './configuration-error.ts';
import { listOr } from './suggestions.ts';
import { isLanguageTag, sentKeys, textKeys } from './texts.ts';

const maxCharacters = 300;
const maxQuestions = 100;

/** What visitors would see as it is written, because texts have no format. */
const formats: [name: string, example: RegExp][] = [
  ['HTML', /<\/?[a-z][^<>]*>/i],
  ['an HTML entity', /&(?:[a-z]{2,}\d*|#\d+|#x[\da-f]+);/i],
  ['Markdown', /\*\*\S|(?<!\w)__\S|\[[^\]]+\]\(|^#{1,6} |`[^`]+`/],
];

/** A text that visitors see, in its languages. A string has none: it is in the main language. */
interface Text {
  path: Path;
  languages: string[];
  texts: [path: Path, text: string][];
}

/** Finds what is allowed in a config and probably isn't meant. `written`: the config without defaults. */
export function findWarnings({ case_types, language }: ConfigWithDefaults, written: unknown): Found[] {
  const warnings: Found[] = [];
  const warn = (path: Path, message: string, isDoubtful = false) =>
    warnings.push({ level: 'warning', path, message, ...(isDoubtful && { isDoubtful }) });
  for (const [name, { questions }] of Object.entries(case_types))
    if (questions.length > maxQuestions)
      warn(
        ['case_types', name, 'questions'],
        `has more than ${maxQuestions} questions: split it into case types`,
      );
  const languagesIn = new Map<Path[number] | undefined, Set<string>>([[undefined, new Set()]]);
  for (const { path, languages, texts } of shownTexts(written)) {
    const owner = caseTypeOf(path);
    if (!languagesIn.has(owner)) languagesIn.set(owner, new Set());
    // What is outside the case types is shown in the languages of all of them.
    for (const lang of languages) for (const each of [owner, undefined]) languagesIn.get(each)!.add(lang);
    for (const [at, text] of texts) {
      const format = formats.find(([, example]) => example.test(text))?.[0];
      if (format) warn(at, `has ${format}, which visitors would see as it is: write plain text`);
      if (text.length > maxCharacters)
        warn(
          at,
          `has ${text.length} characters, more than most visitors read: shorten it to ${maxCharacters}`,
        );
    }
  }
  for (const text of shownTexts(written)) {
    const used = languagesIn.get(caseTypeOf(text.path))!;
    const missing = [...used].filter(each => each !== language && !text.languages.includes(each));
    if (missing.length > 0 && needsTranslation(text))
      warn(
        text.path,
        `has no text in ${listOr(missing)}: ${adviseTexts(text, language, missing)}`,
        isPlainOption(text),
      );
  }
  return warnings;
}

/** The texts that visitors see. A large config has so many that they are listed twice rather than kept. */
function* shownTexts(written: unknown): Generator<Text> {
  for (const text of textsIn(written)) if (text.path.at(-1) !== 'url') yield text;
}

const caseTypeOf = (path: Path) => (path[0] === 'case_types' ? path[1] : undefined);

/** Says how to add the texts that are missing. */
function adviseTexts(text: Text, language: string, missing: string[]): string {
  const added = missing.map(each => `"${each}": "…"`).join(', ');
  if (text.languages.length > 0) return `add ${added}`;
  const value = JSON.stringify(text.texts[0]![1]);
  return isPlainOption(text)
    ? `write { "value": ${value}, "label": { "${language}": ${value}, ${added} } }, unless it is a name`
    : `write { "${language}": "…", ${added} }`;
}

/** Whether it is an option without a label of its own, which may be a name that is the same in all languages. */
const isPlainOption = ({ path }: Text) => path.at(-2) === 'options';

/** Numbers, units and the like don't. */
const needsTranslation = ({ texts }: Text) => texts.some(([, text]) => /\p{L}{3}/u.test(text));

/** Lists the texts and addresses in a part of the config. `key`: the last key that leads to it. */
export function* textsIn(value: unknown, path: Path = [], key = ''): Generator<Text> {
  const isText = textKeys.has(key) || key === 'options';
  if (typeof value === 'string' && isText) yield { path, languages: [], texts: [[path, value]] };
  if (typeof value !== 'object' || value === null) return;
  const entries = Object.entries(value);
  if (isText && entries.every(([lang, text]) => isLanguageTag(lang) && typeof text === 'string'))
    return yield {
      path,
      languages: Object.keys(value),
      texts: entries.map(([lang, text]) => [[...path, lang], text]),
    };
  for (const [name, each] of entries) {
    if (Array.isArray(value)) yield* textsIn(each, [...path, Number(name)], key === 'options' ? key : '');
    else if (!sentKeys.has(name))
      yield* textsIn(each, [...path, name], ['error', 'next'].includes(key) ? key : name);
  }
}
