// `enquiry-form/element`: the class, without defining the element.
import { html, type PropertyValues } from 'lit';
import { EnquiryForm as ServedForm } from '../../widget/enquiry-form.ts';
import type { EventDetails as DispatchedDetails } from '../../widget/form/events.ts';

export type { Values } from '../../widget/form/values.ts';
export type { MessageOverrides } from '../../widget/messages/format.ts';
export { mount } from '../../widget/mount.ts';

/** The details of the element's events by their names. In every detail, `test` is true if the enquiry is a test. */
export type EnquiryFormEvents = {
  [Type in keyof DispatchedDetails]: CustomEvent<DispatchedDetails[Type] & { test?: true }>;
} & {
  'enquiry-before-submit': CustomEvent<{
    case_type: string | null | undefined;
    test?: true;
    waitUntil(promise: PromiseLike<unknown>): void;
  }>;
};

/** The form of a site that bundles the script: the script's address is the site's own, so the attribute `proxy` is
 * required. */
export class EnquiryForm extends ServedForm {
  static {
    // Values are in the controls, so what depends on them changes once they are rendered. Lit's development build warns.
    ServedForm.disableWarning?.('change-in-update');
  }

  /** The properties that changed while the form had no proxy. */
  #changed: PropertyValues = new Map();

  protected override willUpdate(changed: PropertyValues): void {
    for (const [name, before] of changed) this.#changed.set(name, before);
    if (this.proxy) {
      super.willUpdate(this.#changed);
      this.#changed.clear();
    } else console.error(`enquiry-form: ${missingProxy}`);
  }

  protected override updated(): void {
    if (this.proxy) super.updated();
    else this.toggleAttribute('ready', true); // Gives back the space that the page reserves.
  }

  protected override render(): unknown {
    if (this.proxy) return super.render();
    return html`<div class="frame"><div class="form" part="form" lang="en" dir="ltr"><div class="note" part="note" role="alert">${missingProxy}</div></div><slot></slot></div>`;
  }
}

/** This message is for the developer of the page, so it isn't translated. */
const missingProxy =
  'The attribute "proxy" is missing. Set it to the address of the proxy, such as https://forms.example.com/.';

declare global {
  interface HTMLElementEventMap extends EnquiryFormEvents {}
  // They bubble.
  interface DocumentEventMap extends EnquiryFormEvents {}
  interface WindowEventMap extends EnquiryFormEvents {}
  interface HTMLElementTagNameMap {
    'enquiry-form': EnquiryForm;
  }
}
