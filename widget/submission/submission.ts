import { html, type ReactiveController, type TemplateResult } from 'lit';
import type { Definition } from '../../proxy/contract/definition.ts';
import type { Enquiry, Receipt } from '../../proxy/contract/enquiry.ts';
import { Answers } from '../answers/answers.ts';
import { Attachments } from '../attachments/attachments.ts';
import { styles as attachmentStyles } from '../attachments/styles.ts';
import { postEnquiry } from '../client/enquiry.ts';
import { DraftKeeper } from '../drafts/draft-keeper.ts';
import { draftNote } from '../drafts/draft-note.ts';
import type { Draft } from '../drafts/draft-storage.ts';
import type { FormContext } from '../form/form-context.ts';
import { type SubmissionMessages, submissionMessages } from '../messages/en-submission.ts';
import type { Translate } from '../messages/format.ts';
import type { Outcome } from './attempt.ts';
import { confirmSubmitWithPage } from './before-submit.ts';
import { checkForm } from './check-form.ts';
import { CustomStates } from './custom-states.ts';
import { focusAfterUpdate } from './focus.ts';
import { FormProblems } from './form-problems.ts';
import { LeaveWarning } from './leave-warning.ts';
import { ReceiptPanel } from './receipt.ts';
import { styles as receiptStyles } from './receipt-styles.ts';
import { Sender } from './sender.ts';
import { styles } from './styles.ts';
import { SuccessRedirect } from './success-redirect.ts';
import { removeThanks, showThanks } from './thanks.ts';

/** Takes a form from the visitor's first edit to the receipt: problems, the draft, sending, files. */
export class Submission implements ReactiveController {
  readonly answers: Answers;
  readonly problems: FormProblems;
  readonly attachments: Attachments;
  #context: FormContext;
  #translate: Translate<SubmissionMessages>;
  #sender: Sender;
  #drafts: DraftKeeper;
  #receiptPanel: ReceiptPanel;
  #redirect: SuccessRedirect;
  #states: CustomStates;
  #leaveWarning = new LeaveWarning();
  #accepted: { receipt: Receipt; forename: string } | undefined;
  /** Whether a reload has lost files while the enquiry was under way. */
  #hasLostFiles = false;
  /** Aborted by a reset. */
  #life = new AbortController();

