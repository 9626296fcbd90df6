import { html, type TemplateResult } from 'lit';
import type { Definition } from '../../proxy/contract/definition.ts';
import { type Field, field, newTab, type Surroundings } from './fields.ts';

/** What the form shows, and whom it tells. */
export interface FormView extends Surroundings {
  definition: Definition;
  fields: Field[];
  /** In steps: what stands in the heading's place, and beside the button. */
  head?: TemplateResult;
  back?: TemplateResult | undefined;
  summary: TemplateResult | undefined;
  picker: TemplateResult | undefined;
  isSending: boolean;
  /** Why the enquiry was not sent, and what Send says then. */
  note: TemplateResult | undefined;
  sendLabel: string | undefined;
  /** What is said when what sends could not be loaded. */
  hasFailed: false | 'failed' | 'filesFailed';
  onSubmit(event: Event): void;
  onInput(event: Event): void;
  onFocus(): void;
}

/** The form: heading, summary of the problems, contact details, questions, files, Send. */
export function formPanel(it: FormView): TemplateResult {
  const { fields, isSending, hasFailed } = it;
  const { label, introduction, privacy, send_label } = it.definition;
  const isName = ({ name }: Field) => name === 'forename' || name === 'surname';
  const show = (some: Field[]) => some.map(each => field(each, it));
  return html`<form novalidate @submit=${it.onSubmit} @input=${it.onInput} @focusin=${it.onFocus} @dragenter=${it.onFocus}>${it.head ?? html`<h2 part="heading">${label}</h2>`}${
    introduction && html`<p class="lede" part="introduction">${introduction}</p>`
  }${it.summary}<div class="rows"><div class="pair">${show(fields.filter(isName))}</div>${show(fields.filter(each => !isName(each)))}${it.picker}<div>${
    privacy &&
    html`<p class="privacy" part="privacy">${privacy.text} ${privacy.url && newTab(privacy.url, it.translate)}</p>`
  }${
    hasFailed ? html`<p class="note bad" part="note" role="alert">${it.translate(hasFailed)}</p>` : it.note
  }${it.back}<button class="send" part="button" aria-disabled=${isSending}>${
    isSending
      ? html`<span class="spin"></span>${it.translate('sending')}`
      : hasFailed === 'failed'
        ? it.translate('tryAgain')
        : (it.sendLabel ?? send_label ?? it.translate('send'))
  }</button></div></div></form>`;
}
