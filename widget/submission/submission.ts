import type { ReactiveController, TemplateResult } from 'lit';
import type { Definition } from '../../proxy/contract/definition.ts';
import type { Enquiry, Receipt } from '../../proxy/contract/enquiry.ts';
import { Attachments } from '../attachments/attachments.ts';
import { DraftKeeper } from '../drafts/draft-keeper.ts';
import { draftNote } from '../drafts/draft-note.ts';
import type { Draft } from '../drafts/draft-storage.ts';
import type { Field } from '../form/fields.ts';
import type { FormContext } from '../form/form-context.ts';
import { type SubmissionMessages, submissionMessages } from '../messages/en-submission.ts';
import type { Translate } from '../messages/format.ts';
import type { Outcome } from './attempt.ts';
import { maySubmit } from './before-submit.ts';
import { checkForm, currentProblems, unlockField } from './check-form.ts';
import { CustomStates } from './custom-states.ts';
import { errorSummary, messageAt } from './error-summary.ts';
import { focusAfterUpdate, focusField } from './focus.ts';
import { LeaveWarning } from './leave-warning.ts';
import { ProblemList, problemAt } from './problems.ts';
import { ReceiptPanel } from './receipt.ts';
import { Sender } from './sender.ts';
import { styles } from './styles.ts';
import { SuccessRedirect } from './success-redirect.ts';
import { removeThanks, showThanks } from './thanks.ts';

/** Takes a form from the visitor's first edit to the receipt: problems, the draft, sending, files. */
export class Submission implements ReactiveController {
  /** The fields of the latest refusal, a new object for each; undefined before the first. */
  refusal: { fields: string[] } | undefined;
  readonly attachments: Attachments;
  #context: FormContext;
  #translate: Translate<SubmissionMessages>;
  #problems = new ProblemList();
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
    this.#receiptPanel = new ReceiptPanel(context, this.#translate);
    this.#redirect = new SuccessRedirect(host);
    this.#states = new CustomStates(host);
    host.addController(this);
    this.#sender = new Sender(context, this.#translate, () => this.#drafts.save());
    this.attachments = new Attachments(context, () => this.#drafts.saveSoon());
    this.#drafts = new DraftKeeper(context, this.#unsavedState, this.#onRestore);
    host.shadowRoot?.adoptedStyleSheets.push(styles.styleSheet!);
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
    this.#sender.failure = undefined;
    if (!this.#sender.isResuming) {
      const checked = checkForm(this.#context);
      if (checked.kind === 'refused') return this.#settle(checked);
      this.#problems.found([]);
      if (!(await maySubmit(host, checked.enquiry.case_type)) || signal.aborted) return false;
      await host.updateComplete; // The page may have filled something in.
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
    this.#problems.found([]);
    this.#sender.reset();
    this.attachments.reset();
    this.#drafts.clear();
    this.#receiptPanel = new ReceiptPanel(this.#context, this.#translate);
    this.#redirect.address = this.#accepted = undefined;
    this.#hasLostFiles = false;
    removeThanks(host);
    announce('');
  }

  /** Called after an edit of a field. Only this field is judged again. */
  edited(name: string): void {
    const { host, model } = this.#context;
    this.#sender.edited();
    this.#drafts.saveSoon();
    const judge = () => {
      const field = model.fields.find(each => each.name === name);
      return field && model.element && problemAt(model.element, field, model.today);
    };
    if (this.#problems.edited(name, judge)) host.requestUpdate();
  }

  /** Called after an edit that made so many questions appear, or others disappear. */
  visibilityChanged(appeared: number): void {
    const { announce, model } = this.#context;
    this.#problems.removeHidden(model.fields);
    announce(appeared ? this.#translate('moreQuestions', { count: appeared }) : '');
  }

  /** Judges the fields of a step. Returns whether they have no problems; otherwise shows these. */
  checkFields(isHere: (field: string) => boolean): boolean {
    const problems = currentProblems(this.#context.model).filter(({ field }) => isHere(field));
    this.#problems.found(problems, isHere);
    if (problems.length) void focusAfterUpdate(this.#context.host, '.summary');
    return !problems.length;
  }

  /** The fields with problems that the visitor knows of, and all fields with problems. */
  fieldsWithProblems(): { known: string[]; all: string[] } {
    const known = this.#problems.all.map(({ field }) => field);
    return { known, all: [...known, ...currentProblems(this.#context.model).map(({ field }) => field)] };
  }

  messageAt(field: Field): TemplateResult | undefined {
    return messageAt(this.#translate, this.#problems.all, field);
  }

  /** The error summary; in steps, `isHere` selects the problems to list. */
  errorSummary(isHere: (field: string) => boolean = () => true): TemplateResult | undefined {
    const { host, model } = this.#context;
    const problems = this.#problems.all.filter(({ field }) => isHere(field));
    return errorSummary(this.#translate, problems, model.fields, name => focusField(host, name));
  }

  draftNote(): TemplateResult | undefined {
    return draftNote(this.#translate, this.#drafts.restored, this.#context.host);
  }

  failureNote(): TemplateResult | undefined {
    return this.#sender.note();
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
        this.#accept(outcome.receipt);
        return true;
      case 'refused':
        this.#refuse(outcome);
        return false;
      case 'failed':
        if (this.#sender.failure === 'definition-changed') await this.#context.model.source.load('reload');
        return false;
      case 'superseded':
        return false;
    }
  }

  #accept(receipt: Receipt): void {
    const { emit, host, model } = this.#context;
    const { reference, enquiry_id, status } = receipt;
    const { forename = '' } = JSON.parse(this.#sender.request!.body) as Enquiry; // It was just accepted.
    this.#accepted = { receipt, forename: forename.trim() };
    this.#drafts.clear();
    emit('enquiry-accepted', { case_type: host.caseType, reference, enquiry_id, status });
    showThanks(host);
    this.#redirect.prepare(receipt);
    const renewToken = () => this.#sender.renewToken();
    this.attachments.uploadTo({ proxy: model.source.proxy, receipt, renewToken });
    void focusAfterUpdate(host, 'h2');
  }

  #refuse({ problems, foundBy }: Extract<Outcome, { kind: 'refused' }>): void {
    const { emit, host } = this.#context;
    const fields = problems.map(({ field }) => field);
    if (foundBy === 'proxy') this.#problems.foundByProxy(problems);
    else this.#problems.found(problems);
    for (const field of fields) unlockField(host, field);
    emit('enquiry-refused', { case_type: host.caseType, fields });
    this.refusal = { fields };
    void focusAfterUpdate(host, '.summary');
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
