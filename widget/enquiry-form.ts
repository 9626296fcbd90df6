import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Definition } from '../proxy/contract/definition.ts';
import type { Problem } from '../proxy/contract/enquiry.ts';
import { putBack, valuesIn } from './answers.ts';
import { DefinitionSource, langOf, provide, proxyOf } from './definitions.ts';
import { Filling } from './filling.ts';
import { formPanel } from './form.ts';
import { messages } from './messages/en.ts';
import { picker } from './picker.ts';
import type { Sending } from './sending/sending.ts';
import { styles } from './styles.ts';

/**
 * An enquiry form: contact details, the questions of a case type, files; sent to the proxy whose script this is.
 *
 * It is in the page's own font, and in its colour scheme: `color-scheme: light dark` on the page makes it follow
 * the visitor's, `color-scheme: dark` on the page or the tag makes it dark, and without either it is light.
 *
 * @tag enquiry-form
 *
 * @slot - Shown until the form is ready, and when it can't be loaded: a phone number, a mailto link.
 *
 * @fires enquiry-start - `{ case_type }`: the visitor began.
 * @fires enquiry-accepted - `{ case_type, reference, enquiry_id, status }`: once, after the proxy's word.
 * @fires enquiry-refused - `{ case_type, fields }`: something must be put right.
 * @fires enquiry-failed - `{ case_type, code }`: it was not sent, and can be tried again.
 * @fires attachment-sent - `{ reference, count }`: a file was sent; `count` is how many by now.
 * @fires attachment-failed - `{ reference, code }`: a file did not go through, and can be tried again.
 *
 * @cssprop [--enquiry-accent=#0b6e5f] - The brand's colour. Text on it, and it as text, stay readable.
 * @cssprop [--enquiry-radius=10px] - Roundness of fields and buttons; the card's is 1.6 times that.
 * @cssprop [--enquiry-space=1em] - What distances are multiples of.
 * @cssprop [--enquiry-font=inherit] - The font family.
 * @cssprop [--enquiry-surface=light-dark(#fff, #1c2226)] - What the form stands on.
 * @cssprop [--enquiry-ink=light-dark(#1a2226, #eef2f3)] - Text.
 *
 * @csspart form - The card around everything.
 * @csspart heading - The case type's label; on the receipt, the thanks.
 * @csspart introduction - The text under the heading.
 * @csspart field - One question with its label, help, message and control.
 * @csspart label - A field's label, a group's legend.
 * @csspart help - The text that explains a question.
 * @csspart message - What is wrong with a field.
 * @csspart input - A text input, select or textarea.
 * @csspart choice - A whole row with a radio button or checkbox.
 * @csspart drop-zone - Where files are dropped or chosen.
 * @csspart file - A row of the list of files.
 * @csspart privacy - The privacy text.
 * @csspart note - Why the enquiry was not sent, or the form not loaded.
 * @csspart summary - The list of what needs attention.
 * @csspart button - Send.
 * @csspart quiet-button - Copy, Choose files.
 * @csspart link - Links, and buttons that look like links.
 * @csspart receipt - What replaces the form after sending.
 * @csspart number - The number or reference on the receipt.
 */
export class EnquiryForm extends LitElement {
  static override styles = styles;
  static override properties = {
    caseType: { attribute: 'case-type' },
    proxy: {},
    campaign: {},
    referer: {},
    keywords: {},
    detail: {},
  };

  /** Which form: the name of a case type in the proxy's config. */
  declare caseType: string | null | undefined;
  /** The proxy's address. Default: where the script came from. */
  declare proxy: string | null | undefined;
  /** `marketing_campaign`. Default: the page's `utm_campaign`. */
  declare campaign: string | null | undefined;
  /** `marketing_lead_referer`. Default: the page's `utm_source`, else the page that linked here. */
  declare referer: string | null | undefined;
  /** `marketing_keywords`. Default: the page's `utm_term`. */
  declare keywords: string | null | undefined;
  /** `marketing_detail`. Default: the page's `utm_content`. */
  declare detail: string | null | undefined;

  #source = new DefinitionSource(this);
  #filling = new Filling(this);
  /** What follows the form; loaded when the visitor begins. */
  #sending: Sending | undefined;
  /** Where the visitor landed: a page may change its address later. */
  #landing = location.href;
  #rendered: Definition | undefined;
  #kept: FormData | undefined;
  #hasStarted = false;
  #isSending = false;
  /** Why the last attempt failed, in words. */
  #note = '';
  #announcement = '';

  /** Takes in the definitions that came with a script, the first or another one. The script itself calls it. */
  static provide(script: string, definitions: Definition[]): void {
    provide(proxyOf(script), definitions);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('caseType') || changed.has('proxy')) {
      const { caseType, proxy } = this;
      this.#source.want({ caseType, proxy, home: proxyOf(import.meta.url), lang: langOf(this) });
    }
    const form = this.#form;
    if (form && this.#source.definition !== this.#rendered) this.#kept = valuesIn(form);
    this.#rendered = this.#source.definition;
  }

