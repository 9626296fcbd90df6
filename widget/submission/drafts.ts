import { html, type ReactiveController, type TemplateResult } from 'lit';
import type { Definition, Question } from '../../proxy/contract/definition.ts';
import { formatNumber } from '../../proxy/contract/normalise.ts';
import type { LazyAttachments } from '../attachments/lazy-attachments.ts';
import type { StoredFile } from '../client/requests.ts';
import {
  type Draft,
  placeOf,
  readStored,
  type Stored,
  type StoredReceipt,
  writeStored,
} from '../drafts/form-storage.ts';
import { linkButton } from '../form/field-view.ts';
import type { FormHost, SubmissionContext } from '../form/form-context.ts';
import { testToken } from '../form/test-token.ts';
import type { ReceiptController } from '../receipt/receipt.ts';
import type { Sender } from '../sending/sender.ts';

/** The elements that have claimed a place, because two forms must not share a draft. */
const owners = new Map<string, Element>();

/** How long typing must pause before an edit is saved. Storage is slow enough to delay a keystroke. */
const pauseMs = 1_000;
/** The longest time for which an edit stays unsaved while the page is visible. */
const maxUnsavedMs = 5_000;

/** The parts of a submission whose state is saved. */
interface SavedParts {
  sender: Sender;
  attachments: LazyAttachments;
  receipt: ReceiptController;
  /** Restores the initial form. */
  reset(): void;
}

/** Saves what the visitor types and afterwards the receipt. Restores after a reload what they typed, an enquiry that was
 * under way, or the receipt. Until the visitor edits something, a note says that a draft was restored. It has a button that
 * clears the draft, and then another that undoes this. */
export class Drafts implements ReactiveController {
  /** The files that a reload has lost while the enquiry was under way. */
  lostFiles: StoredFile[] = [];
  /** The draft that was restored; undefined once the note about it is out of date. */
  #restored: Draft | undefined;
  /** The values of the draft that was restored most recently. */
  #restoredValues = new FormData();
  /** Undoes that the visitor has cleared a restored draft; undefined if they haven't. */
  #undo: (() => void) | undefined;
  /** Whether the draft had files that the visitor hasn't chosen again. */
  #lacksFiles = false;
  /** The definition of the form on the page. */
  #definition: Definition | undefined;
  /** Where the form's states are stored, by their case types: the key in session storage, and the form's place on the
   * page. There is none if another element stores its state there. */
  #slots = new Map<string, { key: string; place: string }>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the first edit happened that isn't saved; undefined: all are. */
  #unsavedSinceMs: number | undefined;
  /** Whether a receipt is saved. The form may still be shown for a moment. */
  #hasReceipt = false;
  #context: SubmissionContext;
  #parts: SavedParts;

  constructor(context: SubmissionContext, parts: SavedParts) {
    this.#context = context;
    this.#parts = parts;
    context.host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pagehide', this.save);
    // Mobile browsers may end a hidden page without a pagehide event.
    document.addEventListener('visibilitychange', this.save);
    const look = () => this.#context.host.requestUpdate(); // Afterwards, it looks for a draft.
    look();
    if (document.prerendering) document.addEventListener('prerenderingchange', look);
  }

