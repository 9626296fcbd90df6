import type { Definition } from './definition.ts';
import type { Promised, Receipt } from './enquiry.ts';

/** What a visitor can be told about what happens next. */
export interface Said {
  definition: Pick<Definition, 'next'>;
  receipt: Pick<Receipt, 'call_back' | 'promise'>;
  /** How the firm will answer. Undefined: unknown. */
  to: Promised['to'] | undefined;
  /** The number or address. Undefined: unknown. */
  contact?: string | undefined;
  /** Whether the words of today are still true. */
  isSameDay?: boolean;
}

/** What happens next: `promised` is what the site's owner promises, or else the proxy, with `{to}` and `{date}`, unless the page
 * doesn't know these any more. `kept` is the same for copies: the proxy's sentence is in words that are true on any day, and
 * the owner's has a date wherever it has a day. `added` is what the owner adds. */
export function sayNext({ definition, receipt: { call_back, promise }, to, contact, isSameDay }: Said) {
  const { next = '' } = definition;
  const ofWay = typeof next === 'object' ? to && next[to === 'email' ? 'email' : 'phone'] : `\n${next}`;
  const [first = '', ...added] = (ofWay ?? '').split('\n').map(line => line.trim());
  const own = first
    .replaceAll('{contact}', '{to}')
    .replace(/ ?\{day\}/, promise?.day ? ` ${promise.day}` : '')
    .replace(/,(?=[.,])/, ''); // German has a comma after the day, except at the end.
  const isKnown = (text = '') =>
    text && (contact || !text.includes('{to}')) && (isSameDay || !text.includes('{date}'));
  const promised = [own, promise?.text].find(isKnown);
  const kept = promised === own ? own : (call_back ?? promised);
  return { promised, kept, added: added.filter(Boolean) };
}

/** A sentence in parts, with the number or address, and the date. `draw` makes what is shown of these. */
export function fillIn(
  sentence: string | undefined,
  { contact, receipt: { promise } }: Pick<Said, 'contact' | 'receipt'>,
  draw = (value: string | undefined, _name: string): unknown => value,
): unknown[] {
  const values: Record<string, string | undefined> = { '{to}': contact, '{date}': promise?.date };
  return (sentence ?? '').split(/(\{\w+\})/).map(part => (part in values ? draw(values[part], part) : part));
}
