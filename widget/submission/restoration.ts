import { html, type TemplateResult } from 'lit';
import { fieldOf, showField } from '../answers/controls.ts';
import type { LazyAttachments } from '../attachments/lazy-attachments.ts';
import type { StoredFile } from '../client/requests.ts';
import { DraftKeeper } from '../drafts/draft-keeper.ts';
import type { Draft } from '../drafts/form-storage.ts';
import { linkButton } from '../form/field-view.ts';
import type { SubmissionContext } from '../form/form-context.ts';
import { testToken } from '../form/test-token.ts';
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

/** Restores after a reload what the visitor typed, an enquiry that was under way, or the receipt. Until the visitor
 * edits something, a note says that a draft was restored. It has a button that clears the draft, and then another that
 * undoes this. */
export class Restoration {
  readonly drafts: DraftKeeper;
  /** The files that a reload has lost while the enquiry was under way. */
  lostFiles: StoredFile[] = [];
  /** The field that had the focus last, by its name, or the id of another control; empty: none yet. */
  #focused = '';
  /** Whether the draft had files that the visitor hasn't chosen again. */
  #lacksFiles = false;
  /** Undoes that the visitor has cleared a restored draft; undefined if they haven't. */
  #undo: (() => void) | undefined;
  #context: SubmissionContext;
  #parts: RestoredParts;

  constructor(context: SubmissionContext, parts: RestoredParts) {
    this.#context = context;
    this.#parts = parts;
    const root = context.host.renderRoot;
    const remember = (control: Element | null) => {
      this.#focused = (control && fieldOf(context.model, control)?.name) || control?.id || this.#focused;
    };
    root.addEventListener('focusin', ({ target }) => remember(target as Element)); // Only elements have the focus.
    remember(root.activeElement); // The first focus has loaded this part.
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
    this.#lacksFiles = false;
    this.#focused = '';
    this.#context.test.draft = undefined;
  }

  /** Removes the note about a restored draft, because the visitor has gone on with it and scrolled past it, or moved to
   * another step. */
  dismiss(isSameStep: boolean): void {
    if (!this.drafts.restored) return;
    const note = this.#context.host.renderRoot.querySelector('.kept');
    if (isSameStep && note && note.getBoundingClientRect().bottom > 0) return;
    this.drafts.restored = undefined;
    this.#context.host.requestUpdate();
  }

  /** Removes the note, because the enquiry is being sent or the form was reset. */
  removeNote(): void {
    this.drafts.restored = this.#undo = undefined;
  }

  note(): TemplateResult | undefined {
    const translate = this.#context.translate;
    const { restored } = this.drafts;
    const show = (text: string, label: string, onClick: () => void) =>
      html`<div class="note kept" part="note"><p>${text}</p>${linkButton(label, onClick)}</div>`;
    const undo = this.#undo;
    if (undo) return show(translate('answersCleared'), translate('undo'), undo);
    if (!restored) return undefined;
    const hint = restored.hadFiles ? ` ${translate('chooseFilesAgain')}` : '';
    const clear = () => this.#clear(restored);
    return show(translate('answersRestored') + hint, translate('clearAnswers'), clear);
  }

  /** Called when the list of files has changed. */
  filesChanged(): void {
    this.#lacksFiles &&= !this.#parts.attachments.names.length;
    this.drafts.saveSoon();
  }

  /** What the note said about files, at their list once the note is gone. */
  filesHint(): TemplateResult | undefined {
    if (!this.#lacksFiles || this.drafts.restored || this.#parts.attachments.names.length) return undefined;
    return html`<p class="after">${this.#context.translate('chooseFilesAgain')}</p>`;
  }

  /** Scrolls to the field that had the focus last, unless the page has been scrolled or its address leads elsewhere. */
  async #returnTo(focused: string): Promise<void> {
    const { host, model } = this.#context;
    if (scrollY) return;
    await model.rendered;
    await host.updateComplete;
    await host.updateComplete; // Restored answers have made questions appear.
    if (!scrollY && !location.hash && host.layout !== 'steps') showField(host, focused);
  }

  #unsavedState(): Omit<Draft, 'values'> {
    const { attachments, sender } = this.#parts;
    return {
      ...sender.state,
      focused: this.#focused,
      hadFiles: attachments.names.length > 0 || this.#lacksFiles,
      test: sender.isResumedTest === false ? undefined : testToken(this.#context),
      ...(sender.state.isUnderWay && { files: [...this.lostFiles, ...attachments.stored] }),
    };
  }

  #resume({ request, isUnderWay, files = [], focused = '', hadFiles, test }: Draft): void {
    const { host, announce } = this.#context;
    this.#parts.sender.state.request = request;
    this.#context.test.draft = test;
    this.#focused = focused;
    this.#lacksFiles = !!hadFiles;
    if (!isUnderWay || !request) {
      announce(this.#context.translate('answersRestored'));
      void this.#returnTo(focused);
      return;
    }
    this.#parts.sender.resume(request);
    this.lostFiles = files;
    void host.submit();
  }

  #clear(draft: Draft): void {
    const { host, model, announce, test } = this.#context;
    const { attachments, sender } = this.#parts;
    const { step } = model;
    const values = model.read();
    const { files } = attachments;
    const { request } = sender.state;
    this.#parts.reset();
    // Questions that the visitor has answered since keep their answers.
    this.#undo = () => {
      this.#undo = undefined;
      model.fill(values);
      model.step ??= step;
      this.drafts.restored = draft;
      this.#lacksFiles = !!draft.hadFiles;
      test.draft = draft.test;
      // The proxy may have accepted it. If the visitor sends the same answers again, it recognises the repeat.
      sender.state.request ??= request;
      this.drafts.saveSoon();
      if (files.length) void attachments.add(files);
      announce(this.#context.translate('answersRestored'));
      host.focus();
    };
    announce(this.#context.translate('answersCleared'));
    host.focus();
  }
}
