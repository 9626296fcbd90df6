// The form writes numbers with separators, which the visitor didn't type. If `285,000` loses its last digit, `285,00`
// would be another number, and with a further digit it would be none.
import { localeOf } from './locale.ts';

/** Remembers which number the visitor came to. Returns a function to call at each edit, before the form learns of it: it
 * removes the separators between thousands when the visitor begins to edit a number that had them. `isNumber` says
 * whether a control is a number's, and `lang` returns the language of the form. */
export function watchNumberEdits(
  root: ShadowRoot,
  isNumber: (control: Element) => boolean,
  lang: () => string,
): (control: Element) => void {
  /** The control whose text hasn't been edited since it received the focus or was formatted. */
  let untouched: HTMLInputElement | undefined;
  const remember = ({ target }: Event) => {
    untouched = isNumber(target as Element) ? (target as HTMLInputElement) : undefined; // Only controls have these events.
    // Only on numbers, because a listener on the form would slow typing down in every field.
    untouched?.addEventListener('beforeinput', forgetReplaced);
  };
  const forgetReplaced = ({ target }: Event) => {
    if (target !== untouched) return;
    // What replaces the whole text is written by the visitor, with its separators.
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
