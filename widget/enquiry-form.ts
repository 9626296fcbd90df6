// Long, for the element's whole face to a page stands here: its doc block, properties and methods; the rest is elsewhere.
import { html, LitElement, type TemplateResult } from 'lit';
import type { Definition } from '../proxy/contract/definition.ts';
import { DefinitionSource, langOf, provide, proxyOf } from './form/definition-source.ts';
import { fieldsOf } from './form/fields.ts';
import { type FormView, formPanel } from './form/panel.ts';
import { picker } from './form/picker.ts';
import { styles } from './form/styles.ts';
import { filledIn, formOf, merge, putBack, shownIn, todayAt, type Values, valuesIn } from './form/values.ts';
import { loadPart } from './lazy-part.ts';
import { Localizer } from './localizer.ts';
import type { MessageOverrides } from './messages/languages.ts';
import type { Steps } from './steps/steps.ts';
import type { Sending } from './submission/submission.ts';

/**
 * An enquiry form: contact details, the questions of a case type, and files. Sends to the proxy that served the script.
 *
 * The form inherits the page's font and colour scheme: it is dark where `color-scheme` on the page or the tag is `dark`,
 * follows the visitor's setting where it is `light dark`, and is light otherwise.
 *
 * @tag enquiry-form
 *
 * @attr case-type - The case type to show: a name under `case_types` in the config.
 * @attr proxy - The proxy's address. Default: the address that the script came from.
 * @attr campaign - Sent as `marketing_campaign`. Default: `utm_campaign` in the page's address.
 * @attr referer - Sent as `marketing_lead_referer`. Default: `utm_source`, or the origin and path of the page that
 *   linked here.
 * @attr keywords - Sent as `marketing_keywords`. Default: `utm_term`.
 * @attr detail - Sent as `marketing_detail`. Default: `utm_content`.
 * @attr values - Answers to fill in, as JSON. Malformed JSON is ignored, with a warning on the console.
 * @attr hidden-fields - Contact fields, separated by spaces, that are sent as given in `values` but not shown. A field
 *   is shown after all if it is required and has no value, or if its value isn't accepted.
 * @attr readonly-fields - Contact fields, separated by spaces, that are shown but can't be changed. The same exceptions
 *   apply.
 * @attr layout - `steps` asks a few questions at a time. Default: all questions on one page.
 * @attr draft - `off` keeps nothing of what the visitor types in session storage.
 * @attr success-url - The page to open once the enquiry is accepted and every file is sent or removed: http or https,
 *   resolved against the page's address. If a file failed, the receipt links to that page instead.
 * @attr success-reference - The name of the query parameter that passes the reference to `success-url`. Default: the
 *   reference isn't passed on.
 * @attr lang - The form's language. Inherited from the page. Falls back to the config's main language if the case type
 *   isn't available in it.
 * @attr ready - Set by the element once the form is shown or couldn't be loaded. Style `:not([ready])` to reserve space.
 *
 * @slot - Shown until the form is ready and whenever it can't be loaded, such as a phone number or a mailto link.
 *
 * @slot thanks - A `<template>` that is a child of the element. Its content appears on the receipt, below what happens
 *   next, in the page's own style.
 *
 * @fires enquiry-start - `{ case_type }`: the visitor changed a field for the first time.
 * @fires enquiry-before-submit - `{ case_type, waitUntil(promise) }`: an enquiry is about to be sent. Call
 *   `preventDefault()`, or pass a promise that rejects, to stop it. The form shows no message.
 * @fires enquiry-accepted - `{ case_type, reference, enquiry_id, status }`: the proxy acknowledged the enquiry. Fires
 *   once per submission.
 * @fires enquiry-refused - `{ case_type, fields }`: the visitor has to correct these fields.
 * @fires enquiry-failed - `{ case_type, code }`: the first attempt failed. The form may still be retrying.
 * @fires attachment-sent - `{ reference, count }`: a file was uploaded. `count` is the number of files uploaded so far.
 * @fires attachment-failed - `{ reference, code }`: a file wasn't uploaded. The visitor can retry some failures.
 *
 * @cssstate sending - From Send until the receipt or an error, including waits between retries.
 * @cssstate accepted - The receipt is shown.
 *
 * @cssprop [--enquiry-accent=#0b6e5f] - The brand colour. Text on it, and text in it, stay readable.
 * @cssprop [--enquiry-surface=light-dark(#fff, #1c2226)] - The background of the form.
 * @cssprop [--enquiry-ink=light-dark(#1a2226, #eef2f3)] - The text colour. Lines and secondary text mix it with the
 *   surface.
 * @cssprop [--enquiry-danger=light-dark(#b3261e, #ff8f85)] - The colour of errors.
 * @cssprop [--enquiry-good=light-dark(#11734a, #5fd3a0)] - The colour of success.
 * @cssprop [--enquiry-radius=10px] - The corner radius of fields and buttons. The card's is 1.6 times as large.
 * @cssprop [--enquiry-space=1em] - The unit of spacing.
 * @cssprop [--enquiry-control=3em] - The height of fields and choices. At least 44 px on touch screens.
 * @cssprop [--enquiry-size=max(1em, 17px)] - The font size. Headings and small text are multiples of it.
 * @cssprop [--enquiry-font=inherit] - The font family.
 * @cssprop [--enquiry-ring=3px solid …] - The focus outline.
 *
 * @csspart form - The card that contains everything.
 * @csspart heading - The case type's label. On the receipt, the thanks.
 * @csspart progress - In steps: the progress bars.
 * @csspart step-heading - In steps: the step's title, below `step-count`.
 * @csspart step-count - In steps: "Step 2 of 3".
 * @csspart back-button - In steps: the Back button, which is also a `quiet-button`.
 * @csspart summary-heading - In steps: a step's title above its answers on the check page.
 * @csspart summary-list - In steps: a step's questions and answers on the check page.
 * @csspart summary-row - In steps: a question, its answer and a Change `link`.
 * @csspart introduction - The text below the heading.
 * @csspart field - A question with its label, help, message and control.
 * @csspart label - The label of a field or the legend of a group.
 * @csspart help - The text that explains a question.
 * @csspart message - What is wrong with a field.
 * @csspart input - A text input, select or textarea.
 * @csspart choice - A row with a radio button or checkbox.
 * @csspart drop-zone - The area where files are dropped or chosen.
 * @csspart file - A row in the list of files.
 * @csspart thumbnail - A file's thumbnail, or its extension.
 * @csspart file-name - A file's name.
 * @csspart file-state - A file's status, such as "Sent".
 * @csspart file-progress - The progress bar of one file or of all files.
 * @csspart total - The progress bar of all files with its text.
 * @csspart privacy - The privacy text.
 * @csspart note - Explains why the enquiry wasn't sent or the form couldn't be loaded, or that a draft was restored.
 * @csspart summary - The list of problems to correct.
 * @csspart button - The Send button. In steps, Continue.
 * @csspart quiet-button - Copy, Choose files and Take a photo.
 * @csspart link - Links, and buttons that look like links.
 * @csspart receipt - The receipt that replaces the form.
 * @csspart tick - The tick above the thanks.
 * @csspart reference - The reference below the enquiry number.
 * @csspart next - What happens next.
 * @csspart number - The enquiry number, or the reference if there is no number yet.
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

  /** The attribute `case-type`. */
  declare caseType: string | null | undefined;
  /** The attribute of the same name. */
  declare proxy: string | null | undefined;
  /** The attribute of the same name. */
  declare campaign: string | null | undefined;
  /** The attribute of the same name. */
  declare referer: string | null | undefined;
  /** The attribute of the same name. */
  declare keywords: string | null | undefined;
  /** The attribute of the same name. */
  declare detail: string | null | undefined;
  /** The attribute `hidden-fields`. */
  declare hiddenFields: string | null | undefined;
  /** The attribute `readonly-fields`. */
  declare readonlyFields: string | null | undefined;
  /** The attribute of the same name. */
  declare layout: string | null | undefined;

  /** Messages in place of the form's own, by their keys in `widget/messages`. Each is a text with the same
   * `{placeholders}`, a text for each plural form, or a function that receives the values and returns a text. Default:
   * none. */
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

  /** The answers that are shown and filled in now; `{}` while there is no form. Setting it fills in the fields that it
   * names, except those that the visitor has changed. */
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

  /** Sends the form as the visitor would. Resolves with whether the enquiry was accepted: immediately if the visitor has
   * to correct something, and after the last retry if the network fails. */
  submit(): Promise<boolean> {
    this.#sending?.tryNow();
    this.#submitting ??= this.#submit();
    return this.#submitting;
  }

  /** Restores the form with its `values` and without a draft or files. Also works on the receipt. */
  reset(): void {
    void this.#load().then(sending => sending?.reset());
  }

  /** Focuses the first field, or the heading of the receipt. */
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
      const { Steps } = await loadPart(() => import('./steps/steps.ts'));
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
      const { Sending } = await loadPart(() => import('./submission/submission.ts'));
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
    return { definition, values: filledIn(definition, this.#typed()), fields, today: todayAt(new Date()) };
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
