import type { ReactiveController } from 'lit';
import type { Enquiry } from '../../proxy/contract/enquiry.ts';
import { attributeForm, parameterNames, readMode } from '../attribution/precedence.ts';
import {
  addPage,
  checkRecord,
  describePage,
  forget,
  isErasure,
  isRemembered,
  type Mode,
  modes,
  readConsent,
  remember,
  type VisitedPage,
  type VisitRecord,
} from '../attribution/record.ts';
import type { FormContext } from '../form/form-context.ts';

const consentEvent = 'enquiry-consent';
// These listeners stay for the life of the page, because the form may be gone when the visitor withdraws consent.
addEventListener(consentEvent, event => readConsent(event) === false && forget(), true);
// If the visitor withdraws consent in another tab, it is withdrawn in this tab, too. Otherwise a form that is added later
// would store the visit again.
addEventListener('storage', event => {
  if (!isErasure(event)) return;
  document.dispatchEvent(new CustomEvent(consentEvent, { detail: { attribution: false } }));
});

/** Remembers the visit in the mode of the tag, and reads where the form's enquiry comes from. */
export class FormAttribution implements ReactiveController {
  #context: FormContext;
  /** The records by mode. There is none until the definition is loaded, because it lists the parameters. */
  #records = new Map<Mode, VisitRecord>();

  constructor(context: FormContext) {
    const { host, visit } = context;
    this.#context = context;
    const given = host.getAttribute('attribution');
    if (given && !modes.some(mode => mode === given)) {
      console.warn(`enquiry-form: attribution is not one of ${modes.join(', ')}: "${given}"`);
    }
    if (readConsent(visit.consent) === false) forget();
    host.addController(this);
    this.hostUpdated();
  }

  hostConnected(): void {
    addEventListener(consentEvent, this.#onConsent, true);
    this.#onConsent(); // The visitor may have consented while the form was outside the page.
  }

  hostDisconnected(): void {
    removeEventListener(consentEvent, this.#onConsent, true);
  }

  hostUpdated(): void {
    const { host, model } = this.#context;
    if (model.source.definition && !this.#records.has(readMode(host))) this.#remember();
  }

  /** The marketing fields and `attribution` of an enquiry that is sent now. */
  read(): Partial<Enquiry> {
    const { host, model, visit } = this.#context;
    const mode = readMode(host);
    this.hostUpdated();
    const isKept = readConsent(visit.consent) !== false && isRemembered(mode);
    const record = (isKept && this.#records.get(mode)) || addPage(undefined, this.#page, this.#names);
    return attributeForm(host, {
      addresses: [location.href, model.address],
      visit: record,
      settings: model.source.definition?.attribution,
    });
  }

  #onConsent = (): void => {
    const { model, visit } = this.#context;
    if (model.source.definition && readConsent(visit.consent)) this.#remember();
  };

  #remember(): void {
    const { host, visit } = this.#context;
    const mode = readMode(host);
    const record = remember(mode, readConsent(visit.consent), this.#page, this.#names);
    this.#records.set(mode, checkRecord(record, this.#names));
  }

  get #names(): string[] {
    return parameterNames(this.#context.model.source.definition?.attribution);
  }

  get #page(): VisitedPage {
    const { model, visit } = this.#context;
    return describePage([visit.address, model.address, location.href]);
  }
}
