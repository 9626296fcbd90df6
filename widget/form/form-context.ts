import type { LitElement } from 'lit';
import type { Localizer } from '../localizer.ts';
import type { Emit } from './events.ts';
import type { FixedFields } from './fields.ts';
import type { FormModel } from './form-model.ts';

/** The tag's marketing attributes; null or undefined: not set. */
export type MarketingAttributes = Partial<
  Record<'campaign' | 'referer' | 'keywords' | 'detail', string | null | undefined>
>;

/** The element as its lazy parts see it: its attributes and public methods. */
export interface FormHost extends LitElement, MarketingAttributes, FixedFields {
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

/** The objects that the entry shares with the lazy parts, which can't import the entry. */
export interface FormContext {
  host: FormHost;
  model: FormModel;
  localizer: Localizer;
  emit: Emit;
  /** Replaces the message in the form's live region, which screen readers read out; an empty one is silent. */
  announce(message: string): void;
  /** The page's address when the visitor arrived. The page may change it later. */
  landingAddress: string;
  /** In steps: the current step, and the id of the form's trail in the browser's history. Undefined: the first step,
   * which the visitor has never left. */
  step?: (StepPlace & { trail: string }) | undefined;
}
