import { html, nothing, type TemplateResult } from 'lit';
import type { Definition } from '../proxy/contract/definition.ts';
import type { Problem } from '../proxy/contract/enquiry.ts';
import { type Field, field, newTab } from './fields.ts';
import { messages } from './messages/en.ts';
import { summary } from './summary.ts';

/** What the form shows, and whom it tells. */
export interface FormView {
  definition: Definition;
  fields: Field[];
  problems: Problem[];
  picker: unknown;
  isSending: boolean;
  /** Why the enquiry was not sent, in words. */
  note: string;
  /** Whether it can be sent again unchanged. */
  mayTryAgain: boolean;
  onSubmit(event: Event): void;
  onInput(event: Event): void;
  onFocus(): void;
  goTo(name: string): void;
}

/** The form itself. The names stand side by side where there is room. */
export function formPanel(view: FormView): TemplateResult {
  const { definition, fields, problems, picker, isSending, note, mayTryAgain, goTo } = view;
  const { label, introduction, privacy, send_label } = definition;
  const names = fields.filter(({ name }) => /^(fore|sur)name$/.test(name));
  const others = fields.filter(each => !names.includes(each));
  const [busy, idle] = [messages.sending, mayTryAgain ? messages.tryAgain : (send_label ?? messages.send)];
  return html`<h2 part="heading">${label}</h2>${
    introduction ? html`<p class="lede" part="introduction">${introduction}</p>` : nothing
  }${problems.length ? summary(problems, fields, goTo) : nothing}<form novalidate @submit=${view.onSubmit} @input=${view.onInput} @focusin=${view.onFocus}><div class="rows"><div class="pair">${names.map(field)}</div>${others.map(field)}${picker}<div>${
    privacy
      ? html`<p class="privacy" part="privacy">${privacy.text} ${privacy.url ? newTab(privacy.url, messages.readInFull) : nothing}</p>`
      : nothing
  }${note ? html`<p class="note failure" part="note" role="alert">${note}</p>` : nothing}<button class="send" part="button" aria-disabled=${isSending ? 'true' : nothing}>${
    isSending ? html`<span class="spin"></span>${busy}` : idle
  }</button></div></div></form>`;
}