  constructor(context: FormContext) {
    const { host, localizer } = context;
    this.#context = context;
    this.#translate = localizer.translator(submissionMessages);
    this.answers = new Answers(context);
    this.problems = new FormProblems(context, this.#translate);
    this.#receiptPanel = new ReceiptPanel(context, this.#translate);
    this.#redirect = new SuccessRedirect(host);
    this.#states = new CustomStates(host);
    host.addController(this);
    this.#sender = new Sender(context, this.#translate, () => this.#drafts.save());
    this.attachments = new Attachments(context, () => this.#drafts.saveSoon());
    this.#drafts = new DraftKeeper(context, this.#unsavedState, this.#onRestore);
    for (const { styleSheet } of [styles, attachmentStyles, receiptStyles]) {
      host.shadowRoot?.adoptedStyleSheets.push(styleSheet!);
    }
  }

  hostConnected(): void {
    this.#context.host.requestUpdate(); // The redirect waits while the element is outside the page.
  }

  hostUpdated(): void {
    const { isBusy: isSending } = this.#sender;
    const isBusy = isSending || (!!this.#accepted && this.attachments.isBusy);
    this.#states.set('sending', isSending);
    this.#states.set('accepted', !!this.#accepted);
    this.#leaveWarning.set(isBusy);
    if (!isBusy && this.attachments.areAllSent) this.#redirect.follow();
  }

  /** Sends the form, and retries as long as that may help. Resolves with whether the enquiry was accepted; its files
   * are uploaded afterwards. */
  async submit(): Promise<boolean> {
    const { host, model } = this.#context;
    const { signal } = this.#life;
    if (this.#accepted) return true;
    await model.rendered;
    if (!model.source.definition) return false; // The page has changed the case type, and the new one is loading.
    this.#sender.failure = undefined;
    if (!this.#sender.isResuming) {
      const checked = checkForm(this.#context);
      if (checked.kind === 'refused') return this.#settle(checked);
      this.problems.clear();
      if (!(await confirmSubmitWithPage(host, checked.enquiry.case_type)) || signal.aborted) return false;
      await host.updateComplete; // The page may have filled something in.
      if (model.source.definition?.case_type !== checked.enquiry.case_type) return false;
    }
    this.#drafts.restored = undefined;
    return this.#settle(await this.#sender.send(signal));
  }

  /** Whether it is waiting for the next retry. */
  get isWaiting(): boolean {
    return this.#sender.isWaiting;
  }

  /** Ends the wait for the next retry. */
  retryNow(): void {
    this.#sender.retryNow();
  }

  /** Restores the initial form, also from the receipt. */
  reset(): void {
    const { host, announce, model } = this.#context;
    model.element?.reset();
    model.fill(model.prefill, model.read());
    this.#life.abort();
    this.#life = new AbortController();
    this.problems.clear();
    this.#sender.reset();
    this.attachments.reset();
    this.#drafts.clear();
    this.#receiptPanel = new ReceiptPanel(this.#context, this.#translate);
    this.#redirect.address = this.#accepted = undefined;
    this.#hasLostFiles = false;
    removeThanks(host);
    announce('');
  }

  /** Called after an edit of a field. */
  edited(name: string): void {
    this.#sender.edited();
    this.#drafts.saveSoon();
    this.problems.edited(name);
  }

  /** Handles an edit that made `count` questions appear, or others disappear. */
  visibilityChanged(appeared: number): void {
    this.problems.visibilityChanged();
    this.#context.announce(appeared ? this.#translate('moreQuestions', { count: appeared }) : '');
  }

  /** Called when the visitor has moved to another step. */
  stepChanged(): void {
    this.#drafts.saveSoon();
  }

  draftNote(): TemplateResult | undefined {
    return draftNote(this.#translate, this.#drafts.restored, this.#context.host);
  }

  /** Above Send: which files won't be sent, and why the enquiry wasn't. */
  failureNote(): TemplateResult | undefined {
    const notes = [this.attachments.unsentNote(), this.#sender.note()];
    return notes.some(Boolean) ? html`${notes}` : undefined;
  }

  /** The label of Send after a failure; undefined: the usual one. */
  get sendLabel(): string | undefined {
    return this.#sender.label;
  }

  /** The receipt; undefined until the enquiry is accepted. */
  receipt({ attachments: limits, next }: Definition): TemplateResult | undefined {
    const { attachments } = this;
    return (
      this.#accepted &&
      this.#receiptPanel.render({
        ...this.#accepted,
        next,
        attachments,
        fileRows: attachments.rows(limits),
        hasLostFiles: this.#hasLostFiles && attachments.isEmpty,
        continueAt: attachments.hasFailed ? this.#redirect.address : undefined,
      })
    );
  }

  async #settle(outcome: Outcome): Promise<boolean> {
    switch (outcome.kind) {
      case 'accepted':
        this.#accept(outcome);
        return true;
      case 'refused':
        this.problems.refuse(outcome);
        return false;
      case 'failed':
        if (this.#sender.failure === 'definition-changed') await this.#context.model.source.load('reload');
        return false;
      case 'superseded':
        return false;
    }
  }

  #accept({ receipt, request }: Extract<Outcome, { kind: 'accepted' }>): void {
    const { emit, host } = this.#context;
    const { reference, enquiry_id, status } = receipt;
    const { forename = '' } = JSON.parse(request.body) as Enquiry;
    this.#accepted = { receipt, forename: forename.trim() };
    this.#drafts.clear();
    emit('enquiry-accepted', { case_type: host.caseType, reference, enquiry_id, status });
    showThanks(host);
    this.#redirect.prepare(receipt);
    // The same request gets the same receipt, with a new token.
    const renewToken = async () => (await postEnquiry(request)).body?.upload_token;
    this.attachments.uploadTo({ proxy: request.proxy, receipt, renewToken });
    void focusAfterUpdate(host, 'h2');
  }

  #unsavedState = (): Omit<Draft, 'values'> => {
    const { request, isUnderWay } = this.#sender;
    return { request, isUnderWay, hadFiles: this.attachments.names.length > 0 };
  };

  #onRestore = ({ request, isUnderWay, hadFiles }: Draft): void => {
    const { host, announce } = this.#context;
    this.#sender.request = request;
    if (!isUnderWay || !request) {
      announce(this.#translate('answersRestored'));
      return;
    }
    this.#sender.resume(request);
    this.#hasLostFiles = !!hadFiles;
    void host.submit();
  };
}
