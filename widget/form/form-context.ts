import type { LitElement } from 'lit';
import type { Enquiry } from '../../proxy/contract/enquiry.ts';
import type { SubmissionMessages } from '../../proxy/contract/languages/en.ts';
import type { TagValues } from '../attribution/precedence.ts';
import type { Translate } from '../messages/format.ts';
import type { Localizer } from '../messages/localizer.ts';
import type { Emit, EventDetails } from './events.ts';
import type { FixedFields, FormModel } from './form-model.ts';
import type { lazy } from './lazy-object.ts';
import type { sharedFunctions } from './shared-functions.ts';

/** The element as its lazy parts see it: its attributes and public methods. */
export interface FormHost extends LitElement, TagValues, FixedFields {
  /** `shadowRoot` is null where the page or an extension makes all shadow roots closed. */
  readonly renderRoot: ShadowRoot;
  caseType: string | null | undefined;
  layout: string | null | undefined;
  look: string | null | undefined;
  headingLevel: number | string | null | undefined;
  readonly isPosting: boolean;
  submit(): Promise<boolean>;
  reset(): void;
}

/** Facts about the visit to this page. */
export interface Visit {
  /** The page's address when the script was first evaluated. The page may have changed it since. */
  address: string;
  /** The names of all values that forms on this page have pushed to the data layer. */
  pushedNames: Set<string>;
  /** The last `enquiry-consent` event. */
  consent?: CustomEvent;
}

/** The interface of attribution, conversions, client signals and test mode for other parts. */
export interface Measurement {
  /** Whether the form's events are about a test. */
  readonly isTest: boolean;
  /** The members that measurement adds to an enquiry: the marketing fields, `attribution`, `client` and `test`. */
  additions(): Promise<Partial<Enquiry>>;
  /** Pushes `enquiry-accepted` to the page's data layer. Without `waitUntil`, no redirect is due. */
  pushAccepted(detail: AcceptedDetail, accepted: Enquiry): void;
}

export type AcceptedDetail = Omit<EventDetails['enquiry-accepted'], 'waitUntil'> & {
  waitUntil: EventDetails['enquiry-accepted']['waitUntil'] | undefined;
  test?: true;
};

/** The state of test mode. It inherits nothing, because a script of the page may have added properties to all objects. */
export interface TestState {
  /** The token of the page's test link; absent until test mode is loaded. */
  link?: string | undefined;
  /** The token in the restored draft, in case the page has removed it from its address. */
  draft?: string | undefined;
  /** Whether the proxy has confirmed the token; undefined until it responds. */
  isValid?: boolean | undefined;
}

/** The objects that the entry shares with the lazy parts, which can't import the entry. */
export interface FormContext {
  readonly host: FormHost;
  readonly model: FormModel;
  readonly localizer: Localizer;
  readonly emit: Emit;
  /** Replaces the message in the form's live region, which screen readers read out; an empty one is silent. */
  readonly announce: (message: string) => void;
  readonly lazy: typeof lazy;
  readonly functions: typeof sharedFunctions;
  readonly visit: Visit;
  readonly test: TestState;
}

/** What the objects of a submission share. */
export interface SubmissionContext extends FormContext {
  readonly translate: Translate<SubmissionMessages>;
}
