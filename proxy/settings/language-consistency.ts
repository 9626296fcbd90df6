import { type Report, toEntries } from './raw-config.ts';
import { isLanguageTag } from './texts.ts';

/** The keys whose values are texts. */
const textKeys = [
  'label',
  'heading',
  'help',
  'error',
  'unit',
  'introduction',
  'next',
  'send_label',
  'title',
  'text',
  'url_label',
  'contact',
];

/** Reports texts without the main language, because the labels for the enquiry API are in that language. */
export function checkLanguages(raw: unknown, language: string, report: Report, path: PropertyKey[] = []) {
  if (Array.isArray(raw)) {
    for (const [index, each] of raw.entries()) checkLanguages(each, language, report, [...path, index]);
    return;
  }
  for (const [key, value] of toEntries(raw)) {
    const isCaseType = String(path) === 'case_types'; // A case type may itself be called "label".
    const isText = !isCaseType && (textKeys.includes(key) || path.at(-1) === 'error');
    const texts = isText ? toEntries(value) : [];
    // `error` has texts by language or by rule, and `contact` has texts on the receipt and fields at the top.
    const isLocalised =
      texts.length > 0 && texts.every(([tag, each]) => isLanguageTag(tag) && typeof each === 'string');
    if (!isLocalised) checkLanguages(value, language, report, [...path, key]);
    else if (!texts.some(([tag]) => tag === language))
      report([...path, key], `must have a text in the main language, "${language}"`);
  }
}
