import { html, type TemplateResult } from 'lit';
import type { EnquiryRequest } from '../client/enquiry.ts';
import type { FormContext } from '../form/form-context.ts';
import type { FormModel } from '../form/form-model.ts';
import type { SubmissionMessages } from '../messages/en-submission.ts';
import type { Translate } from '../messages/format.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import type { Draft } from './form-storage.ts';

/** The parts of a form that the note clears and restores. */
export interface ClearableForm {
  drafts: DraftKeeper;
  /** With the last request, whose outcome may be unknown. */
  sender: { state: { request?: EnquiryRequest | undefined } };
  /** Adds the files to the form again. Default: none were chosen. */
  takeFiles(): File[];
  addFiles(files: File[]): void;
  reset(): void;
}

/** The note that a draft was restored, with a button that clears it and another that undoes this. */
export class DraftNote {
  #cleared:
    | {
        draft: Draft;
        values: FormData;
        files: File[];
        request: EnquiryRequest | undefined;
        step: FormModel['step'];
      }
    | undefined;
  #context: FormContext;
  #translate: Translate<SubmissionMessages>;
  #form: ClearableForm;

  constructor(context: FormContext, translate: Translate<SubmissionMessages>, form: ClearableForm) {
    this.#context = context;
    this.#translate = translate;
    this.#form = form;
  }

  /** Removes the note, because the enquiry is being sent or the form was reset. */
  remove(): void {
    this.#form.drafts.restored = this.#cleared = undefined;
  }

  /** Undefined without a draft. */
  render(): TemplateResult | undefined {
    const translate = this.#translate;
    const { restored } = this.#form.drafts;
    if (this.#cleared) return note(translate('answersCleared'), translate('undo'), this.#undo);
    if (!restored) return undefined;
    const text = translate('answersRestored');
    const hint = restored.hadFiles ? ` ${translate('chooseFilesAgain')}` : '';
    return note(text + hint, translate('clearAnswers'), () => this.#clear(restored));
  }

  #clear(draft: Draft): void {
    const { host, model, announce } = this.#context;
    const { request } = this.#form.sender.state;
    const cleared = { draft, values: model.read(), files: this.#form.takeFiles(), request, step: model.step };
    this.#form.reset();
    this.#cleared = cleared;
    announce(this.#translate('answersCleared'));
    host.focus();
  }

  /** Restores the answers, except to questions that the visitor has answered since. */
  #undo = (): void => {
    const { host, model, announce, test } = this.#context;
    const { draft, values, files, request, step } = this.#cleared!; // The button is only shown then.
    this.#cleared = undefined;
    model.fill(values);
    model.step ??= step;
    this.#form.drafts.restored = draft;
    test.draft = draft.test;
    // The proxy may have accepted it. If the visitor sends the same answers again, it recognises the repeat.
    this.#form.sender.state.request ??= request;
    this.#form.drafts.saveSoon();
    if (files.length) this.#form.addFiles(files);
    announce(this.#translate('answersRestored'));
    host.focus();
  };
}

function note(text: string, label: string, onClick: () => void): TemplateResult {
  return html`<div class="note kept" part="note"><p>${text}</p><button type="button" class="link" part="link" @click=${onClick}>${label}</button></div>`;
}