  protected override updated(): void {
    const form = this.#form;
    if (!form || !this.#kept) return;
    putBack(form, this.#kept);
    this.#kept = undefined;
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    return html`${this.#view()}<p class="unseen" role="status">${this.#announcement}</p>`;
  }

  #view(): TemplateResult {
    const { definition, hasFailed } = this.#source;
    if (!definition) return html`${hasFailed ? this.#apology() : nothing}<slot></slot>`;
    const { attachments: limits, next } = definition;
    const sending = this.#sending;
    const { receipt } = sending ?? {};
    if (sending && receipt) {
      return html`<div class="form" part="form receipt">${sending.receiptPanel(receipt, limits, next)}</div>`;
    }
    return html`<div class="form" part="form">${formPanel({
      definition,
      fields: this.#filling.fields(definition, this.#form),
      problems: this.#filling.problems,
      picker: limits.max_files ? picker(limits, this.#add, sending?.rows(limits)) : nothing,
      isSending: this.#isSending,
      note: this.#note,
      mayTryAgain: this.#note !== '' && this.#note !== messages.changed,
      onSubmit: this.#onSubmit,
      onInput: this.#onInput,
      onFocus: () => void this.#load(),
      goTo: this.#goTo,
    })}</div>`;
  }

  #apology(): TemplateResult {
    const again = () => void this.#source.load();
    return html`<div class="form" part="form"><div class="note" part="note" role="alert">${messages.unavailable}<button type="button" class="link" part="link" @click=${again}>${messages.tryAgain}</button></div></div>`;
  }

  /** Loads what follows the form, once; undefined: not now. */
  async #load(): Promise<Sending | undefined> {
    try {
      const { Sending } = await import('./sending/sending.ts');
      this.#sending ??= new Sending({
        element: this,
        landing: this.#landing,
        emit: this.#emit,
        announce: this.#announce,
      });
    } catch {
      // The network's fault: whoever needs it says so, and the visitor may try again.
    }
    return this.#sending;
  }

  #onInput = ({ target }: Event): void => {
    const { definition } = this.#source;
    if (!definition) return;
    if (!this.#hasStarted) this.#emit('enquiry-start', {});
    this.#hasStarted = true;
    this.#filling.edited(definition, this.#form!, (target as HTMLInputElement).name);
  };

  #onSubmit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { definition, proxy } = this.#source;
    if (!definition || this.#isSending) return;
    const enquiry = this.#filling.finish(definition, this.#form!);
    if (!enquiry) return this.#refused(this.#filling.problems);

    this.#isSending = true;
    this.#note = '';
    this.#announce(messages.sending);
    const answer = await (await this.#load())?.send(proxy, enquiry);
    this.#isSending = false;
    this.#announce('');
    if (answer?.body) {
      const { reference, enquiry_id, status } = answer.body;
      this.#emit('enquiry-accepted', { reference, enquiry_id, status });
      return this.#focus('h2');
    }
    if (answer?.problems.length) {
      this.#filling.refuse(answer.problems);
      return this.#refused(answer.problems);
    }
    const code = answer?.code ?? 'network';
    this.#note = messages.failed;
    this.#emit('enquiry-failed', { code });
    if (code !== 'definition-changed') return;
    this.#note = messages.changed;
    await this.#source.load('reload');
  };

  #refused(problems: Problem[]): Promise<void> {
    this.#note = '';
    this.#emit('enquiry-refused', { fields: problems.map(({ field }) => field) });
    return this.#focus('.summary');
  }

  #add = async (files: File[]): Promise<void> => {
    const { attachments: limits } = this.#source.definition!; // There is no picker without one.
    const sending = await this.#load();
    if (sending) await sending.add(files, limits);
    else this.#announce(messages.filesFailed);
  };

  #goTo = (name: string): void => {
    const control = this.renderRoot.querySelector<HTMLElement>(`[id="${name}"]`);
    control?.closest('.field')?.scrollIntoView({ block: 'nearest' });
    control?.focus({ preventScroll: true });
  };

  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus();
  }

  /** Says something to those who hear the page. */
  #announce = (text: string): void => {
    this.#announcement = text;
    this.requestUpdate();
  };

  #emit = (type: string, fields: object): void => {
    const { case_type } = this.#source.definition ?? {};
    const detail = type.startsWith('enquiry') ? { case_type, ...fields } : fields;
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  };

  get #form(): HTMLFormElement | null {
    return this.renderRoot?.querySelector('form');
  }
}

// A second script on the page brings its definitions to the class that is there.
if (!customElements.get('enquiry-form')) customElements.define('enquiry-form', EnquiryForm);
