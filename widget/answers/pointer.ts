/** Watches the pointer in a form. Returns a function that calls another at once, or after the visitor's click if they are
 * pressing something: content that appears above it would move it away, and the click would miss it. */
export function watchPointer(root: ShadowRoot): (action: () => void) => void {
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
