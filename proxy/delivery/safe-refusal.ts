import type { DeliveryContent } from '../outbox/deliveries.ts';

// What may be kept of a refusal, although the enquiry API may have quoted what the visitor entered.

/** The keys of an upload's body (spec 2.3). */
const uploadKeys = ['post_id', 'file', 'name', 'mime', 'postname', 'contents'];
/** Shorter values, such as `no`, occur in many names by chance. */
const minTellingLetters = 3;

/** Returns the name of a parameter that the enquiry API refused, if the operator may see it. Undefined if the response
 * may have quoted what the visitor entered instead of a name. A name is safe if it is a key or a question id
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

/** The longest message that is kept. */
const maxMessageLetters = 300;
/** A part of a file as it was sent, in base64. */
const fileContent = /[A-Za-z0-9+/=]{24,}/g;

/** Returns the beginning of what the enquiry API said, without control characters and with "…" instead of each value of the
 * body that was sent; of a value under 3 characters, only where it is a word of its own. Undefined if nothing is left.
 * Values are found in any case, and escaped as in HTML. */
export function toSafeMessage(message: string, delivery: DeliveryContent): string | undefined {
  const values = describeBody(delivery)
    .values.map(toPlainText)
    .filter(value => value !== '');
  const patterns = values.sort((a, b) => b.length - a.length).map(toPattern);
  let text = toPlainText(message);
  if (delivery.kind === 'attachment') text = text.replaceAll(fileContent, '…');
  // A value may contain "…" itself.
  for (let before = ''; before !== text; ) {
    before = text;
    for (const pattern of patterns) text = text.replaceAll(pattern, '…');
    text = text.replaceAll(/…{2,}/g, '…');
  }
  return [...text].slice(0, maxMessageLetters).join('').trim() || undefined;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi;

/** Undoes escapes, and removes what can hide a value or command a terminal. */
function toPlainText(text: string): string {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(entity, (_, decimal?: string, hex?: string, name = '') => {
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
      if (code <= 0x10ffff) return String.fromCodePoint(code);
      return entities[name.toLowerCase()] ?? '';
    })
    .replaceAll(/\\(?=['"])/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  // An escape may have been escaped again.
  return plain === text ? plain : toPlainText(plain);
}

/** Matches a value, also in another case that changes its length, such as `ß` and `SS`. */
function toPattern(value: string): RegExp {
  const forms = [value, value.toUpperCase(), value.toLowerCase()].map(form => form.normalize('NFC'));
  const escaped = forms.map(form => form.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  const pattern = `(?:${escaped.join('|')})`;
  const isWord = value.length < minTellingLetters;
  return new RegExp(isWord ? `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])` : pattern, 'giu');
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
