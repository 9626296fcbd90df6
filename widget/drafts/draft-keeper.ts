import type { ReactiveController } from 'lit';
import type { Definition } from '../../proxy/contract/definition.ts';
import { formatNumber } from '../../proxy/contract/normalise.ts';
import type { FormContext, FormHost } from '../form/form-context.ts';
import type { Field, FormModel } from '../form/form-model.ts';
import { type Draft, readStored, type Stored, type StoredReceipt, writeStored } from './form-storage.ts';

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
  #caseType = '';
  /** The values of the draft that was restored last. */
  #draftValues = new FormData();
  /** Where the form's states are stored, by their case types: the key in session storage, and the form's place on the
   * page. There is none if another element stores its state there. */
  #slots = new Map<string, { key: string; place: string }>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the first edit happened that isn't saved; undefined: all are. */
  #unsavedSinceMs: number | undefined;

  constructor(context: FormContext, owner: DraftOwner) {
    this.#context = context;
    this.#owner = owner;
    context.host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pagehide', this.save);
    document.addEventListener('visibilitychange', this.#onVisibilityChange);
    this.#context.host.requestUpdate(); // Afterwards, it looks for a draft.
  }

  hostDisconnected(): void {
    // A framework may recreate the form immediately, and the new form reads the draft.
    if (this.#unsavedSinceMs !== undefined) this.save();
    removeEventListener('pagehide', this.save);
    document.removeEventListener('visibilitychange', this.#onVisibilityChange);
  }

  hostUpdate(): void {
    // The form is about to be replaced.
    const isReplaced = this.#context.model.source.definition !== this.#definition;
    if (isReplaced && this.#unsavedSinceMs !== undefined) this.save();
  }

  /** Looks for a draft or a receipt once for each case type. */
  hostUpdated(): void {
    const { host, model } = this.#context;
    const { definition } = model.source;
    if (!definition) return;
    const isReplaced = definition !== this.#definition;
    this.#definition = definition;
    if (definition.case_type === this.#caseType) {
      // A preview may have questions that the form before it didn't have.
      if (isReplaced && this.restored) model.fill(this.#draftValues);
      return;
    }
    this.#caseType = definition.case_type;
    const slot = { key: model.draftKey, place: placeOf(host) };
    const owner = owners.get(`${slot.key} ${slot.place}`);
    const isFree = owner === host || !owner?.isConnected;
    if (isFree) {
      owners.set(`${slot.key} ${slot.place}`, host);
      this.#slots.set(this.#caseType, slot);
    }
    const stored = this.#isOn && isFree && readStored(slot.key, slot.place);
    if (stored) this.restore(stored);
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
    if (!this.#isOn || !model.element) return;
    const current = model.read();
    const values: Draft['values'] = {};
    for (const control of model.element.elements) {
      const name = control.getAttribute('name');
      if (name && !isFixed(host, model.prefill, name)) values[name] = current.getAll(name).map(String);
    }
    const isChanged = Object.entries(values).some(
      ([name, given]) => `${given}` !== `${model.prefill.getAll(name)}`,
    );
    const rest = this.#owner.unsavedState();
    const isKept = isChanged || rest.isUnderWay || model.step?.key;
    this.#write(isKept ? { values: toDraftValues(model, values), ...rest, step: model.step } : undefined);
  };

  /** Fills in a draft or shows a receipt, and stores it in place of what is stored. */
  restore(stored: Stored): void {
    this.#write(stored);
    if ('receipt' in stored) this.#owner.onReceipt(stored);
    else this.#restore(stored);
  }

  /** Saves a receipt in place of the draft. */
  saveReceipt(receipt: StoredReceipt): void {
    if (this.#isOn) this.#write(receipt);
  }

  /** Deletes the draft or the receipt of the form on the page, and that of another case type it has shown. */
  clear(caseType = this.#caseType): void {
    this.#cancelTimer();
    this.restored = undefined;
    this.#write(undefined);
    this.#write(undefined, caseType);
  }

  get #isOn(): boolean {
    return !!this.#definition?.draft && this.#context.host.getAttribute('draft') !== 'off';
  }

  #restore(draft: Draft): void {
    const { host, model } = this.#context;
    const values = new FormData();
    for (const [name, given] of Object.entries(fromDraftValues(model, draft.values))) {
      // The values that the site has fixed are not the visitor's, and may have changed since.
      if (isFixed(host, model.prefill, name)) continue;
      for (const value of given.length ? given : ['']) values.append(name, value);
    }
    this.#draftValues = values;
    model.fill(values);
    model.step = draft.step;
    model.isEdited ??= false;
    this.restored = draft;
    this.#owner.onDraft(draft);
  }

  #onVisibilityChange = (): void => {
    // Mobile browsers may end a hidden page without a pagehide event.
    if (document.visibilityState === 'hidden') this.save();
  };

  #cancelTimer(): void {
    clearTimeout(this.#timer);
    this.#unsavedSinceMs = undefined;
  }

  #write(stored: Stored | undefined, caseType = this.#caseType): void {
    const { key = '', place = '' } = this.#slots.get(caseType) ?? {};
    // A form that has been removed from the page may still upload files when another has taken its place.
    const isOwner = owners.get(`${key} ${place}`) === this.#context.host;
    if (isOwner) writeStored(key, place, stored);
  }
}

/** Tells the forms of one case type on a page apart: the element's id, or else its position. */
function placeOf(host: FormHost): string {
  const forms = [...(host.getRootNode() as ParentNode).querySelectorAll<FormHost>(host.localName)];
  return host.id || `${forms.filter(({ id, caseType }) => !id && caseType === host.caseType).indexOf(host)}`;
}

/** Whether the site has filled in a contact field that the visitor can't change. */
function isFixed({ hiddenFields, readonlyFields }: FormHost, prefill: FormData, name: string): boolean {
  return `${hiddenFields} ${readonlyFields}`.includes(name) && !!prefill.get(name);
}

/** Converts the values in a form to those of its draft. Numbers become decimal text: if the page is in another language
 * after a reload, `285,000` would be another number. */
function toDraftValues(model: FormModel, values: Draft['values']): Draft['values'] {
  return convertNumbers(model, values, (text, { question }) => model.normalise(question, text));
}

/** Converts the values of a draft to those in the form. */
function fromDraftValues(model: FormModel, values: Draft['values']): Draft['values'] {
  const lang = model.source.definition?.lang ?? '';
  return convertNumbers(model, values, text => formatNumber(text, lang));
}

/** Leaves out what the site has filled in: it can replace a value only as long as it is the same. */
function convertNumbers(
  { fields, prefill }: FormModel,
  values: Draft['values'],
  convert: (text: string, field: Field) => string,
): Draft['values'] {
  const convertValue = (name: string, text: string) => {
    const field = fields.find(each => each.name === name);
    return field?.question.type === 'number' && text !== prefill.get(name) ? convert(text, field) : text;
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, given]) => [name, given.map(text => convertValue(name, text))]),
  );
}
