import type { ReactiveController } from 'lit';
import type { ClientSignals, Enquiry } from '../../proxy/contract/enquiry.ts';
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
import type { AcceptedDetail, FormContext, Measurement as MeasurementOfForm } from '../form/form-context.ts';
import type { LazyObject } from '../form/lazy-object.ts';
import { testToken } from '../form/test-token.ts';
import { pushEvent, pushEvents } from './data-layer.ts';
import { followPageContact } from './page-contact.ts';
import type { SentState, TestMode } from './test-mode.ts';

export const create = (context: FormContext, submission: SentState) => new Measurement(context, submission);

/** Remembers the visit in the mode of the tag, adds to an enquiry where it comes from and how the visitor used the form, and
 * emits the form's conversions. */
class Measurement implements MeasurementOfForm, ReactiveController {
  #context: FormContext;
  #submission: SentState;
  /** The records of the visit by mode. There is none until the definition is loaded, because it lists the parameters. */
  #records = new Map<Mode, VisitRecord>();
  /** The part for the page's test link, which ordinary visitors never load. */
  #testMode: LazyObject<TestMode>;
  /** The token when the visitor pressed Send. The retries use it, too. */
  #decision: { token: string | undefined } | undefined;
  #readClient: ReturnType<typeof watchClient>;

  constructor(context: FormContext, submission: SentState) {
    const { host } = context;
    this.#context = context;
    this.#submission = submission;
    const readAttribution = () => this.#readAttribution();
    this.#testMode = context.lazy(() => import('./test-mode.ts'), context, submission, readAttribution);
    host.addEventListener('enquiry-before-submit', () => {
      this.#decision = { token: testToken(context) };
    });
    const begin = () => {
      if (readConsent(context.visit.consent) === false) forget(); // From before this part was loaded or the page was opened.
      host.addController(this);
      pushEvents(context, readAttribution);
      watchStart(context, watchView(context));
      followPageContact(context);
    };
    const open = () => {
      begin();
      host.requestUpdate('caseType'); // Afterwards, it looks for what the tab has stored meanwhile.
    };
    if (document.prerendering) document.addEventListener('prerenderingchange', open);
    else begin();
    this.#readClient = watchClient(context);
    guardFields(context);
    checkTag(context);
  }

