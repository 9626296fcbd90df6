import { html, type TemplateResult } from 'lit';
import type { LazyAttachments } from '../attachments/lazy-attachments.ts';
import type { StoredFile } from '../client/requests.ts';
import { DraftKeeper } from '../drafts/draft-keeper.ts';
import type { Draft } from '../drafts/form-storage.ts';
import type { FormContext } from '../form/form-context.ts';
import { testToken } from '../measurement/data-layer.ts';
import type { SubmissionMessages } from '../messages/en-submission.ts';
import type { Translate } from '../messages/format.ts';
import type { ReceiptController } from '../receipt/receipt.ts';
import type { Sender } from '../sending/sender.ts';

/** The parts of a submission whose state is saved. */
interface RestoredParts {
  sender: Sender;
  attachments: LazyAttachments;
  receipt: ReceiptController;
  /** Restores the initial form. */
  reset(): void;
}

/** Restores after a reload what the visitor typed, an enquiry that was under way, or the receipt. A note says that a draft
 * was restored. It has a button that clears the draft, and then another that undoes this. */
export class Restoration {
  readonly drafts: DraftKeeper;
  /** The files that a reload has lost while the enquiry was under way. */
  lostFiles: StoredFile[] = [];
  /** Undoes that the visitor has cleared a restored draft; undefined if that isn't possible. */
  #undo: (() => void) | undefined;
  #context: FormContext;
  #translate: Translate<SubmissionMessages>;
  #parts: RestoredParts;

  constructor(context: FormContext, translate: Translate<SubmissionMessages>, parts: RestoredParts) {
    this.#context = context;
    this.#translate = translate;
    this.#parts = parts;
    this.drafts = new DraftKeeper(context, {
      unsavedState: () => this.#unsavedState(),
      onDraft: draft => this.#resume(draft),
      onReceipt: stored => parts.receipt.restore(stored),
    });
  }

  reset(): void {
    this.removeNote();
    this.drafts.clear();
    this.lostFiles = [];
    this.#context.test.draft = undefined;
  }

  /** Removes the note, because the enquiry is being sent or the form was reset. */
  removeNote(): void {
    this.drafts.restored = this.#undo = undefined;
  }

  /** Undefined without a draft. */
  note(): TemplateResult | undefined {
    const translate = this.#translate;
    const { restored } = this.drafts;
    const show = (text: string, label: string, onClick: () => void) =>
      html`<div class="note kept" part="note"><p>${text}</p><button type="button" class="link" part="link" @click=${onClick}>${label}</button></div>`;
    if (this.#undo) return show(translate('answersCleared'), translate('undo'), this.#undo);
    if (!restored) return undefined;
    const hint = restored.hadFiles ? ` ${translate('chooseFilesAgain')}` : '';
    const clear = () => this.#clear(restored);
    return show(translate('answersRestored') + hint, translate('clearAnswers'), clear);
  }

  #unsavedState(): Omit<Draft, 'values'> {
    const { attachments, sender } = this.#parts;
    return {
      ...sender.state,
      hadFiles: attachments.names.length > 0,
      test: sender.isResumedTest === false ? undefined : testToken(this.#context),
      ...(sender.state.isUnderWay && { files: [...this.lostFiles, ...attachments.stored] }),
    };
  }

  #resume({ request, isUnderWay, files = [], test }: Draft): void {
    const { host, announce } = this.#context;
    this.#parts.sender.state.request = request;
    this.#context.test.draft = test;
    if (!isUnderWay || !request) {
      announce(this.#translate('answersRestored'));
      return;
    }
    this.#parts.sender.resume(request);
    this.lostFiles = files;
    void host.submit();
  }

  #clear(draft: Draft): void {
    const { host, model, announce, test } = this.#context;
    const { attachments, reset, sender } = this.#parts;
    const { step } = model;
    const values = model.read();
    const { files } = attachments;
    const { request } = sender.state;
    reset();
    // Questions that the visitor has answered since keep their answers.
    this.#undo = () => {
      this.#undo = undefined;
      model.fill(values);
      model.step ??= step;
      this.drafts.restored = draft;
      test.draft = draft.test;
      // The proxy may have accepted it. If the visitor sends the same answers again, it recognises the repeat.
      sender.state.request ??= request;
      this.drafts.saveSoon();
      if (files.length) void attachments.add(files);
      announce(this.#translate('answersRestored'));
      host.focus();
    };
    announce(this.#translate('answersCleared'));
    host.focus();
  }
}
