import type { LitElement } from 'lit';

/** Focuses what the next update renders. */
export async function focusAfterUpdate(host: LitElement, selector: string): Promise<void> {
  host.requestUpdate();
  await host.updateComplete;
  focusInView(host.renderRoot.querySelector<HTMLElement>(selector));
}

/** Focuses an element and scrolls to it, as far as its `scroll-margin` demands. Browsers, when they move the focus,
 * leave an element where it is if a part of it is in view, if only under a sticky header. */
export function focusInView(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  scrollTo(element);
}

/** Scrolls to a field with its label, and focuses its control. */
export function focusField(host: LitElement, name: string): void {
  const control = host.renderRoot.querySelector<HTMLElement>(`[id="${name}"]`);
  scrollTo(control?.closest('.field'));
  control?.focus({ preventScroll: true });
}

/** Scrolls to what receives the focus by keyboard. Not in the style sheet: with a `scroll-margin`, the page would jump
 * when a visitor clicks on the label of a radio button, and Chromium ignores it for the parts of a date. */
export function followKeyboardFocus(root: DocumentFragment): void {
  root.addEventListener('keyup', event => {
    const target = event.target as HTMLInputElement; // Or another element, without `type`.
    if ((event as KeyboardEvent).key === 'Tab' || target.type === 'radio') {
      scrollTo(target.closest('.choice') ?? target);
    }
  });
}

function scrollTo(element: Element | null | undefined): void {
  element?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}
