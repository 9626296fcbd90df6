import { html, type ReactiveController, type TemplateResult } from 'lit';
import type { Sent } from '../submission/enquiry-request.ts';
import { isFixed } from '../submission/fixed-fields.ts';
import type { TranslateLater } from '../submission/sentences.ts';
import type { SendingHost } from '../submission/submission.ts';
import { type Draft, readDraft, writeDraft } from './draft-storage.ts';

/** Which element keeps its draft where: two forms must not share one. */
const owners = new Map<string, Element>();
const storage = () => sessionStorage;

/** Keeps what is typed, and puts it back after a reload. */
export class Drafting implements ReactiveController {
  /** What was found and put back. */
  found: Draft | undefined;
  /** What goes with the values. */
  sent: Sent | undefined;
  isUnderWay = false;
  hadFiles = false;
  #host: SendingHost;
  #onFound: (draft: Draft) => void;
  #caseType = '';
  #key = '';
  #place = '';

  constructor(host: SendingHost, onFound: (draft: Draft) => void) {
    this.#host = host;
    this.#onFound = onFound;
    host.element.addController(this);
  }

  hostConnected(): void {
    addEventListener('pagehide', this.save);
  }

  hostDisconnected(): void {
    removeEventListener('pagehide', this.save);
  }

  /** Looks for a draft when there is a form for which none was looked for. */
  hostUpdated(): void {
    const { draftKey, element, fill, prefill, source } = this.#host;
    const { definition } = source;
    if (!definition || definition.case_type === this.#caseType) return;
    this.#caseType = definition.case_type;
    this.#key = draftKey();
    this.#place = placeOf(element);
    const owned = `${this.#key} ${this.#place}`;
    if (owners.get(owned)?.isConnected) this.#place = '';
    else owners.set(owned, element);
    if (!this.#isOn) {
      this.clear();
      return;
    }

    const draft = readDraft(storage, this.#key, this.#place, Date.now());
    if (!draft) {
      void element.updateComplete.then(this.save); // What was typed while this was loading.
      return;
    }
    const values = new FormData();
    for (const [name, given] of Object.entries(draft.values)) {
      // What the site has fixed is not the visitor's, and may be another's by now.
      if (isFixed(element, prefill, name)) continue;
      for (const value of given.length ? [given].flat() : ['']) values.append(name, value);
    }
    fill(values);
    this.found = draft;
    this.sent = draft.sent;
    this.#onFound(draft);
    element.requestUpdate();
  }

  /** Keeps what stands in the form; nothing when that is what the site has filled in. */
  save = (): void => {
    if (!this.#isOn) return;
    const { element, prefill, typed } = this.#host;
    const form = element.renderRoot.querySelector('form');
    if (!form) return;
    const standing = typed();
    const values: Draft['values'] = {};
    for (const control of form.elements) {
      const name = control.getAttribute('name');
      if (name && !isFixed(element, prefill, name)) values[name] = standing.getAll(name).map(String);
    }
    const isTouched = Object.entries(values).some(
      ([name, given]) => `${given}` !== `${prefill.getAll(name)}`,
    );
    const { sent, isUnderWay, hadFiles } = this;
    this.#write(isTouched || isUnderWay ? { values, sent, isUnderWay, hadFiles } : undefined);
  };

  /** Keeps a request before it goes out. */
  sending(sent: Sent): void {
    this.sent = sent;
    this.isUnderWay = true;
    this.save();
  }

  /** Forgets everything. */
  clear(): void {
    this.found = this.sent = undefined;
    this.isUnderWay = this.hadFiles = false;
    this.#write(undefined);
  }

  /** That what was typed is back. */
  note(translate: TranslateLater): TemplateResult | undefined {
    const { element } = this.#host;
    const again = () => {
      element.reset();
      element.focus();
    };
    return (
      this.found &&
      html`<div class="note kept" part="note"><p>${translate('kept')}${this.found.hadFiles ? ` ${translate('filesNotKept')}` : ''}</p><button type="button" class="link" part="link" @click=${again}>${translate('startAgain')}</button></div>`
    );
  }

  get #isOn(): boolean {
    const { element, source } = this.#host;
    return !!this.#place && !!source.definition?.draft && element.getAttribute('draft') !== 'off';
  }

  #write(draft: Draft | undefined): void {
    if (this.#place) writeDraft(storage, this.#key, this.#place, Date.now(), draft);
  }
}

/** Which of the page's forms of a case type this is: its id, else its number. */
function placeOf(element: SendingHost['element']): string {
  const alike = [
    ...(element.getRootNode() as ParentNode).querySelectorAll<typeof element>(element.localName),
  ];
  return (
    element.id ||
    `${alike.filter(({ id, caseType }) => !id && caseType === element.caseType).indexOf(element)}`
  );
}
