import { check } from '../../proxy/contract/check.ts';
import type { FormContext } from '../form/form-context.ts';
import { isTextInput } from './controls.ts';

/** Makes Return in a text field move to the next field while something required is missing, and in a part of a field to
 * its next part. With `layout="steps"`, Return goes to the next step, like Continue. */
export function watchReturnKey({ host, model }: FormContext) {
  const root = host.shadowRoot!; // A lazy part is loaded after the first update.
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
    if (!isTextInput(control) || host.layout === 'steps') return false;
    const next = hasNextPart(control) || isIncomplete() ? nextControl(control) : undefined;
    next?.focus(); // If there is none, sending shows what is missing above.
    return !!next;
  };
  root.addEventListener('keydown', event => {
    const { key, target, isComposing, keyCode } = event as KeyboardEvent; // By the event's type.
    // Safari ends a composition before the keydown event, which has this code (UI Events, section 7.3.1).
    const isReturn = key === 'Enter' && !isComposing && keyCode !== 229;
    if (isReturn && moveOn(target)) event.preventDefault();
  });
  /** Handles Return that was pressed before this part was loaded, when the control had this value. Returns whether the form
   * must not be submitted: the focus has moved to the next control, or the visitor has gone on meanwhile, and the focus
   * must not move while they type. */
  const moveOnLate = (control: HTMLInputElement, value: string) =>
    control !== root.activeElement || value !== control.value || moveOn(control);
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
