import type { ReactiveElement } from 'lit';

/** Focuses what the next update renders. */
export async function focusAfterUpdate(host: ReactiveElement, selector: string): Promise<void> {
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
  element?.focus({ preventScroll: true });
  scrollTo(element);
}

/** Scrolls to a field with its label, and focuses its control. */
export function focusField(host: ReactiveElement, name: string): void {
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

function scrollTo(element: Element | null | undefined): void {
  // The nearest edge of an element that is taller than the window may be its end.
  const isTall = element && element.clientHeight > innerHeight / 2;
  element?.scrollIntoView({ block: isTall ? 'start' : 'nearest', behavior: 'instant' });
}
