// The form writes numbers with separators, which the visitor didn't type. If the visitor deletes the last digit of
// `285,000`, `285,00` would be another number, and with another digit added it would not be a number.
import { localeOf } from './memorable-date.ts';

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
