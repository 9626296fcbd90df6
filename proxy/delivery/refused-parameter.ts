import type { DeliveryContent } from '../outbox/delivery-content.ts';

/** The keys of an upload's body (spec 2.3). */
const uploadKeys = ['post_id', 'file', 'name', 'mime', 'postname', 'contents'];
/** Shorter values, such as `no`, occur in many names by chance. */
const minTellingLetters = 3;

/** Returns the name of a parameter that the enquiry API refused, for the operator; undefined if it could be something
 * that the visitor entered, because the response may quote that instead. A name is safe if it is a key or a question id
 * of the body that was sent, or if it looks like a parameter and has nothing in common with the body's values. Only
 * letters are compared, because the enquiry API may have changed the rest. */
export function toSafeParameter(name: string, delivery: DeliveryContent): string | undefined {
  const { keys, values } = describeBody(delivery);
  if (keys.includes(name)) return name;
  if (!/^[a-z_]{1,40}$/.test(name)) return undefined;
  // The enquiry API may have replaced `é` by `e` or by `_`.
  const isEntered = resembles(name, values) || resembles(name, values.map(removeAccents));
  return isEntered ? undefined : name;
}

const removeAccents = (text: string) => text.normalize('NFKD').replace(/\p{Mark}/gu, '');
const toWords = (text: string): string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];

/** Whether a name is a part of the values, contains one of them, or shares a word with them. */
function resembles(name: string, values: string[]): boolean {
  const words = toWords(name);
  const letters = words.join('');
  const wordsOfValues = values.map(toWords);
  const containsValue = wordsOfValues
    .map(each => each.join(''))
    .some(value => value.length >= minTellingLetters && letters.includes(value));
  return (
    containsValue ||
    wordsOfValues.flat().join('').includes(letters) ||
    wordsOfValues.flat().some(word => words.includes(word))
  );
}

/** Lists what a body contains. Labels are neither keys nor values, because they come from the config. */
function describeBody({ kind, content }: DeliveryContent): { keys: string[]; values: string[] } {
  if (kind === 'attachment') return { keys: uploadKeys, values: [content.file.name] };
  const { meta, ...fields } = content;
  return {
    keys: ['meta', 'id', 'label', 'value', ...Object.keys(fields), ...meta.map(({ id }) => id)],
    values: [...Object.values(fields), ...meta.map(({ value }) => value)],
  };
}
