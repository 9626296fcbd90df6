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
