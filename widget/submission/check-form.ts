import type { Enquiry, Problem } from '../../proxy/contract/enquiry.ts';
import type { FormContext, FormHost } from '../form/form-context.ts';
import type { FormModel } from '../form/form-model.ts';
import type { Outcome } from './attempt.ts';
import { findProblems } from './problems.ts';

/** Returns the enquiry in the form, to which `readAdditions` adds more, or the problems that the visitor must correct
 * first. */
export function checkForm({
  model,
}: FormContext): { kind: 'valid'; enquiry: Enquiry } | Extract<Outcome, { kind: 'refused' }> {
  const problems = currentProblems(model);
  if (problems.length) return { kind: 'refused', problems, foundBy: 'form' };
  const { case_type, definition, lang } = model.source.definition!; // A form has one.
  return { kind: 'valid', enquiry: { case_type, definition, lang, ...model.values } };
}

/** The problems with the values in the form, including those that changed without an event. */
export function currentProblems(model: FormModel): Problem[] {
  const { definition } = model.source;
  return definition ? findProblems(definition, model.values, model.today) : [];
}

/** Lets the visitor edit a contact field whose prefill wasn't accepted. */
export function unlockField(host: FormHost, name: string): void {
  host.hiddenFields = host.hiddenFields?.replace(name, '');
  host.readonlyFields = host.readonlyFields?.replace(name, '');
}
