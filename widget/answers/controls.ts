// Finds the controls of a field, and changes them for the visitor.
import type { Question } from '../../proxy/contract/definition.ts';
import type { Field } from '../form/fields.ts';
import type { FormModel } from '../form/form-model.ts';
import { joinDate, localeOf, readWholeDate, splitDate } from './memorable-date.ts';

export type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** The field that a control belongs to; undefined for the file picker and outside the form. */
export function fieldOf(model: FormModel, control: Element): Field | undefined {
  const name = (findWhole(control) ?? control).getAttribute('name');
  return name ? model.fields.find(field => field.name === name) : undefined;
}

/** The controls of a field: several for radio buttons and checkboxes, and of a field in parts only the one that holds its
 * value. */
export function controlsOf(model: FormModel, name: string): TextControl[] {
  const controls = [...(model.element?.elements ?? [])];
  return controls.filter(control => control.getAttribute('name') === name) as TextControl[]; // A select has a value, too.
}

/** The value of a field with one control, as it was entered. */
export function textOf(model: FormModel, { name }: Field): string {
  return controlsOf(model, name)[0]?.value ?? '';
}

/** Whether Return in a control would submit the form. */
export function isTextInput(control: unknown): control is HTMLInputElement {
  return control instanceof HTMLInputElement && /^(text|email|tel|date)$/.test(control.type);
}

/** Tells the form that a script has changed a value for the visitor. */
export function reportEdit(control: Element): void {
  control.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
}

/** Unticks the options that can't be combined with the one that was ticked. Returns whether there were any. */
export function untickOthers(model: FormModel, { name, question }: Field, ticked: HTMLInputElement): boolean {
  const isExclusive = ({ value }: HTMLInputElement) =>
    question.options?.some(option => option.exclusive && option.value === value);
  const excluded = (controlsOf(model, name) as HTMLInputElement[]).filter(
    other => other.checked && other !== ticked && (isExclusive(ticked) || isExclusive(other)),
  );
  for (const other of excluded) other.checked = false;
  return excluded.length > 0;
}

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
    const lines = typed.some(line => line.trim()) ? typed.join('\n') : '';
    whole.value = pasted || (isDate ? joinDate(typed, question, lang) : lines);
  }
  known.set(whole, whole.value);
  return whole.value !== before;
}

/** The first line, second line, town and postcode to show for an address, such as a prefilled one. Its value has four
 * lines, of which the second may be empty. */
function splitAddress(value: string): string[] {
  const lines = value.split('\n').map(line => line.trim());
  const [first = '', second = '', town = '', ...rest] = lines;
  if (rest.length > 1) return [first, [second, town, ...rest.slice(0, -2)].join(', '), ...rest.slice(-2)];
  if (rest.length) return [first, second, town, rest[0]!];
  return [first, '', second, town];
}

/** An address without empty lines, as it is sent. */
export function withoutEmptyLines(value: string): string {
  return value.replace(/\s*\n\s*/g, '\n').trim();
}

/** Returns a function that runs an action now or, while the visitor is pressing something, after their click: content that
 * appears above a button would move it away from the pointer, and the click would miss it. */
export function deferWhilePressed(root: ShadowRoot): (action: () => void) => void {
  let isPressed = false;
  const actions: (() => void)[] = [];
  const release = () => {
    isPressed = false;
    for (const action of actions.splice(0)) action();
  };
  root.addEventListener('pointerdown', () => {
    isPressed = true;
    const ended = new AbortController();
    for (const type of ['pointerup', 'pointercancel']) {
      const end = () => {
        ended.abort();
        setTimeout(release); // The click follows the pointerup event in the same task.
      };
      addEventListener(type, end, { capture: true, signal: ended.signal });
    }
  });
  return action => {
    if (isPressed) actions.push(action);
    else action();
  };
}

// The form writes numbers with separators, which the visitor didn't type. If the visitor deletes the last digit of
// `285,000`, `285,00` would be another number, and with another digit added it would not be a number.

/** Returns a function to call at each edit, before the form reads it. When the visitor starts to edit a formatted number,
 * it removes the thousands separators. `isNumber` tells whether a control is for a number, and `lang` returns the language
 * of the form. */
export function watchNumberEdits(
  root: ShadowRoot,
  isNumber: (control: Element) => boolean,
  lang: () => string,
): (control: Element) => void {
  /** The control whose text hasn't been edited since it received the focus or was formatted. */
  let untouched: HTMLInputElement | undefined;
  const remember = ({ target }: Event) => {
    untouched = isNumber(target as Element) ? (target as HTMLInputElement) : undefined; // Only controls have these events.
    // The listener is only on numbers, because one on the form would slow down typing in every field.
    untouched?.addEventListener('beforeinput', forgetReplaced);
  };
  const forgetReplaced = ({ target }: Event) => {
    if (target !== untouched) return;
    // A text that replaces the whole number comes from the visitor, including its separators.
    const { selectionStart, selectionEnd, value } = target as HTMLInputElement;
    if (selectionStart === 0 && selectionEnd === value.length) untouched = undefined;
  };
  root.addEventListener('focusin', remember);
  root.addEventListener('change', remember);
  return edited => {
    const control = untouched;
    untouched = undefined;
    if (!control || edited !== control) return;
    const group = new Intl.NumberFormat(localeOf(lang()))
      .formatToParts(1_234_567)
      .find(({ type }) => type === 'group')?.value;
    if (!group || !control.value.includes(group)) return;
    const caret = control.selectionEnd ?? control.value.length;
    const before = control.value.slice(0, caret).replaceAll(group, '');
    control.value = before + control.value.slice(caret).replaceAll(group, '');
    control.setSelectionRange(before.length, before.length);
  };
}
