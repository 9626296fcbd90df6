import { html, LitElement, type TemplateResult } from 'lit';
import { check } from '../proxy/contract/check.ts';
import type { Definition } from '../proxy/contract/definition.ts';
import { enquiryIn, putBack, shownIn, todayAt, valuesIn } from './answers.ts';
import { DefinitionSource, langOf, provide, proxyOf } from './definitions.ts';
import { fieldsOf } from './fields.ts';
import { type FormView, formPanel } from './form.ts';
import { loadSending } from './load-sending.ts';
import { messages } from './messages/en.ts';
import { picker } from './picker.ts';
import type { Sending } from './sending/sending.ts';
import type { Steps } from './steps/steps.ts';
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
 * @csspart progress - In steps: the bars that show how far the visitor is.
 * @csspart step-heading - In steps: the step's title, below `step-count`.
 * @csspart step-count - In steps: "Step 2 of 3".
 * @csspart back-button - In steps: Back, which is a `quiet-button`, too.
 * @csspart summary-heading - In steps: a step's title above its answers, when they are checked.
 * @csspart summary-list - In steps: a step's questions and answers, when they are checked.
 * @csspart summary-row - In steps: a question, its answer, and Change, which is a `link`.
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
    layout: {},
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
  /** `steps`: a few questions at a time, and a check of the answers before sending. Default: all on one page. */
  declare layout: string | null | undefined;

  #source = new DefinitionSource(this);
  /** What comes after the visitor has begun. Loaded then. */
  #sending: Sending | undefined;
  /** What lays the form out in steps. Loaded when that is asked for, and the form waits for it. */
  #steps: Steps | undefined;
  #isComing = false;
  #isSending = false;
  #failure: string | undefined;
  #shown: string[] = [];
  /** What the form was built from, and what stood in it when that changed. */
  #built: Definition | undefined;
  #kept: FormData | undefined;
  #hasStarted = false;
  #landing = location.href;
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
    if (changed.has('layout') && this.layout === 'steps') void this.#lay();
    const form = this.#form;
    const { definition } = this.#source;
    if (form && definition !== this.#built) this.#kept = valuesIn(form);
    this.#built = definition;
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
    if (!definition || (this.#isComing && !this.#form))
      return html`${hasFailed ? this.#apology() : ''}<slot></slot>`;
    const sending = this.#sending;
    const receipt = sending?.receipt(definition);
    if (receipt) return html`<div class="form" part="form receipt">${receipt}</div>`;

    const limits = definition.attachments;
    this.#shown = this.#shownIn(definition);
    const fields = fieldsOf(definition, this.#shown);
    const view: FormView = {
      definition,
      fields,
      today: todayAt(new Date()).latest,
      messageAt: field => sending?.messageAt(field),
      summary: sending?.summary(fields),
      picker: limits.max_files ? picker(limits, this.#add, sending?.rows(limits)) : undefined,
      isSending: this.#isSending,
      failure: this.#failure,
      onSubmit: this.#onSubmit,
      onInput: this.#onInput,
      onFocus: this.#load,
    };
    return html`<div class="form" part="form">${formPanel(this.#steps?.view(view, sending) ?? view)}</div>`;
  }

  #apology(): TemplateResult {
    const again = () => this.#source.load();
    return html`<div class="form" part="form"><div class="note" part="note" role="alert">${messages.unavailable} <button class="link" part="link" @click=${again}>${messages.tryAgain}</button></div></div>`;
  }

  #onInput = ({ target }: Event): void => {
    if (!this.#hasStarted) this.#emit('enquiry-start', {});
    this.#hasStarted = true;
    this.#sending?.edited((target as HTMLInputElement).name); // What is edited has a name, an empty one at least.
    const { definition } = this.#source;
    if (definition && `${this.#shownIn(definition)}` !== `${this.#shown}`) this.requestUpdate();
  };

  #onSubmit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (this.#isSending || (await this.#steps?.proceed())) return;
    this.#isSending = true;
    this.#failure = undefined;
    this.#announce(messages.sending);
    const sending = await this.#load();
    this.#failure = sending ? await sending.submit() : 'network';
    this.#isSending = false;
    this.#announce('');
    if (!sending) this.#emit('enquiry-failed', { code: 'network' });
  };

  /** Loads what lays the form out in steps. */
  #lay = async (): Promise<void> => {
    this.#isComing = true;
    try {
      const { Steps } = await import('./steps/steps.ts');
      this.#steps ??= new Steps(this, this.#load);
    } catch {
      // The network's fault: on one page it can be filled in as well.
    }
    this.#isComing = false;
    this.requestUpdate();
  };

  #add = async (files: File[]): Promise<void> => {
    const limits = this.#source.definition!.attachments; // The picker is of a definition.
    const sending = await this.#load();
    if (sending) await sending.add(files, limits);
    else this.#announce(messages.filesFailed);
  };

  /** Loads what comes after the visitor has begun; undefined: not now, and the next touch tries again. */
  #load = async (): Promise<Sending | undefined> => {
    try {
      const { Sending } = await loadSending();
      this.#sending ??= new Sending({
        element: this,
        source: this.#source,
        landing: this.#landing,
        judged: this.#judged,
        emit: this.#emit,
        announce: this.#announce,
      });
    } catch {
      // The network's fault: who needs it says so.
    }
    return this.#sending;
  };

  #judged = () => {
    const definition = this.#source.definition!; // Only what a form holds is judged.
    const enquiry = enquiryIn(definition, valuesIn(this.#form!));
    return { enquiry, problems: check(definition, enquiry, todayAt(new Date())) };
  };

  #shownIn(definition: Definition): string[] {
    const form = this.#form;
    return shownIn(definition, form ? valuesIn(form) : new FormData());
  }

  get #form(): HTMLFormElement | null {
    return this.renderRoot.querySelector('form');
  }

  /** Says something to those who hear the page. */
  #announce = (text: string): void => {
    this.#announcement = text;
    this.requestUpdate();
  };

  #emit = (type: string, detail: object): void => {
    const about = type.startsWith('e') ? { case_type: this.caseType } : {};
    this.dispatchEvent(
      new CustomEvent(type, { detail: { ...about, ...detail }, bubbles: true, composed: true }),
    );
  };
}

// A second script on the page brings its definitions to the class that is there.
if (!customElements.get('enquiry-form')) customElements.define('enquiry-form', EnquiryForm);
