import { asked } from '../contract/asked.ts';
import { defaultParameters, maxAttributionLength } from '../contract/attribution.ts';
import { type Definition, marketingFields, type Question } from '../contract/definition.ts';

/** The longest JSON of a character (code point) is a pair of escaped surrogates, such as `\ud83d\ude00`. */
const bytesPerCharacter = 12;
/** Leaves room for the remaining members, ids, punctuation, white space, and members that later releases add. */
const slackBytes = 65_536;
/** The visit has a landing page. The first touch adds its own landing page and referrer. */
const addresses = { visit: 1, firstTouch: 3 };

/** The maximum size in bytes of an enquiry with this definition: every field has its maximum length, the attribution
 * has the maximum length that is kept, and every character is escaped. */
export function maxEnquiryBytes(definition: Definition): number {
  const lengths = asked(definition).map(({ question }) => question.id.length + maxAnswerLength(question));
  const attribution = maxAttributionValues(definition) * maxAttributionLength;
  return slackBytes + bytesPerCharacter * (lengths.reduce((sum, each) => sum + each, 0) + attribution);
}

/** The maximum length of an answer in characters. A visitor can tick all checkboxes. */
function maxAnswerLength({ type, options, max_length }: Question & { max_length: number }): number {
  const lengths = options?.map(({ value }) => value.length) ?? [];
  if (type === 'checkboxes') return lengths.reduce((sum, each) => sum + each, 0);
  return options ? Math.max(...lengths) : max_length;
}

function maxAttributionValues({ attribution }: Definition): number {
  const parameters = (attribution?.parameters ?? defaultParameters).length;
  return attribution?.first_touch
    ? 2 * (marketingFields.length + parameters) + addresses.firstTouch
    : marketingFields.length + parameters + addresses.visit;
}
