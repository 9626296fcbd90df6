// Long, for the element's whole face to a page stands here: its doc block, properties and methods; the rest is elsewhere.
import { html, LitElement, type TemplateResult } from 'lit';
import type { Definition } from '../proxy/contract/definition.ts';
import { filledIn, formOf, merge, putBack, shownIn, todayAt, type Values, valuesIn } from './answers.ts';
import { DefinitionSource, langOf, provide, proxyOf } from './definitions.ts';
import { fieldsOf } from './fields.ts';
import { type FormView, formPanel } from './form.ts';
import { loadSending } from './load-sending.ts';
import { Localizer } from './localizer.ts';
import type { MessageOverrides } from './messages/languages.ts';
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
 * @attr case-type - Which form: a name under `case_types` in the config.
 * @attr proxy - The proxy's address; default: where the script came from.
 * @attr campaign - A marketing field, as are the next three. Not set: `utm_campaign` of the page's address.
 * @attr referer - Not set: `utm_source`, else the origin and path of the page that linked here.
 * @attr keywords - Not set: `utm_term`.
 * @attr detail - Not set: `utm_content`.
 * @attr values - What the form is filled in with, as JSON of the shape below; malformed JSON is ignored, with a
 *   warning on the console.
 * @attr hidden-fields - Contact fields that are sent as `values` has them and not shown: names, with spaces between.
 *   A required one without a value is asked all the same, and so is one whose value is not accepted.
 * @attr readonly-fields - Contact fields that are shown and can't be changed, by the same rules.
 * @attr layout - `steps`: a few questions at a time. Default: all on one page.
 * @attr draft - `off`: nothing that is typed is kept in the visitor's session storage.
 * @attr success-url - Where the visitor goes when the enquiry is accepted, the event told and every file sent or left
 *   out: http or https, resolved against the page's address. When a file has failed, a link leads there.
 * @attr success-reference - The name of the parameter that tells the reference to `success-url`; default: it is not
 *   told.
 * @attr lang - Inherited from the page; the form speaks it when the case type has it.
 * @attr ready - Set by the element when the form stands, or can't be loaded: until then a page reserves its height.
 *
 * @slot - Shown until the form is ready, and when it can't be loaded: a phone number, a mailto link.
 *
 * @slot thanks - A `<template>`, the element's child: its content is shown on the receipt, after what happens next,
 *   in the page's own style.
 *
 * @fires enquiry-start - `{ case_type }`: the visitor began.
 * @fires enquiry-before-submit - `{ case_type, waitUntil(promise) }`: before anything is sent. `preventDefault()`, or
 *   a promise that rejects, stops it quietly.
 * @fires enquiry-accepted - `{ case_type, reference, enquiry_id, status }`: once, after the proxy's word.
 * @fires enquiry-refused - `{ case_type, fields }`: something must be put right.
 * @fires enquiry-failed - `{ case_type, code }`: it was not sent, and can be tried again.
 * @fires attachment-sent - `{ reference, count }`: a file was sent; `count` is how many by now.
 * @fires attachment-failed - `{ reference, code }`: a file did not go through; some can be tried again.
 *
 * @cssstate sending - From Send until there is an answer.
 * @cssstate accepted - The receipt is shown.
 *
 * @cssprop [--enquiry-accent=#0b6e5f] - The brand's colour. Text on it, and it as text, stay readable.
 * @cssprop [--enquiry-surface=light-dark(#fff, #1c2226)] - What the form stands on.
 * @cssprop [--enquiry-ink=light-dark(#1a2226, #eef2f3)] - Text; lines and quiet text are mixed from it and the surface.
 * @cssprop [--enquiry-danger=light-dark(#b3261e, #ff8f85)] - What must be put right.
 * @cssprop [--enquiry-good=light-dark(#11734a, #5fd3a0)] - What went well.
 * @cssprop [--enquiry-radius=10px] - Roundness of fields and buttons; the card's is 1.6 times that.
 * @cssprop [--enquiry-space=1em] - What distances are multiples of.
 * @cssprop [--enquiry-control=3em] - The height of fields and choices; never below 44 px where fingers are used.
 * @cssprop [--enquiry-size=max(1em, 17px)] - The size of text; headings and small text are multiples of it.
 * @cssprop [--enquiry-font=inherit] - The font family.
 * @cssprop [--enquiry-ring=3px solid …] - The outline of what has the focus.
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
 * @csspart thumbnail - A small picture of a file, or the end of its name.
 * @csspart file-name - The name in such a row.
 * @csspart file-state - What is said of the file.
 * @csspart file-progress - A bar: how much of a file is sent, or of all.
 * @csspart total - The bar for all files, with its words.
 * @csspart privacy - The privacy text.
 * @csspart note - Why the enquiry was not sent, or the form not loaded; that what was typed is back.
 * @csspart summary - The list of what needs attention.
 * @csspart button - Send.
 * @csspart quiet-button - Copy, Choose files, Take a photo.
 * @csspart link - Links, and buttons that look like links.
 * @csspart receipt - What replaces the form after sending.
 * @csspart tick - The mark above the thanks.
 * @csspart reference - The reference below the number.
 * @csspart next - What happens next.
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
    hiddenFields: { attribute: 'hidden-fields' },
    readonlyFields: { attribute: 'readonly-fields' },
    values: { type: Object },
    messages: { attribute: false },
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
  /** Contact fields that are sent as `values` has them and not shown: names, with spaces between. A required one
   * without a value is asked, and so is one that is refused. */
  declare hiddenFields: string | null | undefined;
  /** Contact fields that are shown and can't be changed, by the same rules. */
  declare readonlyFields: string | null | undefined;
  /** `steps`: a few questions at a time, and a check of the answers before sending. Default: all on one page. */
  declare layout: string | null | undefined;

  /** Words of the site's own in place of ours, in whatever language; any of the names in the files
   * `messages/en*.ts`. Each is a text with the same `{places}`, a text for some of the plural forms, or
   * a function that makes the text of the places' values. Default: none. */
  declare messages: MessageOverrides | undefined;

  #localizer = new Localizer(this);
  #source = new DefinitionSource(this);
  /** What comes after the visitor has begun. Loaded then. */
  #sending: Sending | undefined;
  #submitting: Promise<boolean> | undefined;
  /** What is said of what could not be loaded. */
  #hasFailed: FormView['hasFailed'] = false;
  /** What lays the form out in steps. Loaded when that is asked for, and the form waits for it. */
  #steps: Steps | undefined;
  #isComing = false;
  #shown: string[] = [];
  /** What the form was built from, and what stood in it when that changed. */
  #built: Definition | undefined;
  #kept: FormData | undefined;
  /** What the site has filled in. */
  #prefill = new FormData();
  #hasStarted = false;
  #landing = location.href;
  #announcement = '';

  /** Takes in the definitions that came with a script, the first or another one. The script itself calls it. */
  static provide(script: string, definitions: Definition[]): void {
    provide(proxyOf(script), definitions);
  }

  /** What is shown and filled in at this moment; `{}` without a form. Setting it, or the attribute with the same as
   * JSON, fills in what it names, except where the visitor has been. */
  get values(): Values {
    const form = this.#form;
    return form ? filledIn(this.#source.definition!, valuesIn(form)) : {}; // The form is of a definition.
  }
  set values(values: Values | null | undefined) {
    if (values === null) console.warn('enquiry-form: values is not JSON'); // So Lit reads it then.
    const next = formOf(values ?? {});
    this.#fill(next);
    merge(this.#prefill, next);
  }

  /** Sends the form as the visitor would. Resolves with whether it was accepted: at once when something must be put
   * right, and after the last try when the network fails. */
  submit(): Promise<boolean> {
    this.#sending?.tryNow();
    this.#submitting ??= this.#submit();
    return this.#submitting;
  }

  /** Brings back the form as it was at first, with `values` and without a draft; also after the receipt. */
  reset(): void {
    void this.#load().then(sending => sending?.reset());
  }

  /** Focuses the first field that is shown; on the receipt, its heading. */
  override focus(options?: FocusOptions): void {
    const first = this.#form?.querySelector<HTMLElement>('.field:not([hidden]) [name]');
    if (first) first.focus(options);
    else void this.#load().then(sending => sending?.focus(options));
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('caseType') || changed.has('proxy')) {
      const { caseType, proxy } = this;
      this.#source.want({ caseType, proxy, home: proxyOf(import.meta.url), lang: langOf(this) });
    }
    if (changed.has('layout') && this.layout === 'steps') void this.#lay();
    const form = this.#form;
    const { definition } = this.#source;
    if (definition !== this.#built) {
      if (form) this.#kept = valuesIn(form);
      try {
        if (sessionStorage[this.#draftKey()]) void this.#load();
      } catch {
        // The visitor or the page's sandbox forbids it.
      }
    }
    this.#built = definition;
    // Until it is there, the page's language is the likely one: its words come along with it.
    void this.#localizer.load(definition ? definition.lang : langOf(this));
  }

  protected override updated(): void {
    const form = this.#form;
    this.toggleAttribute('ready', !!this.renderRoot.querySelector('.form'));
    if (!form || !this.#kept) return;
    putBack(form, this.#kept);
    this.#kept = undefined;
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    return html`<div class="frame">${this.#view()}<p class="unseen" role="status" lang=${this.#localizer.locale}>${this.#announcement}</p></div>`;
  }

  #view(): TemplateResult {
    const { definition, hasFailed } = this.#source;
    if (!definition || this.#localizer.isLoading || (this.#isComing && !this.#form))
      return html`${hasFailed ? this.#apology() : ''}<slot></slot>`;
    const sending = this.#sending;
    const receipt = sending?.receipt(definition);
    if (receipt)
      return html`<div class="form" part="form receipt" lang=${this.#localizer.lang} dir=${this.#localizer.dir}>${receipt}</div>`;

    const limits = definition.attachments;
    this.#shown = this.#shownIn(definition);
    const fields = fieldsOf(definition, this.#shown, this, this.#prefill, this.#localizer.translate);
    const view: FormView = {
      definition,
      translate: this.#localizer.translate,
      fields,
      today: todayAt(new Date()).latest,
      messageAt: field => sending?.messageAt(field),
      summary: sending?.summary(fields),
      picker: limits.max_files
        ? picker(limits, this.#add, sending?.rows(limits), this.#localizer.translate)
        : undefined,
      isSending: !!this.#submitting && !sending?.isWaiting,
      note: sending?.note(),
      sendLabel: sending?.sendLabel,
      hasFailed: this.#hasFailed,
      onSubmit: this.#onSubmit,
      onInput: this.#onInput,
      onFocus: this.#load,
    };
    return html`<div class="form" part="form" lang=${this.#localizer.lang} dir=${this.#localizer.dir}>${sending?.keptNote()}${formPanel(this.#steps?.view(view, sending) ?? view)}</div>`;
  }

  #apology(): TemplateResult {
    const again = () => this.#source.load();
    return html`<div class="form" part="form" lang=${this.#localizer.locale} dir="auto"><div class="note" part="note" role="alert">${this.#localizer.translate('unavailable')} <button class="link" part="link" @click=${again}>${this.#localizer.translate('tryAgain')}</button></div></div>`;
  }

  #onInput = ({ target }: Event): void => {
    if (!this.#hasStarted) this.#emit('enquiry-start', {});
    this.#hasStarted = true;
    this.#sending?.edited((target as HTMLInputElement).name); // What is edited has a name, an empty one at least.
    const { definition } = this.#source;
    const shown = definition ? this.#shownIn(definition) : [];
    if (`${shown}` === `${this.#shown}`) return;
    const more = shown.filter(id => !this.#shown.includes(id)).length;
    void this.#load().then(sending => sending?.appeared(more));
    this.requestUpdate();
  };

  #onSubmit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (this.#submitting || !(await this.#steps?.proceed())) void this.submit();
  };

  async #submit(): Promise<boolean> {
    this.#hasFailed = false;
    this.#announce(this.#localizer.translate('sending'));
    const sending = await this.#load();
    const isAccepted = !!(await sending?.submit());
    this.#hasFailed = !sending && 'failed';
    this.#submitting = undefined;
    this.#announce('');
    if (!sending) this.#emit('enquiry-failed', { code: 'network' });
    return isAccepted;
  }

  /** Where a draft is kept: session storage is the origin's own. */
  #draftKey = (): string => `enquiry-form ${location.pathname} ${this.caseType}`;

  /** Puts values in, except where it is not as `before`: the visitor has been there. */
  #fill = (values: FormData, before = this.#prefill): void => {
    this.#kept = merge(this.#kept ?? this.#typed(), values, before);
  };

  #typed = (): FormData => valuesIn(this.#form);

  /** Loads what lays the form out in steps. */
  #lay = async (): Promise<void> => {
    this.#isComing = true;
    try {
      const { Steps } = await import('./steps/steps.ts');
      this.#steps ??= new Steps(this, this.#load, this.#localizer.translator);
    } catch {
      // The network's fault: on one page it can be filled in as well.
    }
    this.#isComing = false;
    this.requestUpdate();
  };

  #add = async (files: File[]): Promise<void> => {
    const limits = this.#source.definition!.attachments; // The picker is of a definition.
    const sending = await this.#load();
    this.#hasFailed = !sending && 'filesFailed';
    this.requestUpdate();
    await sending?.add(files, limits);
  };

  /** Loads what comes after the visitor has begun; undefined: not now, and the next touch tries again. */
  #load = async (): Promise<Sending | undefined> => {
    try {
      const { Sending } = await loadSending();
      this.#sending ??= new Sending({
        element: this,
        source: this.#source,
        landing: this.#landing,
        asked: this.#asked,
        draftKey: this.#draftKey,
        prefill: this.#prefill,
        typed: this.#typed,
        fill: this.#fill,
        translator: this.#localizer.translator,
        emit: this.#emit,
        announce: this.#announce,
      });
    } catch {
      // The network's fault: who needs it says so.
    }
    return this.#sending;
  };

  /** What stands in the form, and what is asked. */
  #asked = () => {
    const definition = this.#source.definition!; // Only what a form holds is judged.
    const fields = fieldsOf(
      definition,
      this.#shownIn(definition),
      this,
      this.#prefill,
      this.#localizer.translate,
    );
    return { values: filledIn(definition, this.#typed()), fields, today: todayAt(new Date()) };
  };

  #shownIn(definition: Definition): string[] {
    return shownIn(definition, this.#typed());
  }

  get #form(): HTMLFormElement | undefined {
    return this.renderRoot?.querySelector('form') ?? undefined; // Attributes may come before it.
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
