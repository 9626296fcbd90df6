import { html, type ReactiveController } from 'lit';
import { toFieldName } from '../../proxy/contract/asked.ts';
import { questionsIn } from '../../proxy/contract/conditions.ts';
import type { Definition } from '../../proxy/contract/definition.ts';
import { submissionMessages } from '../../proxy/contract/languages/en.ts';
import { Answers } from '../answers/answers.ts';
import { followKeyboardFocus, keepInPlace } from '../answers/controls.ts';
import { LazyAttachments } from '../attachments/lazy-attachments.ts';
import type { FormContext, Measurement, SubmissionContext } from '../form/form-context.ts';
import type { FormState } from '../form/form-view.ts';
import type { LazyObject } from '../form/lazy-object.ts';
import { noteStyles } from '../form/note-styles.ts';
import { FormProblems, styles } from '../problems/problems.ts';
import { ReceiptController } from '../receipt/receipt.ts';
import { styles as receiptStyles } from '../receipt/receipt-panel.ts';
import { ContactWays } from '../sending/contact.ts';
import { confirmSubmitWithPage, reportAccepted, WhileSending } from '../sending/host-page.ts';
import { type Outcome, Sender } from '../sending/sender.ts';
import { Drafts } from './drafts.ts';

export const create = (context: FormContext) => new Submission(context);

/** Takes a form from the visitor's first edit to the receipt: problems, the draft, sending, files. */
export class Submission implements ReactiveController {
  readonly answers: Answers;
  readonly problems: FormProblems;
  readonly attachments: LazyAttachments;
  readonly sender: Sender;
  readonly drafts: Drafts;
  readonly receipt: ReceiptController;
  #context: SubmissionContext;
  #page: WhileSending;
  /** The names of the fields that conditions of this definition name. */
  #conditions: { definition: Definition | undefined; names: Set<string> } | undefined;
  /** Whether the page is being asked if the enquiry may be sent. */
  #isConfirming = false;
  /** The control that was edited last. WebKit doesn't focus choices that are clicked. */
  #used: Element | undefined;
  #restorePlace = () => {};
  /** Aborted by a reset. */
  #life = new AbortController();

  constructor(form: FormContext) {
    const { host, localizer } = form;
    let said = '';
    const context = {
      ...form,
      translate: localizer.translator(submissionMessages),
      // A live region only says what has changed.
      announce(text: string) {
        said = text && text === said ? `${text}\u00a0` : text;
        form.announce(said);
      },
    };
    this.#context = context;
    this.answers = new Answers(context);
    const contact = new ContactWays(context);
    this.problems = new FormProblems(context, contact);
    this.#page = new WhileSending(host);
    host.addController(this);
    this.sender = new Sender(context, contact);
    this.attachments = new LazyAttachments(context, () => {
      if (this.receipt.isAccepted) void this.receipt.proceed();
      else this.drafts.filesChanged();
    });
    this.receipt = new ReceiptController(context, this);
    this.drafts = new Drafts(context, this);
    const root = host.renderRoot;
    followKeyboardFocus(root);
    const onFocusMoved = () => this.answers.deferWhilePressed(() => this.problems.focusMoved());
    // Something else has the focus only after this event.
    root.addEventListener('focusout', () => setTimeout(onFocusMoved));
    root.adoptedStyleSheets.push(noteStyles.styleSheet!, styles.styleSheet!, receiptStyles.styleSheet!);
  }

  hostUpdate(): void {
    const { renderRoot: root } = this.#context.host;
    // Visitors who scrolled before a draft is restored are in the middle of the form.
    const isPastTop = this.#context.host.getBoundingClientRect().top < 0;
    const used = root.activeElement ?? this.#used ?? (isPastTop ? root.querySelector('.rows') : null);
    this.#restorePlace = keepInPlace(root, used);
  }

  hostUpdated(): void {
    this.#restorePlace();
    const { contact, isBusy, isSending, label } = this.sender;
    this.#page.setState('sending', isBusy);
    this.#page.setState('accepted', this.receipt.isShown);
    this.#page.quietSend(label);
    this.#page.lockFields(this.#isConfirming || isSending || this.receipt.isAccepted);
    this.#page.warnBeforeLeaving((isBusy && !contact.continuedNote) || this.receipt.isBusy);
  }

