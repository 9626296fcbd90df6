import type { Enquiry } from '../../proxy/contract/enquiry.ts';
import { attributeForm, parameterNames } from '../attribution/precedence.ts';
import { addPage, describePage } from '../attribution/record.ts';
import type { FormContext } from '../form/form-context.ts';

/** The attribution that this page alone tells, in case the measurement part can't be loaded: a browser extension may take
 * it for a tracker. */
export function readPageAttribution({ host, model, visit }: FormContext): Partial<Enquiry> {
  const settings = model.source.definition?.attribution;
  const record = addPage(undefined, describePage([visit.address]), parameterNames(settings));
  return attributeForm(host, { addresses: [location.href, model.address], visit: record, settings });
}
