import type { Enquiry } from '../../proxy/contract/enquiry.ts';
import type { FormContext, Measurement as MeasurementOfForm } from '../form/form-context.ts';
import { watchClient } from './client-signals.ts';
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