  /** Sends the form, and retries as long as that may help. Resolves with whether the enquiry was accepted; its files
   * are uploaded afterwards. */
  async send(measurement: LazyObject<Measurement>): Promise<boolean> {
    const { announce, host, model } = this.#context;
    const { signal } = this.#life;
    try {
      if (!this.receipt.isAccepted) await model.rendered;
      if (this.receipt.isAccepted) return true; // Perhaps of an enquiry that was accepted before a reload.
      if (!model.source.definition) return false; // The page has changed the case type, and the new one is loading.
      this.sender.failure = undefined;
      this.sender.sign.begin();
      if (this.sender.isResumedTest === undefined) {
        // Before the first attempt, because one with other answers would be another enquiry.
        await this.answers.understand();
        if (signal.aborted || !model.source.definition) return this.#cancel();
        const enquiry = this.problems.collect();
        if ('foundBy' in enquiry) return await this.#settle(enquiry);
        this.problems.show([]);
        const isConfirmed = await this.#confirm(enquiry.case_type);
        // The page may have reset the form or changed its case type.
        const isCurrent = model.source.definition?.case_type === enquiry.case_type;
        if (!isConfirmed || signal.aborted || !isCurrent) return this.#cancel();
      }
      this.drafts.removeNote();
      announce(this.#context.translate('sending'));
      const delivered = this.sender.deliver(this.problems.collect, measurement, this.drafts.save, signal);
      this.#isConfirming = false; // The sender locks the fields now.
      const outcome = await delivered;
      if (outcome.kind !== 'superseded') announce('');
      host.requestUpdate();
      return await this.#settle(outcome);
    } catch (error) {
      // The form has a bug, or the page has replaced a function of the browser. Nothing else would end "Sending…".
      console.error("enquiry-form: can't send the enquiry", error);
      if (signal.aborted) return false;
      announce('');
      this.sender.fail();
      return this.#cancel();
    } finally {
      void this.sender.sign.end();
    }
  }

  /** Whether the enquiry that is resumed or was accepted is a test; undefined if there is no such enquiry. */
  get isSentTest(): boolean | undefined {
    return this.receipt.isTest ?? this.sender.isResumedTest;
  }

  /** Restores the initial form, also from the receipt. */
  reset(): void {
    const { announce, model } = this.#context;
    model.element?.reset();
    model.pending = undefined; // On the receipt, it has stayed since the form was loaded.
    model.fill(model.prefill, model.read());
    this.#life.abort();
    this.#life = new AbortController();
    this.problems.show([]);
    this.sender.reset();
    this.attachments.reset();
    this.#isConfirming = false;
    this.drafts.reset();
    this.receipt.reset();
    announce('');
  }

  /** Handles an edit of a control. Each listener for keystrokes costs more than its code, so there is one for all. */
  edited({ isTrusted, target }: Event): void {
    const { model } = this.#context;
    const control = target as HTMLInputElement; // Every control in the form has a name, which may be empty.
    const { name } = control;
    this.#used = control;
    const field = this.answers.beforeEdit(control);
    const { visible } = model;
    if (this.#isInCondition(name)) model.refresh();
    model.isEdited = true;
    this.sender.edited();
    if (isTrusted) this.drafts.dismiss(true); // It comes from the visitor, not from a script.
    this.drafts.saveSoon();
    this.problems.edited(name);
    this.showVisible(visible); // This is announced first, because other announcements about the edit follow.
    this.answers.afterEdit(control, field);
  }

  /** Whether another question's visibility depends on this field. Conditions are read once: this runs at each key. */
  #isInCondition(name: string): boolean {
    const { definition } = this.#context.model.source;
    if (definition !== this.#conditions?.definition) {
      const ids = definition?.questions.flatMap(({ shown_when }) =>
        shown_when ? questionsIn(shown_when) : [],
      );
      this.#conditions = { definition, names: new Set(ids?.map(toFieldName)) };
    }
    return !!this.#conditions?.names.has(name);
  }

  /** Shows the questions that are visible now, and announces how many have appeared, if others were visible before. */
  showVisible(before: string[]): void {
    const { announce, host, model } = this.#context;
    if (`${before}` === `${model.visible}`) return;
    const count = model.visible.filter(id => !before.includes(id)).length;
    host.requestUpdate();
    this.problems.visibilityChanged();
    announce(count ? this.#context.translate('moreQuestions', { count }) : '');
  }

  stepChanged(): void {
    this.drafts.dismiss(false);
    this.drafts.saveSoon();
  }

  view({ attachments: limits }: Definition): Partial<FormState> & { isQuiet: boolean } {
    const { answers, attachments, problems } = this;
    return {
      problemAt: field => problems.at(field),
      belowAt: field => answers.belowAt(field),
      summary: problems.summary(),
      rows: attachments.rows(limits) ?? this.drafts.filesHint(),
      note: html`${attachments.unsentNote()}${this.sender.note()}`,
      sendLabel: this.sender.label,
      ...(this.sender.isSlow && {
        sendingLabel: this.#context.translate('stillSending'),
        afterSend: html`<p class="slow">${this.#context.translate('slow')}</p>`,
      }),
      isQuiet: !this.sender.sign.read,
    };
  }

  /** Asks the page whether the enquiry may be sent. The page may fill something in, but the visitor can't. */
  async #confirm(caseType: string): Promise<boolean> {
    const { host } = this.#context;
    this.#isConfirming = true;
    this.sender.sign.begin(true);
    host.requestUpdate();
    const isConfirmed = await confirmSubmitWithPage(this.#context, caseType, this.#life.signal);
    await host.updateComplete; // The page may have filled something in.
    return isConfirmed;
  }

  #cancel(): false {
    this.#isConfirming = false;
    this.#context.host.requestUpdate();
    return false;
  }

  async #settle(outcome: Outcome): Promise<boolean> {
    switch (outcome.kind) {
      case 'accepted':
        this.drafts.clear(this.sender.caseType); // The page may have changed it meanwhile.
        await this.receipt.accept(outcome);
        return true;
      case 'refused':
        this.problems.refuse(outcome);
        return false;
      case 'failed':
        if (outcome.failure === 'definition-changed') await this.#context.model.source.load('reload');
        return false;
      case 'superseded':
        // Without a receipt.
        if (outcome.accepted)
          reportAccepted(this.#context.host, outcome.accepted, this.sender.measurement, () => {});
        return false;
    }
  }
}
