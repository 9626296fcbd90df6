// Longer than 300 lines because its doc block documents the whole public interface, which the reference is generated from.
import {
  html,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import type { Definition } from '../proxy/contract/definition.ts';
import {
  DefinitionSource,
  inheritedLang,
  proxyUrlFrom,
  registerDefinitions,
} from './form/definition-source.ts';
import { createEmit } from './form/events.ts';
import { linkButton } from './form/field-view.ts';
import type { FormContext } from './form/form-context.ts';
import { FormModel, needsRareFields } from './form/form-model.ts';
import { styles } from './form/form-styles.ts';
import { card, type FormState, formPanel, formView, frame, takeChosen } from './form/form-view.ts';
import { type LazyObject, lazy } from './form/lazy-object.ts';
import { sharedFunctions } from './form/shared-functions.ts';
import { mergeFormData, toFormData, type Values } from './form/values.ts';
import type { MessageOverrides } from './messages/format.ts';
import { Localizer } from './messages/localizer.ts';
import { home, visit } from './served-script.ts';
import type { Submission } from './submission/submission.ts';

/**
 * An enquiry form: contact details, the questions of a case type, and files. Sends to the proxy that served the script.
 *
 * The form inherits the page's font and colour scheme: it is dark where `color-scheme` on the page or the tag is `dark`,
 * follows the visitor's setting where it is `light dark`, and is light otherwise.
 *
 * @tag enquiry-form
 *
 * @attr campaign - Sent as `marketing_campaign`. Default: `utm_campaign` in the address of this page, or of an earlier one.
 *   `campaign`, `referer`, `keywords` and `detail` can also be set as properties, which take precedence.
 * @attr referer - Sent as `marketing_lead_referer`. Default: `utm_source`, or the origin and path of the page on
 *   another origin that linked here.
 * @attr keywords - Sent as `marketing_keywords`. Default: `utm_term`.
 * @attr detail - Sent as `marketing_detail`. Default: `utm_content`.
 * @attr {'off' | 'page' | 'session' | 'persist'} attribution - How the visit is remembered: `off` (not at all: only the
 *   four attributes above are sent), `page` (this page, in memory), `session` (all pages, in session storage) or
 *   `persist` (in local storage for 90 days, once the visitor has consented). Default: `page`.
 * @attr {'off'} draft - `off` keeps nothing in session storage: neither what the visitor types nor the receipt.
 * @attr success-url - The page to open once the enquiry is accepted and every file is sent or removed: http or https,
 *   resolved against the page's address. If a file failed or can't be sent, the receipt links to that page instead.
 * @attr success-reference - The name of the query parameter that passes the reference to `success-url`. Default: the
 *   reference isn't passed on.
 * @attr data-layer - The name of the page's data layer, an array that a tag manager reads. Conversions are pushed to it.
 *   Empty: `dataLayer`. Default: nothing is pushed.
 * @attr {boolean} data-layer-number - Adds the enquiry's number to the push of an accepted enquiry, as `enquiry_id`.
 * @attr {boolean} advance - In steps: where a required choice is the only question, a tap or click on an answer leads to the
 *   next step after a quarter of a second, and the step says so. Keys never do. Default: visitors press Continue.
 * @attr {boolean} ready - Set by the element once the form is shown or couldn't be loaded. Style `:not([ready])` to
 *   reserve space.
 *
 * @slot - Shown until the form is ready and whenever it can't be loaded, such as a phone number or a mailto link. Also
 *   shown if an enquiry can't be sent, unless the config has `contact_us`. Its first `tel:` and `mailto:` links replace the
 *   phone number and the email address of `contact_us` wherever the form shows these, also when a script changes them.
 *
 * @slot thanks - A `<template>` that is a child of the element. Its content appears on the receipt, below what happens
 *   next, in the page's own style.
 *
 * @fires enquiry-view - `{ case_type }`: half of the form was in the viewport for a second, or the form covered half of
 *   the viewport if it is more than twice as tall, or the visitor started earlier. Fires once, before `enquiry-start`.
 *   `case_type` is empty if the visitor hasn't chosen one of several.
 * @fires enquiry-start - `{ case_type }`: the visitor changed a field for the first time.
 * @fires enquiry-step - `{ case_type, step, steps }`: in steps, the visitor moved forward or back to step `step`, from 1,
 *   of `steps`.
 * @fires enquiry-before-submit - `{ case_type, waitUntil(promise) }`: an enquiry is about to be sent. Call
 *   `preventDefault()`, or pass a promise that rejects, to stop it. The form shows no message.
 * @fires enquiry-accepted - `{ case_type, reference, enquiry_id, status, waitUntil(promise) }`: the proxy acknowledged
 *   the enquiry. Fires once per enquiry. `success-url` opens when every promise passed to `waitUntil` has settled, after 2
 *   seconds at most.
 * @fires enquiry-contact - `{ case_type, way, where }`: the visitor followed a link to a number (`call`), to an address
 *   (`email`) or to another way to reach the firm (`page`), in the `form`, a `note` or the `receipt`.
 * @fires enquiry-refused - `{ case_type, fields }`: the visitor has to correct these fields.
 * @fires enquiry-failed - `{ case_type, code }`: the first attempt failed. The form may still be retrying. With the code
 *   `blocked-by-policy`, it isn't: the page's content security policy lacks the proxy in `connect-src`.
 * @fires attachment-sent - `{ reference, count }`: a file was uploaded. `count` is the number of files uploaded so far.
 * @fires attachment-failed - `{ reference, code }`: a file wasn't uploaded. The visitor can retry some failures.
 *
 * @cssstate sending - From Send until the receipt or an error, including waits between retries.
 * @cssstate accepted - The receipt is shown.
 *
 * @cssprop [--enquiry-accent=#0b6e5f] - The brand colour, lightened in dark mode. Text on it, and text in it, stay readable. If
 *   it is red or orange, chosen rows are marked in the text colour instead, so that they don't look like errors.
 * @cssprop [--enquiry-on-accent=black or white] - The text colour on the accent. Default: the one with more contrast. If
 *   you set it, check its contrast with the accent yourself, in dark mode with that of the button.
 * @cssprop [--enquiry-surface=light-dark(#fff, #1f262a)] - The background of the form.
 * @cssprop [--enquiry-ink=light-dark(#1a2226, #eef2f3)] - The text colour. Lines and secondary text mix it with the
 *   surface.
 * @cssprop [--enquiry-danger=light-dark(#b3261e, #ff8f85)] - The colour of errors.
 * @cssprop [--enquiry-good=light-dark(#11734a, #5fd3a0)] - The colour of success.
 * @cssprop [--enquiry-waiting=light-dark(#a67c00, #f2c744)] - The colour of the note that an enquiry isn't sent yet.
 * @cssprop [--enquiry-radius=10px] - The corner radius of fields and buttons. The card's is 1.6 times as large.
 * @cssprop [--enquiry-space=1em] - The unit of spacing.
 * @cssprop [--enquiry-control=3em] - The height of fields and choices. At least 44 px on touch screens.
 * @cssprop [--enquiry-size=max(1em, 17px)] - The font size. Headings and small text are multiples of it.
 * @cssprop [--enquiry-font=inherit] - The font family.
 * @cssprop [--enquiry-heading-font=inherit] - The font family of headings.
 * @cssprop [--enquiry-field=a trace of grey; darker in dark mode] - The background of fields, choices and the drop zone.
 *   Default in the look `filled`: more of it; in `underlined`: none.
 * @cssprop [--enquiry-line=half ink, half surface] - The colour of the lines around or below fields, choices and quiet
 *   buttons. If you set it, check that its contrast with the surface is at least 3:1. Visitors who prefer more contrast
 *   get the ink instead.
 * @cssprop [--enquiry-shadow=0 0 0 1px …, 0 12px 32px -16px #00000038] - The card's shadow: any `box-shadow`. By default,
 *   a thin edge comes with it, which is light in dark mode.
 * @cssprop [--enquiry-ring=3px solid …] - The focus outline.
 *
 * @csspart form - The card that contains everything.
 * @csspart heading - The case type's label. On the receipt, that the enquiry was received.
 * @csspart progress - In steps: the progress bars.
 * @csspart step-heading - In steps: the step's title, or its only question, below `step-count`. Questions that an answer
 *   in the step makes appear don't count. A title that equals the form's is only there for screen readers.
 * @csspart step-count - In steps: "Step 2 of 3".
 * @csspart back-button - In steps: the Back button, which is also a `quiet-button`.
 * @csspart summary-heading - In steps: a step's title above its answers on the check page, beside a Change `link`. A
 *   step of one question has none.
 * @csspart summary-list - In steps: a step's questions and answers on the check page, or those of several steps of one
 *   question.
 * @csspart summary-row - In steps: a question and its answer, or the names of the files. If it is a step of its own, with a
 *   Change `link`.
 * @csspart introduction - The text below the heading.
 * @csspart group-heading - The heading of a group of questions.
 * @csspart field - A question with its label, help, message and control.
 * @csspart problem - Added to a `field` with a problem: `::part(field problem)`.
 * @csspart label - The label of a field or the legend of a group.
 * @csspart optional - "(optional)" after a label.
 * @csspart help - The text that explains a question.
 * @csspart message - What is wrong with a field.
 * @csspart input - A text input, select or textarea. With a unit, the box around both.
 * @csspart invalid - Added to an `input` whose answer has a problem: `::part(input invalid)`.
 * @csspart unit - The unit in the box of an `input`, such as "£".
 * @csspart choice - A row, button or chip with a radio button or checkbox.
 * @csspart chosen - Added to a `choice` that is chosen: `::part(choice chosen)`.
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
 * @csspart quiet-button - Choose files, Take a photo, Keep a copy, Add files, and what these show. When sending fails: Try
 *   now or Try again in place of Send, and the buttons to call or email the firm.
 * @csspart link - Links, and buttons that look like links.
 * @csspart receipt - The receipt that replaces the form.
 * @csspart tick - The tick beside the thanks.
 * @csspart next - What the firm promises, and what happens next.
 * @csspart number - The reference.
 * @csspart test-ribbon - The message on a page that was opened with a test link: nothing will be delivered, or the link
 *   isn't valid.
 */
export class EnquiryForm extends LitElement {
  static override styles = styles;
  static override properties: PropertyDeclarations = {
    caseType: { attribute: 'case-type' },
    proxy: {},
    hiddenFields: { attribute: 'hidden-fields' },
    readonlyFields: { attribute: 'readonly-fields' },
    values: { type: Object, noAccessor: true },
    messages: { attribute: false },
    layout: {},
    look: {},
    headingLevel: { attribute: 'heading-level' },
    formLang: { attribute: 'lang' },
  };

  /** The case type to show: a name under `case_types` in the config. Several names, separated by spaces: the form first asks
   * which of them it is about. */
  declare caseType: string | null | undefined;
  /** The proxy's address. Default: the address that the script came from. Required in a bundle, with the npm package. */
  declare proxy: string | null | undefined;
  /** Contact fields, separated by spaces, that are sent as given in `values` but not shown. A field is shown after all if
   * it is required and has no value, or if its value isn't accepted. */
  declare hiddenFields: string | null | undefined;
  /** Contact fields, separated by spaces, that are shown but can't be changed. The same exceptions apply. */
  declare readonlyFields: string | null | undefined;
  /** `steps` asks a few questions at a time. Default: all questions on one page. */
  declare layout: 'steps' | null | undefined;
  /** How fields are drawn: `outlined` (a box), `filled` (a tinted box with a line below) or `underlined` (only a line
   * below). Default: `outlined`, also for an unknown look, which the console names. */
  declare look: 'outlined' | 'filled' | 'underlined' | null | undefined;
  /** The level of the form's title among the page's headings, 1 to 5. Headings in the form follow. Default: 2, also for
   * anything else. */
  declare headingLevel: number | string | null | undefined;
  /** @internal */
  declare readonly renderRoot: ShadowRoot;
  /** The form's language. Inherited from the page. Falls back to the config's main language if the case type isn't
   * available in it.
   * @private The property of the page is the browser's own `lang`, which sets the attribute. */
  declare formLang: string | null | undefined;

  /** Messages in place of the form's own, by their keys in `proxy/contract/languages`. Each is a text with the same
   * `{placeholders}`, a text for each plural form, or a function that receives the values and returns a text. Default:
   * none. */
  declare messages: MessageOverrides | undefined;

  #localizer = new Localizer(this);
  #source = new DefinitionSource(this);
  #model = new FormModel(this, this.#source, this.#localizer);
  #context: FormContext = {
    host: this,
    model: this.#model,
    localizer: this.#localizer,
    emit: createEmit(this, () => this.#measurement.current?.isTest),
    announce: message => {
      this.#announcement = message;
      this.requestUpdate();
    },
    lazy,
    functions: sharedFunctions,
    visit,
    test: Object.create(null),
  };
  #submission = lazy(() => import('./submission/submission.ts'), this.#context);
  #steps = lazy(() => import('./steps/steps.ts'), this.#context, this.#submission);
  #measurement = lazy(() => import('./measurement/measurement.ts'), this.#context, this.#submission);
  #rareFields = lazy(() => import('./answers/rare-fields.ts'), this.#context);
  #chooser = lazy(() => import('./chooser/chooser.ts'), this.#context);
  #takeover = lazy(() => import('./takeover/takeover.ts'), this.#context, this.#submission);
  /** The definition that was shown last. */
  #definition: Definition | undefined;
  #submitting: Promise<boolean> | undefined;
  #measuring: Promise<unknown> | undefined;
  /** The message when the submission couldn't be loaded. */
  #loadError: 'failed' | 'filesFailed' | undefined;
  /** Whether a receipt is stored, so that an empty form would be wrong. */
  #hasReceipt = false;
  #announcement = '';
  /** Whether the form that a server has rendered is shown. */
  #isServed = false;
  /** Whether a form of this element posts to the proxy's page. A server's isn't taken over then.
   * @internal */
  isPosting = false;
  /** The node that the element renders in front of. */
  #end = new Comment();

  /** Registers the definitions that come with a script. Scripts call it themselves. */
  static provide(script: string, definitions: Definition[]): void {
    registerDefinitions(proxyUrlFrom(script), definitions);
  }

  /** The answers that are shown and filled in now, and those to hidden questions; `{}` while there is no form. Setting it
   * fills in the fields that it names, except those that the visitor has changed. The attribute is JSON; malformed JSON is
   * ignored, with a warning on the console. */
  get values(): Values {
    return this.#model.values;
  }
  set values(values: Values | null | undefined) {
    const next = toFormData(values ?? {}); // Malformed JSON is null.
    this.#model.fill(next);
    mergeFormData(this.#model.prefill, next);
    // It shows a date that has several parts, and whether an answer ends the form.
    if (next.keys().next().value) void this.updateComplete.then(() => this.#submission.load());
  }

  /** Sends the form as the visitor would. Resolves with whether the enquiry was accepted: immediately if the visitor has
   * to correct something, and after the last retry if the network fails. */
  submit(): Promise<boolean> {
    this.#submission.current?.sender.retryNow();
    this.#submitting ??= this.#submission.load().then(async submission => {
      await this.#loadRareFields();
      const isAccepted = await submission?.send(this.#measurement);
      this.#loadError = submission ? undefined : 'failed';
      this.#submitting = undefined;
      this.requestUpdate();
      if (!submission)
        this.#context.emit('enquiry-failed', {
          case_type: this.#source.requested?.caseType,
          code: 'network',
        });
      return !!isAccepted;
    });
    return this.#submitting;
  }

  /** Restores the form with its `values` and without a draft or files. Also works on the receipt. */
  reset(): void {
    void this.#submission.load().then(submission => submission?.reset());
  }

  /** Focuses the first field, or the receipt. */
  override focus(options?: FocusOptions): void {
    const find = (selector: string) => this.renderRoot?.querySelector<HTMLElement>(selector);
    const target = find('.field:not([hidden]) [name]') ?? find('[tabindex]');
    if (target) target.focus(options);
    else void this.#model.rendered.then(() => this.focus(options));
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('caseType') || changed.has('proxy') || changed.has('formLang')) {
      const { caseType, proxy } = this;
      const areSeveral = /\s/.test(`${caseType}`);
      void this.#source.request({
        caseType: areSeveral ? '' : caseType, // The chooser requests one of them.
        proxy,
        home,
        lang: inheritedLang(this),
      });
      if (areSeveral) void this.#add(this.#chooser);
      const stored = readStorage(this.#model.draftKey);
      this.#hasReceipt = stored.includes('"receipt":');
      if (stored) void this.#add(this.#submission);
    }
    // If they can't be loaded, the form is on one page, or looks outlined, with an h2.
    if (changed.has('layout') && this.layout === 'steps') void this.#add(this.#steps);
    if (changed.has('look') || changed.has('headingLevel')) void this.#add(this.#rareFields);
    this.#chooser.current?.settle();
    const { definition } = this.#source;
    if (definition !== this.#definition) void this.#loadRareFields();
    this.#definition = definition;
    // Until the definition is loaded, its language is most likely the page's.
    void this.#localizer.load(definition?.lang ?? inheritedLang(this));
  }

  /** A form that a server has rendered works without the element, and has its own style, until it is taken over. Lit
   * renders in front of it. */
  protected override createRenderRoot(): ShadowRoot {
    this.#isServed = !!this.shadowRoot?.firstChild;
    const root = super.createRenderRoot() as ShadowRoot; // No option says otherwise.
    if (this.#isServed) root.adoptedStyleSheets = [];
    root.prepend(this.#end);
    this.renderOptions.renderBefore = this.#end;
    // A server's form, which has an action, works without the element. In Firefox, drags enter texts, too.
    const inForm = (listener: (event: Event) => void) => (event: Event) => {
      if ((event.target as Partial<Element>).closest?.('form:not([action])')) listener(event);
    };
    const load = inForm(() => void this.#submission.load());
    root.addEventListener('submit', this.#onSubmit);
    root.addEventListener('input', inForm(this.#onInput));
    root.addEventListener('change', inForm(this.#onChange));
    root.addEventListener('focusin', load);
    root.addEventListener('dragenter', load);
    return root;
  }

  protected override update(changed: PropertyValues): void {
    try {
      super.update(changed);
    } catch {
      // A translator has moved or removed nodes that Lit needs, such as the comments that mark where its content is. The
      // form is rendered again with the visitor's answers. If it has a bug, this throws the same error.
      this.#model.pending ??= this.#model.lastRead;
      this.#end = new Comment();
      this.renderRoot.replaceChildren(this.#end);
      this.renderOptions.renderBefore = this.#end;
      super.update(changed);
    }
    if (!this.#isServed || !this.#takeover.current?.hasBegun) return;
    this.#isServed = false;
    this.renderRoot.adoptedStyleSheets.unshift(styles.styleSheet!);
    this.#takeover.current.complete(this.#end);
  }

  protected override updated(): void {
    this.#measuring ??= this.#measurement.load(); // The form doesn't wait for it.
    this.toggleAttribute('ready', this.#source.isRefused || !!this.renderRoot.querySelector('.form'));
    if (!this.#isServed) return;
    if (!this.#takeover.current) void this.#takeover.load();
    else if (!this.#isLoading) this.#takeover.current.tryToBegin(!!this.#submission.current?.receipt.isShown);
  }

  protected override render(): unknown {
    if (this.#isServed && !this.#takeover.current?.hasBegun) return nothing;
    const content = this.#isLoading
      ? html`${this.#source.hasFailed ? this.#unavailable() : ''}<slot></slot>`
      : this.#content(this.#source.definition!); // It is loaded.
    return frame(content, this.#announcement, this.#localizer.locale);
  }

  /** Whether the form can't be shown yet, or at all. */
  get #isLoading(): boolean {
    // A draft may have kept another step than the first.
    const isKept = this.#hasReceipt || this.layout === 'steps';
    const areParts =
      this.#steps.isLoading || this.#rareFields.isLoading || (isKept && this.#submission.isLoading);
    return !this.#source.definition || this.#localizer.isLoading || (areParts && !this.#model.element);
  }

  #content(definition: Definition): TemplateResult {
    const { lang, dir } = this.#localizer;
    const submission = this.#submission.current;
    const receipt = submission?.receipt.render(definition);
    if (receipt) return card(receipt, 'form receipt', lang, dir);
    const view = formView(definition, this.#state(definition, submission));
    const inLayout = this.#steps.current?.view(view) ?? view;
    const form = formPanel(this.#chooser.current?.view(inLayout) ?? inLayout);
    return card(html`${submission?.drafts.note()}${form}`, 'form', lang, dir);
  }

  #state(definition: Definition, submission: Submission | undefined): FormState {
    const { fields, today } = this.#model;
    const { translate } = this.#localizer;
    const error = this.#loadError;
    const view = submission?.view(definition);
    return {
      translate,
      fields,
      today: today.latest,
      ...this.#rareFields.current,
      ...view,
      ...(error && {
        note: this.#errorNote(error, definition),
        sendLabel: error === 'failed' ? translate('tryAgain') : view?.sendLabel,
      }),
      isSending: !!this.#submitting && !view?.isQuiet,
    };
  }

  /** Loads the rare fields if the form needs them and doesn't have them. If they can't be loaded, the form has plainer
   * fields. Send tries again, because hidden questions have no answers without them. */
  async #loadRareFields(): Promise<void> {
    const { definition } = this.#source;
    if (this.#rareFields.current || !definition || !needsRareFields(definition)) return;
    await this.#add(this.#rareFields);
  }

  /** Loads a part, and shows what it adds to the form. Without the chooser, there is no form, and visitors can try again. */
  async #add(part: LazyObject<unknown>): Promise<void> {
    if (!(await part.load())) this.#source.hasFailed = true;
    this.requestUpdate();
  }

  #unavailable(): TemplateResult {
    const { locale, translate } = this.#localizer;
    const again = linkButton(translate('tryAgain'), () => this.requestUpdate('caseType'));
    return html`
      <div class="form note" part="form note" role="alert" lang=${locale} dir="auto">
        ${translate('unavailable')} ${again}
      </div>
    `;
  }

  #errorNote(error: 'failed' | 'filesFailed', { contact_us }: Definition): TemplateResult {
    const { translate } = this.#localizer;
    // Below Send, there is a line about other ways to reach the firm, or else the content of the tag has them.
    const contact = contact_us ? '' : html`<slot></slot>`;
    const text =
      error === 'failed'
        ? html`<h3>${translate(error)}</h3>${translate('answersKept')}${contact}`
        : translate(error);
    return html`<div class="note bad" part="note" role="alert">${text}</div>`;
  }

  #onInput = (event: Event): void => {
    const { current } = this.#submission;
    const { visible } = this.#model;
    if (current) {
      current.edited(event);
      return;
    }
    this.requestUpdate(); // Other questions may be visible now.
    this.#model.refresh();
    // WebKit doesn't focus the control of a choice, which would load it.
    void this.#submission.load().then(submission => submission?.showVisible(visible));
  };

  #onSubmit = async (event: Event): Promise<void> => {
    if (event.target !== this.#model.element) {
      this.isPosting = !event.defaultPrevented;
      return;
    }
    event.preventDefault();
    if (!this.#submission.current) {
      // Perhaps Return was pressed in a text field, and the part that handles it hasn't loaded.
      const control = this.renderRoot.activeElement as HTMLInputElement | null; // Or another element.
      const value = control?.value;
      const submission = await this.#submission.load();
      if (submission?.answers.returnKey.moveOnLate(control, value)) return;
    }
    if (this.#submitting || !(await this.#steps.current?.proceed())) void this.submit();
  };

  #onChange = async (event: Event): Promise<void> => {
    const files = takeChosen(event);
    if (!files) return;
    const submission = await this.#submission.load();
    this.#loadError = submission ? undefined : 'filesFailed';
    this.requestUpdate();
    await submission?.attachments.add(files);
  };
}

/** What session storage has under this key: drafts or receipts. */
function readStorage(key: string): string {
  try {
    return sessionStorage[key] ?? '';
  } catch {
    return ''; // The visitor or the page's sandbox blocks storage.
  }
}
