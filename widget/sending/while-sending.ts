/** Makes the fields inert while an attempt is under way, because an edit would be missing from what is sent. */
export class FieldLock {
  #root: ShadowRoot;
  #isLocked = false;
  /** The control that had the focus; undefined while the fields aren't locked. */
  #focused: HTMLElement | undefined;

  constructor(root: ShadowRoot) {
    this.#root = root;
  }

  /** Locks or unlocks the fields that are rendered now. An inert control would lose the focus, so Send has it meanwhile. */
  set(isLocked: boolean): void {
    if (!isLocked && !this.#isLocked) return;
    this.#isLocked = isLocked;
    const { activeElement } = this.#root;
    const send = this.#root.querySelector<HTMLElement>('.send');
    const locked = [
      ...this.#root.querySelectorAll<HTMLElement>('.rows > :not(:last-child), [part~=back-button]'),
    ];
    if (isLocked && locked.some(each => each.contains(activeElement))) {
      this.#focused = activeElement as HTMLElement; // Only elements of the form are locked.
      send?.focus({ preventScroll: true });
    }
    for (const each of locked) each.inert = isLocked;
    if (isLocked) return;
    // The summary of problems takes the focus, and so does the visitor.
    const isFree = activeElement === send && !this.#root.querySelector('.summary');
    if (isFree) this.#focused?.focus({ preventScroll: true });
    this.#focused = undefined;
  }
}

/** Makes the browser ask before the page is left. Each form has its own, so that one form can't end another's. */
export class LeaveWarning {
  /** Turns the warning on or off. */
  set(isOn: boolean): void {
    (isOn ? addEventListener : removeEventListener)('beforeunload', this.#warn);
  }

  #warn = (event: BeforeUnloadEvent): void => {
    event.preventDefault();
    event.returnValue = true; // For Chromium before version 119.
  };
}

/** The element's custom states, which a page's style sheet selects as `:state(sending)`. */
export class CustomStates {
  #states: CustomStateSet;

  constructor(element: HTMLElement) {
    this.#states = element.attachInternals().states;
  }

  set(state: 'sending' | 'accepted', isSet: boolean): void {
    try {
      this.#states[isSet ? 'add' : 'delete'](state);
    } catch {
      // Older browsers have no custom states, or (Chromium before 125) require names that start with dashes.
    }
  }
}