  hostConnected(): void {
    addEventListener('hashchange', this.#onHashChange);
    addEventListener(consentEvent, this.#onConsent, true);
    this.#onConsent(); // The visitor may have consented while the form was outside the page.
    this.hostUpdated();
  }

  hostDisconnected(): void {
    removeEventListener('hashchange', this.#onHashChange);
    removeEventListener(consentEvent, this.#onConsent, true);
  }

  hostUpdated(): void {
    const { host, model } = this.#context;
    const { current, isLoading } = this.#testMode;
    const isTest = this.#submission.current?.isSentTest || testToken(this.#context) !== undefined;
    if (isTest && !current && !isLoading) void this.#testMode.load();
    if (model.source.definition && !this.#records.has(readMode(host))) this.#remember();
  }

  /** Whether the form's enquiry is a test: the one that was sent, or else the one in the form. */
  get isTest(): boolean {
    return this.#submission.current?.isSentTest ?? testToken(this.#context) !== undefined;
  }

  async additions(): Promise<Partial<Enquiry>> {
    const client = this.#readClient();
    this.#decision ??= { token: testToken(this.#context) };
    const { token: test } = this.#decision;
    if (test) await (this.#testMode.current ?? (await this.#testMode.load()))?.checked;
    return { ...this.#readAttribution(), ...(client && { client }), ...(test && { test }) };
  }

  pushAccepted(detail: AcceptedDetail, accepted: Enquiry): void {
    pushEvent(this.#context, 'enquiry-accepted', detail, () => accepted);
  }

  #onHashChange = (): void => this.#context.host.requestUpdate(); // Afterwards, it looks for a test link.

  #onConsent = (): void => {
    const { model, visit } = this.#context;
    if (model.source.definition && readConsent(visit.consent)) this.#remember();
  };

  /** The marketing fields and `attribution` of an enquiry that is sent now. */
  #readAttribution(): Partial<Enquiry> {
    const { host, model, visit } = this.#context;
    const mode = readMode(host);
    this.hostUpdated(); // The mode may have changed.
    const isKept = readConsent(visit.consent) !== false && isRemembered(mode);
    const record = (isKept && this.#records.get(mode)) || addPage(undefined, this.#page, this.#names);
    return attributeForm(host, {
      addresses: [location.href, model.address],
      visit: record,
      settings: model.source.definition?.attribution,
    });
  }

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

/** Warns the site's developer of an unknown mode and of malformed JSON; of the latter not before a framework has had the
 * time to set the property in place of an attribute such as `[object Object]`, which is how a server renders an object. */
function checkTag({ host, model }: FormContext): void {
  const mode = host.getAttribute('attribution');
  if (mode && mode !== readMode(host)) {
    console.warn(`enquiry-form: attribution is not one of ${modes.join(', ')}: "${mode}"`);
  }
  setTimeout(() => {
    try {
      JSON.parse(host.getAttribute('values') ?? '{}');
    } catch {
      if ([...model.prefill].length === 0) console.warn('enquiry-form: values is not JSON');
    }
  }, 3_000);
}

/** Lets fields work on pages whose scripts cancel clicks and keys, or handle keys as shortcuts, unless the target is a field:
 * outside the shadow root, the target of an event is the form. Escape and Tab still reach the page, for its dialogs. */
function guardFields({ host }: FormContext): void {
  const root = host.renderRoot;
  const isIn = (target: EventTarget | null, fields: string): target is HTMLElement =>
    !!(target as Element).matches?.(fields);
  root.addEventListener('keydown', event => {
    const { key, target } = event as KeyboardEvent;
    if (isIn(target, 'input, select, textarea') && !/^(Escape|Tab)$/.test(key)) event.stopPropagation();
  });
  // The page may have cancelled `mousedown`, which moves the focus.
  root.addEventListener('click', ({ target }) => {
    if (isIn(target, 'select, textarea, input:not([type=checkbox], [type=radio], [type=file])'))
      target.focus();
  });
}

/** Some screen readers and voice control only cause a `click`. */
const touches = ['focusin', 'pointerdown', 'keydown', 'click'];

/** Notes when the visitor touches the form first, but nothing of what is entered. Returns a function that returns the
 * signals of the enquiry that is being sent. It returns undefined if there are none, or if the page calls `submit()`,
 * because the visitor may not have used the form. */
function watchClient({ host, model }: FormContext): () => ClientSignals | undefined {
  const root = host.renderRoot;
  let firstTouchAt: number | undefined;
  let sentAt: number | undefined;

  const onTouch = ({ isTrusted, timeStamp }: Event) => {
    if (!isTrusted) return; // It comes from a script.
    // A person is also fast if the site or a draft has filled in the form.
    if (![...model.read().values()].some(Boolean)) firstTouchAt = timeStamp;
    for (const type of touches) root.removeEventListener(type, onTouch, true);
  };
  // The visitor may have started before this part was loaded.
  if (!root.activeElement) for (const type of touches) root.addEventListener(type, onTouch, true);
  const onSubmit = ({ timeStamp }: Event) => {
    sentAt = timeStamp;
  };
  // Listens in the capture phase, because WebKit may send the whole enquiry before the event has bubbled.
  root.addEventListener('submit', onSubmit, true);

  return () => {
    const isKnown = sentAt !== undefined && firstTouchAt !== undefined;
    const signals = isKnown ? { first_touch_ms: Math.round(sentAt! - firstTouchAt!) } : undefined;
    sentAt = undefined;
    return signals;
  };
}

/** The time for which the form must be in view. */
const viewMs = 1_000;

/** The shares of the form at which the browser reports how much of it is in view. There is one for each percent, because
 * half of the viewport can be a small share of a tall form. */
const threshold = [...Array(101).keys()].map(percent => percent / 100);

/** Emits `enquiry-view` after the form has been in view for a second. A page in a background tab doesn't count. Returns a
 * function that emits it at once if that hasn't happened yet. */
function watchView({ emit, host, model }: FormContext): () => void {
  let isReported = false;
  let isInView = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    clearTimeout(timer);
    if (isInView && document.visibilityState === 'visible') timer = setTimeout(report, viewMs);
  };
  const observer = new IntersectionObserver(
    entries => {
      const wasInView = isInView;
      isInView = isViewed(entries.at(-1)!); // There is at least one.
      if (isInView === wasInView) return;
      // The listener is removed when the form isn't in view. Otherwise the document would keep a removed form in memory.
      if (isInView) document.addEventListener('visibilitychange', update);
      else document.removeEventListener('visibilitychange', update);
      update();
    },
    { threshold },
  );
  const report = () => {
    if (isReported) return;
    if (!model.element) return update(); // A receipt has replaced the form. A new one may follow.
    isReported = true;
    observer.disconnect();
    document.removeEventListener('visibilitychange', update);
    emit('enquiry-view', { case_type: model.source.requested?.caseType });
  };
  void model.rendered.then(() => {
    // The host itself may have no box.
    if (!isReported) observer.observe(host.renderRoot.querySelector('.frame')!);
  });
  return report;
}

/** Whether half of the form is visible. If the form is more than twice as tall as the viewport, it must cover half of the
 * viewport instead. */
export function isViewed(entry: IntersectionObserverEntry): boolean {
  const { boundingClientRect: form, intersectionRatio, intersectionRect, rootBounds } = entry;
  // In a frame of another origin, the viewport of the page around it is unknown, and the frame may be as tall as the
  // form.
  const viewport = rootBounds?.height ?? Math.min(innerHeight, screen.availHeight);
  return form.height > 2 * viewport ? intersectionRect.height >= viewport / 2 : intersectionRatio >= 0.5;
}

/** Emits `enquiry-start` when the visitor changes a field for the first time, or has done so already. `reportView` is
 * called first: a visitor who fills in the form quickly, or at the edge of a small viewport, has seen it, too. */
function watchStart({ emit, host, model }: FormContext, reportView: () => void): void {
  const root = host.renderRoot;
  const start = () => {
    if (!model.element) return; // A file was chosen on the receipt.
    root.removeEventListener('input', start);
    reportView();
    emit('enquiry-start', { case_type: model.source.requested?.caseType });
  };
  root.addEventListener('input', start);
  // Whether the visitor changed a field before this part was loaded. Unless a draft was restored, the form then has other
  // values than those that the site filled in. Empty values are ignored, because a control may not have accepted the
  // site's value.
  const isChanged = ([name, value]: [string, FormDataEntryValue]) =>
    value && typeof value === 'string' && !model.prefill.getAll(name).includes(value);
  if (model.isEdited ?? [...model.read()].some(isChanged)) start();
}

const consentEvent = 'enquiry-consent';
// These listeners stay for the life of the page, because the form may be gone when the visitor withdraws consent.
addEventListener(
  consentEvent,
  event => readConsent(event) === false && !document.prerendering && forget(),
  true,
);
// If the visitor withdraws consent in another tab, it is withdrawn in this tab, too. Otherwise a form that is added later
// would store the visit again.
addEventListener('storage', event => {
  if (!isErasure(event)) return;
  document.dispatchEvent(new CustomEvent(consentEvent, { detail: { attribution: false } }));
});
