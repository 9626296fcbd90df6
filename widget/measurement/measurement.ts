import type { ClientSignals, Enquiry } from '../../proxy/contract/enquiry.ts';
import type { FormContext, Measurement as MeasurementOfForm } from '../form/form-context.ts';
import { pushEvents } from './data-layer.ts';
import { FormAttribution } from './form-attribution.ts';
import { type SentState, TestMode } from './test-mode.ts';
import { watchStart, watchView } from './view-and-start.ts';

export const prepare = (context: FormContext, submission: SentState) => () =>
  new Measurement(context, submission);

/** Adds to an enquiry where it comes from and how the visitor used the form, and emits the form's conversions. */
class Measurement implements MeasurementOfForm {
  #attribution: FormAttribution;
  #testMode: TestMode;
  #readClient: ReturnType<typeof watchClient>;

  constructor(context: FormContext, submission: SentState) {
    this.#attribution = new FormAttribution(context);
    this.#testMode = new TestMode(context, submission);
    pushEvents(context, () => this.#attribution.read());
    watchStart(context);
    this.#readClient = watchClient(context);
    void watchView(context);
  }

  get isTest(): boolean {
    return this.#testMode.isTest;
  }

  async additions(): Promise<Partial<Enquiry>> {
    const client = this.#readClient();
    const test = await this.#testMode.token();
    return { ...this.#attribution.read(), ...(client && { client }), ...(test && { test }) };
  }
}

/** A page's scripts can't create trusted events of these types, but they can cause trusted `input` and `focusin` events.
 * Some screen readers and voice control only cause a `click`. */
const userEvents = ['pointerdown', 'keydown', 'click'];

/** Watches the form's first events, but not their content. Returns a function that returns the signals of the enquiry
 * that is being sent. It returns undefined if the page calls `submit()`, because the visitor may not have used the
 * form. */
function watchClient({ host, model }: FormContext): () => ClientSignals | undefined {
  const root = host.shadowRoot!; // The form is in it.
  // The visitor may have started before this part was loaded.
  const wasTouched = !!root.activeElement;
  let firstTouchAt: number | undefined;
  let wasFilledIn = false;
  let isTrusted = false;
  let sentAt: number | undefined;

  const onTouch = (event: Event) => {
    if (!event.isTrusted) return;
    if (firstTouchAt === undefined) {
      firstTouchAt = event.timeStamp;
      wasFilledIn = [...model.read().values()].some(Boolean);
    }
    if (event.type === 'focusin') return;
    isTrusted = true;
    for (const type of ['focusin', ...userEvents]) root.removeEventListener(type, onTouch, true);
  };
  for (const type of ['focusin', ...userEvents]) root.addEventListener(type, onTouch, true);
  // Listens in the capture phase, because WebKit may send the whole enquiry before the event has bubbled.
  root.addEventListener(
    'submit',
    ({ timeStamp }) => {
      sentAt = timeStamp;
    },
    true,
  );

  return () => {
    if (sentAt === undefined) return undefined;
    // A person is also fast if the site or a draft has filled in the form, or if the visitor comes back to it.
    const isTimeKnown = firstTouchAt !== undefined && !wasTouched && !wasFilledIn;
    const firstTouchMs = isTimeKnown ? Math.round(sentAt - firstTouchAt!) : undefined;
    sentAt = undefined;
    return { ...(firstTouchMs !== undefined && { first_touch_ms: firstTouchMs }), is_trusted: isTrusted };
  };
}
