import { marketingFields } from '../../proxy/contract/definition.ts';
import { type Enquiry, optionalAdditions } from '../../proxy/contract/enquiry.ts';
import { attributeForm } from '../attribution/form.ts';
import { describePage } from '../attribution/page.ts';
import { parameterNames } from '../attribution/precedence.ts';
import { addPage } from '../attribution/record.ts';
import { wait } from '../client/wait.ts';
import type { FormContext } from '../form/form-context.ts';
import { testToken } from '../measurement/test-state.ts';

/** How long an enquiry waits for the part that knows where it comes from. */
const maxLoadMs = 3_000;

/** Reads what isn't the visitor's: where the enquiry comes from, how the form was used, and whether it is a test. */
export async function readAdditions(context: FormContext): Promise<Partial<Enquiry>> {
  const { measurement } = context;
  try {
    const part = measurement?.current ?? (await Promise.race([measurement?.load(), wait(maxLoadMs)]));
    if (part) return await part.additions();
  } catch {
    // A bug must not cost the enquiry.
  }
  // The proxy refuses a test whose token isn't valid. Without the token, a test would be delivered.
  const test = testToken(context);
  return { ...readFromPage(context), ...(test && { test }) };
}

/** An enquiry as text, without what isn't the visitor's, except that it is a test: the same text means the same enquiry. */
export function textWithoutAdditions(enquiry: Enquiry): string {
  const names = new Set<string>([...marketingFields, ...optionalAdditions]);
  return JSON.stringify(Object.fromEntries(Object.entries(enquiry).filter(([name]) => !names.has(name))));
}

/** What can be known without the part: nothing of earlier pages. */
function readFromPage({ address, host, model, visit }: FormContext): Partial<Enquiry> {
  const settings = model.source.definition?.attribution;
  try {
    const record = addPage(undefined, describePage([visit.address]), parameterNames(settings));
    return attributeForm(host, { addresses: [location.href, address], record, settings });
  } catch {
    return {}; // A bug, as above.
  }
}
