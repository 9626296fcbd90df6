// A form that a server has rendered, on a page whose script hasn't arrived yet.
import { expect } from 'vitest';
import { commands } from 'vitest/browser';
import type { Definition } from '../../../proxy/contract/definition.ts';
import type { PageForm } from '../../../proxy/contract/page-module.ts';
import { EnquiryForm } from '../../../widget/enquiry-form.ts';
import { styles } from '../../../widget/form/form-styles.ts';
import { proxyUrl } from './scripted-proxy.ts';
import { FormPage } from './visitor.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Renders a form without a browser. */
    renderForm(form: PageForm): Promise<string>;
  }
}

let forms = 0;

/** A server's form. Its visitor can use it before the script has arrived. */
export interface ServerForm extends FormPage {
  /** The content of the element. */
  root: ShadowRoot;
  /** The control with this name, and with this value if there are several. */
  control(name: string, value?: string): HTMLInputElement;
  /** Defines the element, as the script does, and lets the focus come to the focused control from another one. Resolves once
   * the element has taken over the form. */
  arrive(): Promise<void>;
  /** Defines the element. */
  define(): void;
}

/** Puts a server's form on the page. `changes` are changes of the page that it was rendered for, and `attributes` the tag's. */
export async function openServerForm(
  definition: Definition,
  attributes: Record<string, string> = {},
  changes: Partial<PageForm> = {},
): Promise<ServerForm> {
  const markup = await commands.renderForm({
    definition,
    action: '/forms/house-move?lang=en',
    hidden: { key: 'key-of-the-page', definition: definition.definition },
    today: '',
    ...changes,
  });
  const name = `late-form-${++forms}`;
  const holder = document.createElement('div');
  document.body.append(holder);
  holder.setHTMLUnsafe(
    `<${name} case-type="${definition.case_type}" proxy="${proxyUrl}"><template shadowrootmode="open"><style>${styles.cssText}</style>${markup}</template></${name}>`,
  );
  const element = holder.firstElementChild as EnquiryForm; // It will be one.
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  const root = element.shadowRoot!; // The markup has it.
  const define = () => customElements.get(name) ?? customElements.define(name, class extends EnquiryForm {});
  return Object.assign(new FormPage(element), {
    root,
    control: (field: string, value?: string) =>
      root.querySelector<HTMLInputElement>(`[name="${field}"]${value ? `[value="${value}"]` : ''}`)!,
    define,
    async arrive() {
      define();
      const attempt = () => {
        if (!isTakenOver(root)) returnFocus(root);
        return Promise.resolve().then(() => isTakenOver(root));
      };
      await expect.poll(attempt).toBe(true);
      await element.updateComplete;
    },
  });
}

/** Moves the focus from the focused control to another one and back, within one task. */
function returnFocus(root: ShadowRoot): void {
  const focused = root.activeElement as HTMLInputElement | null; // Or another control.
  const other = [...root.querySelectorAll('input')].find(
    input => input !== focused && input.checkVisibility(),
  );
  if (!focused || !other) return;
  const { selectionStart, selectionEnd, selectionDirection } = focused;
  other.focus();
  focused.focus();
  if (selectionStart !== null)
    focused.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
}

/** Whether a form is the element's own. */
export const isTakenOver = (root: ShadowRoot) => !!root.querySelector('form:not([action])');
