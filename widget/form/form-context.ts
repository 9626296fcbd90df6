import type { LitElement } from 'lit';
import type { Enquiry } from '../../proxy/contract/enquiry.ts';
import type { TagValues } from '../attribution/precedence.ts';
import type { Localizer } from '../messages/localizer.ts';
import type { Emit } from './events.ts';
import type { FixedFields } from './fields.ts';
import type { FormModel } from './form-model.ts';
import type { LazyController } from './lazy-controller.ts';

/** The element as its lazy parts see it: its attributes and public methods. */
export interface FormHost extends LitElement, TagValues, FixedFields {
  caseType: string | null | undefined;
  layout: string | null | undefined;
  submit(): Promise<boolean>;
  reset(): void;
}

/** The current step of a form in steps. A draft keeps it. */
export interface StepPlace {
  /** The step's key. */
  key: number;
  /** Whether the visitor came here to change an answer, so that Continue leads back to the last step. */
  isDetour?: boolean;
}

/** Facts about the visit to this page. */
export interface Visit {
  /** The page's address when the script was first evaluated. The page may have changed it since. */
  address: string;
  /** The last `enquiry-consent` event. */
  consent?: CustomEvent;
}

/** The interface of attribution, conversions, client signals and test mode for other parts. */
export interface Measurement {
  /** The members that measurement adds to an enquiry: the marketing fields, `attribution`, `client` and `test`. */
  additions(): Promise<Partial<Enquiry>>;
}

/** The state of test mode, which the submission also uses. */
export interface TestState {
  /** The token of the page's test link. */
  link?: string | undefined;
  /** The token in the restored draft, in case the page has removed it from its address. */
  draft?: string | undefined;
  /** Whether the proxy has confirmed the token; undefined until it responds. */
  isValid?: boolean | undefined;
  /** Whether the enquiry that is resumed or was accepted is a test. Undefined if there is no such enquiry. */
  isSentTest?: boolean | undefined;
}

/** The objects that the entry shares with the lazy parts, which can't import the entry. */
export interface FormContext {
  host: FormHost;
  model: FormModel;
  localizer: Localizer;
  emit: Emit;
  /** Replaces the message in the form's live region, which screen readers read out; an empty one is silent. */
  announce(message: string): void;
  visit: Visit;
  /** The page's address when the element was created. */
  address: string;
  /** Whether the visitor has changed a field since the form was opened or a draft was restored. Undefined if neither an
   * edit nor a draft has been seen since the part that handles them was loaded. */
  isEdited?: boolean;
  /** The enquiry that is being reported with `enquiry-accepted`. */
  accepted?: Enquiry;
  /** Whether the form's events are pushed to the data layer. */
  isPushing?: boolean;
  /** Loaded after the first render. */
  measurement?: Pick<LazyController<Measurement>, 'current' | 'load'>;
  /** Default: the form isn't for a test. */
  test?: TestState;
  /** In steps: the current step, and the id of the form's trail in the browser's history. Undefined: the first step,
   * which the visitor has never left. */
  step?: (StepPlace & { trail: string }) | undefined;
}
