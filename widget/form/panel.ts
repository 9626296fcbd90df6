import { html, type TemplateResult } from 'lit';
import type { Definition } from '../../proxy/contract/definition.ts';
import { newTabLink, renderField } from './field-view.ts';
import type { Field, FieldContext } from './fields.ts';

/** The content of the form and its event listeners. */
export interface FormView extends FieldContext {
  definition: Definition;
  fields: Field[];
  /** With `layout="steps"`: replaces the heading. */
  head?: TemplateResult;
  /** With `layout="steps"`: the Back button. */
  back?: TemplateResult | undefined;
  summary?: TemplateResult | undefined;
  /** Replaces Send when an answer has ended the form. */
  ending?: TemplateResult | undefined;
  picker: TemplateResult | undefined;
  isSending: boolean;
  /** Why the enquiry wasn't sent, or files couldn't be added. */
  note?: TemplateResult | undefined;
  /** Replaces the label of the Send button. */
  sendLabel?: string | undefined;
  onSubmit(event: Event): void;
  onInput(event: Event): void;
  onFocus(): void;
}

/** The form: heading, error summary, contact details, questions, files, Send. The form element has no role, because
 * Firefox calls it invalid as long as a required answer is missing, and Orca would say so on the way in. */
export function formPanel(view: FormView): TemplateResult {
  const { fields, isSending, translate } = view;
  const { label, introduction, privacy, send_label } = view.definition;
  const isName = ({ name }: Field) => name === 'forename' || name === 'surname';
  const show = (some: Field[]) => some.map(each => renderField(each, view));
  return html`<form role="none" novalidate @submit=${view.onSubmit} @input=${view.onInput} @focusin=${view.onFocus} @dragenter=${view.onFocus}>${view.head ?? html`<h2 part="heading">${label}</h2>`}${
    introduction && html`<p class="lede" part="introduction">${introduction}</p>`
  }${view.summary}<div class="rows"><div class="pair">${show(fields.filter(isName))}</div>${show(fields.filter(each => !isName(each)))}${view.picker}<div>${
    view.ending ??
    html`${
      privacy &&
      html`<p class="privacy" part="privacy">${privacy.text} ${privacy.url && newTabLink(privacy.url, privacy.url_label ?? translate('readPrivacyNotice'), translate)}</p>`
    }${view.note}${view.back}<button class="send" part="button" aria-disabled=${isSending}>${
      isSending
        ? html`<span class="spin"></span>${translate('sending')}`
        : (view.sendLabel ?? send_label ?? translate('send'))
    }</button>`
  }</div></div></form>`;
}