  hostDisconnected(): void {
    // A framework may recreate the form immediately, and the new form reads the draft.
    if (this.#unsavedSinceMs !== undefined) this.save();
    removeEventListener('pagehide', this.save);
    document.removeEventListener('visibilitychange', this.save);
  }

  hostUpdate(): void {
    const isAboutToBeReplaced = this.#context.model.source.definition !== this.#definition;
    if (isAboutToBeReplaced && this.#unsavedSinceMs !== undefined) this.save();
  }

  /** Looks for a draft or a receipt once for each tag. If the tag has several case types, they share both. On a page that
   * the visitor hasn't opened, nothing is stored or resumed. */
  hostUpdated(): void {
    const { host, model } = this.#context;
    const { definition } = model.source;
    if (!definition || document.prerendering) return;
    const before = this.#definition;
    this.#definition = definition;
    if (definition.case_type === before?.case_type) {
      // A preview may have questions that the form before it didn't have.
      if (definition !== before && this.#restored) model.fill(this.#restoredValues);
      return;
    }
    const slot = { key: model.draftKey, place: placeOf(host) };
    const owner = owners.get(`${slot.key} ${slot.place}`);
    const isFree = owner === host || !owner?.isConnected;
    const isSameTag = !!before && this.#slots.get(before.case_type)?.key === slot.key;
    if (isFree) {
      owners.set(`${slot.key} ${slot.place}`, host);
      this.#slots.set(definition.case_type, slot);
    }
    const stored = this.#isOn && isFree && !isSameTag && readStored(slot.key, slot.place);
    if (!this.#isOn) this.clear();
    // Saves what was typed while this part was loading.
    else if (!stored) void host.updateComplete.then(this.save);
    else {
      this.#write(stored); // Anew, for its whole lifetime.
      if ('receipt' in stored) this.#parts.receipt.restore(stored);
      else this.#restore(stored);
    }
  }

  /** Saves in the next pause in typing. */
  saveSoon(): void {
    const now = performance.now();
    this.#unsavedSinceMs ??= now;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.save, Math.min(pauseMs, this.#unsavedSinceMs + maxUnsavedMs - now));
  }

  /** Saves at once, unless the form is as the site has filled it in. */
  save = (): void => {
    this.#cancelTimer();
    const { host, model } = this.#context;
    const { attachments, sender } = this.#parts;
    if (!this.#isOn || !model.element || this.#hasReceipt) return;
    const current = model.read();
    const values: Draft['values'] = {};
    let isChanged = false;
    for (const control of model.element.elements) {
      const name = control.getAttribute('name');
      if (!name || isFixed(host, model.prefill, name)) continue;
      const given = current.getAll(name).map(String);
      isChanged ||= `${given}` !== `${model.prefill.getAll(name)}`;
      // If the page is in another language after a reload, `285,000` would be another number.
      values[name] = this.#convertNumbers(name, given, (text, question) => model.normalise(question, text));
    }
    const draft: Draft = {
      values,
      ...sender.state,
      hadFiles: attachments.names.length > 0 || this.#lacksFiles,
      test: sender.isResumedTest === false ? undefined : testToken(this.#context),
      ...(sender.state.isUnderWay && { files: [...this.lostFiles, ...attachments.stored] }),
      step: model.step,
    };
    this.#write(isChanged || draft.isUnderWay || model.step?.key ? draft : undefined);
  };

  /** Saves a receipt in place of the draft. */
  saveReceipt(receipt: StoredReceipt): void {
    this.#hasReceipt = true;
    if (this.#isOn) this.#write(receipt);
  }

  /** Deletes the draft or the receipt of the form on the page, and that of another case type it has shown. */
  clear(caseType = this.#definition?.case_type): void {
    this.#cancelTimer();
    this.#hasReceipt = false;
    this.#restored = undefined;
    this.#write(undefined);
    this.#write(undefined, caseType);
  }

  reset(): void {
    this.removeNote();
    this.clear();
    this.lostFiles = [];
    this.#lacksFiles = false;
    this.#context.test.draft = undefined;
  }

  /** Removes the note about a restored draft, because the visitor has gone on with it and scrolled past it, or moved to
   * another step. */
  dismiss(isSameStep: boolean): void {
    if (!this.#restored) return;
    const note = this.#context.host.renderRoot.querySelector('.kept');
    if (isSameStep && note && note.getBoundingClientRect().bottom > 0) return;
    this.#restored = undefined;
    this.#context.host.requestUpdate();
  }

  /** Removes the note, because the enquiry is being sent or the form was reset. */
  removeNote(): void {
    this.#restored = this.#undo = undefined;
  }

  note(): TemplateResult | undefined {
    const { translate } = this.#context;
    const restored = this.#restored;
    const show = (text: string, label: string, onClick: () => void) =>
      html`<div class="note kept" part="note"><p>${text}</p>${linkButton(label, onClick)}</div>`;
    if (this.#undo) return show(translate('answersCleared'), translate('undo'), this.#undo);
    if (!restored) return undefined;
    const hint = restored.hadFiles ? ` ${translate('chooseFilesAgain')}` : '';
    const clear = () => this.#clearRestored(restored);
    return show(translate('answersRestored') + hint, translate('clearAnswers'), clear);
  }

  /** Called when the list of files has changed. */
  filesChanged(): void {
    this.#lacksFiles &&= !this.#parts.attachments.names.length;
    this.saveSoon();
  }

  /** What the note said about files, at their list once the note is gone. */
  filesHint(): TemplateResult | undefined {
    if (!this.#lacksFiles || this.#restored || this.#parts.attachments.names.length) return undefined;
    return html`<p class="after">${this.#context.translate('chooseFilesAgain')}</p>`;
  }

  get #isOn(): boolean {
    return !!this.#definition?.draft && this.#context.host.getAttribute('draft') !== 'off';
  }

  /** Fills in a draft, and repeats an enquiry that was under way. */
  #restore(draft: Draft): void {
    const { announce, host, model, test, translate } = this.#context;
    const values = new FormData();
    const lang = model.source.definition?.lang ?? '';
    for (const [name, given] of Object.entries(draft.values)) {
      // The values that the site has fixed are not the visitor's, and may have changed since.
      if (isFixed(host, model.prefill, name)) continue;
      const entered = this.#convertNumbers(name, given, text => formatNumber(text, lang));
      for (const value of entered.length ? entered : ['']) values.append(name, value);
    }
    model.fill(values);
    model.step = draft.step;
    model.isEdited ??= false;
    test.draft = draft.test;
    const { request, isUnderWay, files = [], hadFiles } = draft;
    this.#restored = draft;
    this.#restoredValues = values;
    this.#lacksFiles = !!hadFiles;
    this.#parts.sender.state.request = request;
    if (isUnderWay && request) {
      this.#parts.sender.resume(request);
      this.lostFiles = files;
      void host.submit();
    } else announce(translate('answersRestored'));
  }

  #clearRestored(draft: Draft): void {
    const { host, model, announce, test, translate } = this.#context;
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
      this.#restored = draft;
      this.#lacksFiles = !!draft.hadFiles;
      test.draft = draft.test;
      // The proxy may have accepted it. If the visitor sends the same answers again, it recognises the repeat.
      sender.state.request ??= request;
      this.saveSoon();
      if (files.length) void attachments.add(files);
      announce(translate('answersRestored'));
      host.focus();
    };
    announce(translate('answersCleared'));
    host.focus();
  }

  /** Converts the values of a number's field, whose draft has decimal text. What the site has filled in stays: it can
   * replace a value only as long as it is the same. */
  #convertNumbers(name: string, given: string[], convert: (text: string, question: Question) => string) {
    const { fields, prefill } = this.#context.model;
    const { question } = fields.find(field => field.name === name) ?? {};
    if (question?.type !== 'number') return given;
    return given.map(text => (text === prefill.get(name) ? text : convert(text, question)));
  }

  #cancelTimer(): void {
    clearTimeout(this.#timer);
    this.#unsavedSinceMs = undefined;
  }

  #write(stored: Stored | undefined, caseType = this.#definition?.case_type): void {
    const { key = '', place = '' } = this.#slots.get(caseType ?? '') ?? {};
    // A form that has been removed from the page may still upload files when another has taken its place.
    const isOwner = owners.get(`${key} ${place}`) === this.#context.host;
    if (isOwner) writeStored(key, place, stored);
  }
}

/** Whether the site has filled in a contact field that the visitor can't change. */
function isFixed({ hiddenFields, readonlyFields }: FormHost, prefill: FormData, name: string): boolean {
  return `${hiddenFields} ${readonlyFields}`.includes(name) && !!prefill.get(name);
}
