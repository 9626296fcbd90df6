import type { ReactiveController } from 'lit';
import type { Definition, Question } from '../../proxy/contract/definition.ts';
import { formatNumber } from '../../proxy/contract/normalise.ts';
import type { FormContext, FormHost } from '../form/form-context.ts';
import {
  type Draft,
  placeOf,
  readStored,
  type Stored,
  type StoredReceipt,
  writeStored,
} from './form-storage.ts';

/** The elements that have claimed a place, because two forms must not share a draft. */
const owners = new Map<string, Element>();

/** How long typing must pause before an edit is saved. Storage is slow enough to delay a keystroke. */
const pauseMs = 1_000;
/** The longest time for which an edit stays unsaved while the page is visible. */
const maxUnsavedMs = 5_000;

export interface DraftOwner {
  /** What is saved along with the values. */
  unsavedState(): Omit<Draft, 'values'>;
  /** Called after the values of a draft were filled in. */
  onDraft(draft: Draft): void;
  /** Called when there is a receipt in place of a draft. */
  onReceipt(stored: StoredReceipt): void;
}

/** Saves what the visitor types and afterwards the receipt, and restores them after a reload. */
export class DraftKeeper implements ReactiveController {
  /** The draft that was restored; undefined once the note about it is out of date. */
  restored: Draft | undefined;
  #context: FormContext;
  #owner: DraftOwner;
  /** The definition of the form on the page. */
  #definition: Definition | undefined;
  /** The values of the draft that was restored last. */
  #draftValues = new FormData();
  /** Where the form's states are stored, by their case types: the key in session storage, and the form's place on the
   * page. There is none if another element stores its state there. */
  #slots = new Map<string, { key: string; place: string }>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the first edit happened that isn't saved; undefined: all are. */
  #unsavedSinceMs: number | undefined;
  /** Whether a receipt is saved. The form may still be shown for a moment. */
  #hasReceipt = false;

  constructor(context: FormContext, owner: DraftOwner) {
    this.#context = context;
    this.#owner = owner;
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
      if (definition !== before && this.restored) model.fill(this.#draftValues);
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
    if (stored) this.#restore(stored);
    else if (!this.#isOn) this.clear();
    // Saves what was typed while this part was loading.
    else void host.updateComplete.then(this.save);
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
    const rest = this.#owner.unsavedState();
    const isKept = isChanged || rest.isUnderWay || model.step?.key;
    this.#write(isKept ? { values, ...rest, step: model.step } : undefined);
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
    this.restored = undefined;
    this.#write(undefined);
    this.#write(undefined, caseType);
  }

  get #isOn(): boolean {
    return !!this.#definition?.draft && this.#context.host.getAttribute('draft') !== 'off';
  }

  /** Fills in a draft or shows a receipt, and saves it anew. */
  #restore(stored: Stored): void {
    const { host, model } = this.#context;
    this.#write(stored);
    if ('receipt' in stored) {
      this.#owner.onReceipt(stored);
      return;
    }
    const values = new FormData();
    const lang = model.source.definition?.lang ?? '';
    for (const [name, given] of Object.entries(stored.values)) {
      // The values that the site has fixed are not the visitor's, and may have changed since.
      if (isFixed(host, model.prefill, name)) continue;
      const entered = this.#convertNumbers(name, given, text => formatNumber(text, lang));
      for (const value of entered.length ? entered : ['']) values.append(name, value);
    }
    this.#draftValues = values;
    model.fill(values);
    model.step = stored.step;
    model.isEdited ??= false;
    this.restored = stored;
    this.#owner.onDraft(stored);
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
