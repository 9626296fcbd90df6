import type { Question } from '../../proxy/contract/definition.ts';
import { joinDate, readWholeDate, splitDate } from './memorable-date.ts';

/** The values that the parts of each field were last in step with, by the control that holds the field's value. */
const known = new WeakMap<Element, string>();

/** The control that holds the value of the field that a part belongs to; undefined if the control isn't a part. */
export function findWhole(control: Element): HTMLTextAreaElement | undefined {
  const whole = control.closest('.parts')?.nextElementSibling;
  return whole instanceof HTMLTextAreaElement ? whole : undefined;
}

/** Keeps a field's value and its parts in step: shows a value that was filled in, and takes over what was typed into
 * the parts. A part into which a whole date was pasted is split. Returns whether the value has changed. */
export function syncParts(whole: HTMLTextAreaElement, question: Question, lang: string): boolean {
  const inputs = [...(whole.previousElementSibling?.querySelectorAll('input') ?? [])];
  const isDate = question.type === 'date';
  const show = (value: string) => {
    const parts = isDate ? splitDate(value) : splitAddress(value);
    inputs.forEach((input, at) => {
      input.value = parts[at] ?? '';
    });
  };
  const before = known.get(whole) ?? '';
  if (whole.value !== before) show(whole.value);
  else {
    const typed = inputs.map(({ value }) => value);
    const pasted = isDate && typed.map(text => readWholeDate(text, lang)).find(Boolean);
    if (pasted) show(pasted);
    whole.value = pasted || (isDate ? joinDate(typed, question, lang) : joinAddress(typed));
  }
  known.set(whole, whole.value);
  return whole.value !== before;
}

// An address in lines has four inputs and one value: the lines, of which the second may be empty.

/** The first line, second line, town and postcode to show for a value, such as a prefilled one. */
export function splitAddress(value: string): string[] {
  const lines = value.split('\n').map(line => line.trim());
  const [first = '', second = '', town = '', ...rest] = lines;
  if (rest.length > 1) return [first, [second, town, ...rest.slice(0, -2)].join(', '), ...rest.slice(-2)];
  if (rest.length) return [first, second, town, rest[0]!];
  return [first, '', second, town];
}

/** The value of what was typed; empty if all of it is. */
export function joinAddress(typed: string[]): string {
  return typed.some(line => line.trim()) ? typed.join('\n') : '';
}

/** An address without empty lines, as it is sent. */
export function withoutEmptyLines(value: string): string {
  return value
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
    .join('\n');
}
