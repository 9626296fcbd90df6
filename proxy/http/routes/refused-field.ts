// Fields that the enquiry API has refused, by its names for them.
import { asked, toFieldName } from '../../contract/asked.ts';
import { getValues, listShownQuestions } from '../../contract/check.ts';
import { contactFields, type Definition } from '../../contract/definition.ts';
import type { Enquiry, Problem } from '../../contract/enquiry.ts';

/** Whether the visitor's form has this field of the enquiry API, so that the visitor can correct it. */
export function isInForm(definition: Definition, enquiry: Enquiry, field: string): boolean {
  const contact = contactFields.find(each => each === field);
  if (contact) return asked(definition).some(({ name }) => name === contact);
  return listShownQuestions(definition.questions, enquiry.answers ?? {}).some(
    question => question.id === field,
  );
}

/** Creates the problem for a field that the enquiry API refused. */
export function problemWith(enquiry: Enquiry, field: string): Problem {
  const contact = contactFields.find(each => each === field);
  if (contact) return { field, rule: enquiry[contact]?.trim() ? 'refused' : 'required' };
  const isGiven = getValues(enquiry.answers ?? {}, field).length > 0;
  return { field: toFieldName(field), rule: isGiven ? 'refused' : 'required' };
}
