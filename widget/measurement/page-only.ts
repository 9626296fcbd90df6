// What takes the place of the measurement part where it can't be loaded: a browser extension may take it for a tracker.
import type { Enquiry } from '../../proxy/contract/enquiry.ts';
import { attributeForm, parameterNames } from '../attribution/precedence.ts';
import { addPage, describePage } from '../attribution/record.ts';
import type { AcceptedDetail, FormContext, Measurement } from '../form/form-context.ts';
import { testToken } from '../form/test-token.ts';
import { pushEvent } from './data-layer.ts';

/** Adds to an enquiry what this page alone tells about where it comes from. */
export const create = (context: FormContext): Measurement => ({
  get isTest() {
    return testToken(context) !== undefined;
  },
  async additions() {
    const test = testToken(context);
    return { ...readPageAttribution(context), ...(test && { test }) };
  },
  pushAccepted(detail: AcceptedDetail, accepted: Enquiry) {
    pushEvent(context, 'enquiry-accepted', detail, () => accepted);
  },
});

function readPageAttribution({ host, model, visit }: FormContext): Partial<Enquiry> {
  const settings = model.source.definition?.attribution;
  return attributeForm(host, {
    addresses: [location.href, model.address],
    visit: addPage(undefined, describePage([visit.address]), parameterNames(settings)),
    settings,
  });
}
