// Finds the controls of a field, changes them for the visitor, and moves the focus between them.

import type { LitElement } from 'lit';
import { check } from '../../proxy/contract/check-enquiry.ts';
import type { Question } from '../../proxy/contract/definition.ts';
import type { FormContext } from '../form/form-context.ts';
import type { Field, FormModel } from '../form/form-model.ts';
import { joinParts, localeOf, splitParts } from './answer-text.ts';
import type { UnusualEntries } from './unusual-entries.ts';

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
function isTextInput(control: unknown): control is HTMLInputElement {
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
export function syncParts(
  whole: HTMLTextAreaElement,
  question: Question,
  lang: string,
  unusual: UnusualEntries | undefined,
): boolean {
  const inputs = [...(whole.previousElementSibling?.querySelectorAll('input') ?? [])];
  const show = (value: string) => {
    const parts = splitParts(value, question);
    inputs.forEach((input, at) => {
      input.value = parts[at] ?? '';
    });
  };
  const before = known.get(whole) ?? '';
  if (whole.value !== before) show(whole.value);
  else {
    const typed = inputs.map(({ value }) => value);
    whole.value = unusual ? unusual.joinEntry(typed, question, lang) : joinParts(typed, question);
    if (question.type === 'date' && typed.some(text => unusual?.readWholeDate(text, lang))) show(whole.value);
  }
  known.set(whole, whole.value);
  return whole.value !== before;
}

/** Returns a function that runs an action now or, while the visitor is pressing something, after their click: content that
 * appears above a button would move it away from the pointer, and the click would miss it. */
export function deferWhilePressed(root: ShadowRoot): (action: () => void) => void {
  let isPressed = false;
  const actions: (() => void)[] = [];
  const end = () =>
    // The click follows the pointerup event in the same task.
    setTimeout(() => {
      isPressed = false;
      for (const action of actions.splice(0)) action();
    });
  const press = () => {
    isPressed = true;
    for (const type of ['pointerup', 'pointercancel', 'keyup'])
      addEventListener(type, end, { capture: true, once: true });
  };
  root.addEventListener('pointerdown', press);
  // On a slow network, this part may arrive while a button is pressed, with the pointer or with a key.
  if (root.querySelector(':active')) press();
  return action => {
    if (isPressed) actions.push(action);
    else action();
  };
}

// The form writes numbers with separators, which the visitor didn't type. If the visitor deletes the last digit of
// `285,000`, `285,00` would be another number, and with another digit added it would not be a number.

/** Returns a function to call at each edit, before the form reads it. When the visitor starts to edit a formatted number,
 * it removes the thousands separators. */
export function watchNumberEdits(root: ShadowRoot, model: FormModel): (control: Element) => void {
  /** The control whose text hasn't been edited since it received the focus or was formatted. */
  let untouched: HTMLInputElement | undefined;
  const remember = ({ target }: Event) => {
    const control = target as HTMLInputElement; // Or another control: only controls have these events.
    untouched = fieldOf(model, control)?.question.type === 'number' ? control : undefined;
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
    const group = new Intl.NumberFormat(localeOf(model.source.definition?.lang ?? ''))
      .formatToParts(1_234_567)
      .find(({ type }) => type === 'group')?.value;
    if (!group || !control.value.includes(group)) return;
    const caret = control.selectionEnd ?? control.value.length;
    const before = control.value.slice(0, caret).replaceAll(group, '');
    control.value = before + control.value.slice(caret).replaceAll(group, '');
    control.setSelectionRange(before.length, before.length);
  };
}

/** Makes Return in a text field move to the next field while something required is missing, and in a part of a field to
 * its next part. With `layout="steps"`, Return elsewhere goes to the next step, like Continue. */
export function watchReturnKey({ host, model }: FormContext) {
  const root = host.renderRoot;
  const isIncomplete = () => {
    const { definition } = model.source;
    if (!definition) return false;
    const problems = check(definition, { case_type: definition.case_type, ...model.values }, model.today);
    return problems.some(({ rule }) => rule === 'required' || rule === 'one_required');
  };
  /** The control that has a hint for its Return key, and whether it was empty when the hint was set. */
  let hinted: { control: HTMLInputElement; wasEmpty: boolean } | undefined;
  /** Updates the label of Return on an on-screen keyboard. Called at each edit. */
  const hint = (control: EventTarget | null) => {
    // Checking the whole form at every keystroke would slow typing down.
    if (control === hinted?.control && !hinted?.control.value === hinted?.wasEmpty) return;
    if (!isTextInput(control)) return;
    const wasEmpty = !control.value;
    hinted = { control, wasEmpty };
    const isNext = host.layout === 'steps' || hasNextPart(control) || isIncomplete();
    control.enterKeyHint = isNext ? 'next' : 'send';
  };
  root.addEventListener('focusin', ({ target }) => {
    hinted = undefined;
    hint(target);
  });
  hint(root.activeElement); // The first focus has loaded this part.
  /** Moves to the next control. Returns false if Return should submit the form. */
  const moveOn = (control: EventTarget | null) => {
    if (!isTextInput(control)) return false;
    const staysHere = hasNextPart(control) || (host.layout !== 'steps' && isIncomplete());
    const next = staysHere ? nextControl(control) : undefined;
    next?.focus(); // If there is none, sending shows what is missing above.
    return !!next;
  };
  root.addEventListener('keydown', event => {
    const { key, target, isComposing, keyCode } = event as KeyboardEvent; // By the event's type.
    // Safari ends a composition before the keydown event, which has this code (UI Events, section 7.3.1).
    const isReturn = key === 'Enter' && !isComposing && keyCode !== 229;
    if (isReturn && moveOn(target)) event.preventDefault();
  });
  /** Handles a submission that was begun before this part was loaded, when the control had the focus and this value. Returns
   * whether the form must not be submitted, because Return was pressed in a text field: the focus has moved to the next
   * control, or the visitor has gone on meanwhile, and the focus must not move while they type. */
  const moveOnLate = (control: HTMLInputElement | null, value: string | undefined) =>
    !!control?.matches('input') &&
    (control !== root.activeElement || value !== control.value || moveOn(control));
  return { moveOnLate, hint };
}

/** Whether a control is a part of a date or address, and not its last: the visitor hasn't finished the field. */
function hasNextPart(control: HTMLInputElement): boolean {
  return !!control.closest('.parts label')?.nextElementSibling;
}

/** The next control in the form that a visitor can use. */
function nextControl(control: HTMLInputElement): HTMLElement | undefined {
  const controls = [...(control.form?.elements ?? [])] as HTMLInputElement[]; // What they have in common is enough.
  const next = controls
    .slice(controls.indexOf(control) + 1)
    .find(each => each.matches('input, select, textarea') && each.getClientRects().length > 0);
  const isChosen = (each: HTMLInputElement) =>
    each.name === next?.name && each.type === 'radio' && each.checked;
  return controls.find(isChosen) ?? next;
}

export async function focusAfterUpdate(host: LitElement, selector: string): Promise<void> {
  host.requestUpdate();
  await host.updateComplete;
  focusInView(host.renderRoot.querySelector<HTMLElement>(selector));
}

/** Focuses an element and scrolls to it with its `scroll-margin`. When Firefox moves the focus, it doesn't scroll if a
 * part of the element is in the window, even if a sticky header covers that part. */
export function focusInView(element: HTMLElement | null): void {
  // Firefox keeps the selection in a text area that was left with Tab, and reports its caret when something that isn't a
  // control takes the focus. Orca then goes back to the text area (heard with Firefox 153 and Orca 43).
  getSelection()?.removeAllRanges();
  element?.closest('form')?.querySelector('.rows')?.removeAttribute('style');
  element?.focus({ preventScroll: true });
  scrollTo(element);
}

/** Scrolls to a field with its label, and focuses its control. */
export function focusField(host: LitElement, name: string): void {
  const control = host.renderRoot.querySelector<HTMLElement>(`[id="${name}"]`);
  scrollTo(control?.closest('.field'));
  control?.focus({ preventScroll: true });
}

/** Scrolls to what receives the focus by keyboard. `scroll-margin` alone isn't enough: it would make the page jump when
 * a visitor clicks on the label of a radio button, and Chromium ignores it for the parts of a date. */
export function followKeyboardFocus(root: DocumentFragment): void {
  root.addEventListener('keyup', event => {
    const target = event.target as HTMLInputElement; // Or another element, without `type`.
    if ((event as KeyboardEvent).key === 'Tab' || target.type === 'radio') {
      scrollTo(target.closest('.choice') ?? target);
    }
  });
}

/** Returns a function that is called after an update, and scrolls by as much as it has moved a control that the visitor sees and
 * uses. Where the page can't be scrolled that far, room above the questions takes the place of what has gone. */
export function keepInPlace(root: ShadowRoot, control: Element | null): () => void {
  const { activeElement } = root;
  const { top = 0, bottom = 0 } = control?.getBoundingClientRect() ?? {};
  const isInView = top < innerHeight && bottom > 0;
  return () => {
    const rows = root.querySelector<HTMLElement>('.rows');
    const isStill = root.activeElement === activeElement && control?.getClientRects().length;
    if (!isInView || !isStill || !rows?.contains(control)) return;
    const movedPx = () => control.getBoundingClientRect().top - top;
    rows.removeAttribute('style');
    const [moved, y] = [movedPx(), scrollY];
    // Chromium and Firefox do so themselves, but not at the top of a page, and only if they choose the right anchor.
    if (Math.round(moved)) {
      scrollBy({ top: Math.round(moved), behavior: 'instant' });
      // In a sidebar or a dialog, only what is behind it has moved.
      if (movedPx() === moved) window.scrollTo({ top: y, behavior: 'instant' });
    }
    if (movedPx() <= -1) rows.style.paddingTop = `${-movedPx()}px`;
  };
}

/** Scrolls to an element, if it isn't in view with its `scroll-margin`. */
export function scrollTo(element: Element | null | undefined): void {
  // The nearest edge of an element that is taller than the window may be its end.
  const isTall = element && element.clientHeight > innerHeight / 2;
  element?.scrollIntoView({ block: isTall ? 'start' : 'nearest', behavior: 'instant' });
}
