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
