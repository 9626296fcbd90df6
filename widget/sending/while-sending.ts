import type { FormHost } from '../form/form-context.ts';

/** What changes on the page while an enquiry is being sent. */
export class WhileSending {
  #root: ShadowRoot;
  #states: CustomStateSet;
  #areFieldsLocked = false;
  /** The control that had the focus; undefined while the fields aren't locked. */
  #focused: HTMLElement | undefined;

  constructor(host: FormHost) {
    this.#root = host.shadowRoot!; // The form is in it.
    this.#states = host.attachInternals().states;
  }

  /** Sets or removes a custom state, which a page's style sheet selects as `:state(sending)`. */
  setState(state: 'sending' | 'accepted', isSet: boolean): void {
    try {
      this.#states[isSet ? 'add' : 'delete'](state);
    } catch {
      // Older browsers have no custom states, or (Chromium before 125) require names that start with dashes.
    }
  }

  /** Makes the browser ask before the page is left, or not any more. Each form has its own listener, so that one form
   * can't end another's warning. */
  warnBeforeLeaving(isOn: boolean): void {
    (isOn ? addEventListener : removeEventListener)('beforeunload', this.#warn);
  }

  /** Makes the fields that are rendered now inert, or not any more. During an attempt, an edit would be missing from what
   * is sent. An inert control would lose the focus, so Send has it meanwhile. */
  lockFields(areLocked: boolean): void {
    if (!areLocked && !this.#areFieldsLocked) return;
    this.#areFieldsLocked = areLocked;
    const { activeElement } = this.#root;
    const send = this.#root.querySelector<HTMLElement>('.send');
    const locked = [
      ...this.#root.querySelectorAll<HTMLElement>('.rows > :not(:last-child), [part~=back-button]'),
    ];
    if (areLocked && locked.some(each => each.contains(activeElement))) {
      this.#focused = activeElement as HTMLElement; // Only elements of the form are locked.
      send?.focus({ preventScroll: true });
    }
    for (const each of locked) each.inert = areLocked;
    if (areLocked) return;
    // The summary of problems takes the focus, and so does the visitor.
    const isFree = activeElement === send && !this.#root.querySelector('.summary');
    if (isFree) this.#focused?.focus({ preventScroll: true });
    this.#focused = undefined;
  }

  #warn = (event: BeforeUnloadEvent): void => {
    event.preventDefault();
    event.returnValue = true; // For Chromium before version 119.
  };
}
