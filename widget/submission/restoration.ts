import type { Attachments } from '../attachments/attachments.ts';
import type { StoredFile } from '../client/attachment.ts';
import { DraftKeeper } from '../drafts/draft-keeper.ts';
import { DraftNote } from '../drafts/draft-note.ts';
import type { Draft } from '../drafts/form-storage.ts';
import type { FormContext } from '../form/form-context.ts';
import { testToken } from '../measurement/test-state.ts';
import type { SubmissionMessages } from '../messages/en-submission.ts';
import type { Translate } from '../messages/format.ts';
import type { ReceiptController } from '../receipt/receipt.ts';
import type { Sender } from '../sending/sender.ts';

/** The parts of a submission whose state is saved. */
export interface RestoredParts {
  sender: Sender;
  attachments: Attachments;
  receipt: ReceiptController;
  /** Restores the initial form. */
  reset(): void;
}

/** Restores after a reload what the visitor typed, an enquiry that was under way, or the receipt. */
export class Restoration {
  readonly drafts: DraftKeeper;
  readonly note: DraftNote;
  /** The files that a reload has lost while the enquiry was under way. */
  lostFiles: StoredFile[] = [];
  #context: FormContext;
  #translate: Translate<SubmissionMessages>;
  #parts: RestoredParts;

  constructor(context: FormContext, translate: Translate<SubmissionMessages>, parts: RestoredParts) {
    const { attachments, receipt, reset, sender } = parts;
    this.#context = context;
    this.#translate = translate;
    this.#parts = parts;
    this.drafts = new DraftKeeper(context, {
      unsavedState: () => this.#unsavedState(),
      onDraft: draft => this.#resume(draft),
      onReceipt: stored => receipt.restore(stored),
    });
    this.note = new DraftNote(context, translate, {
      drafts: this.drafts,
      sender,
      takeFiles: () => attachments.list.all.map(({ file }) => file),
      addFiles: files => void attachments.add(files),
      reset,
    });
  }

  /** Forgets everything. */
  reset(): void {
    this.note.remove();
    this.drafts.clear();
    this.lostFiles = [];
    this.#context.test.draft = undefined;
  }

  #unsavedState(): Omit<Draft, 'values'> {
    const { attachments, sender } = this.#parts;
    const test = sender.isResumedTest === false ? undefined : testToken(this.#context);
    const hadFiles = attachments.list.names.length > 0;
    return {
      ...sender.state,
      hadFiles,
      test,
      ...(sender.state.isUnderWay && { files: [...this.lostFiles, ...attachments.list.stored] }),
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
}
