import type { LitElement } from 'lit';

/** Focuses what the next update renders. */
export async function focusAfterUpdate(host: LitElement, selector: string): Promise<void> {
  host.requestUpdate();
  await host.updateComplete;
  host.renderRoot.querySelector<HTMLElement>(selector)?.focus();
}

/** Scrolls to a field with its label, and focuses its control. */
export function focusField(host: LitElement, name: string): void {
  const control = host.renderRoot.querySelector<HTMLElement>(`[id="${name}"]`);
  control?.closest('.field')?.scrollIntoView({ block: 'nearest' });
  control?.focus({ preventScroll: true });
}
