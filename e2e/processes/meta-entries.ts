// Finds the visitor's answers among the `meta` entries of an enquiry, and the entries that the proxy adds.
import type { ReceivedEnquiry } from './enquiry-api.ts';

type Entries = Pick<ReceivedEnquiry, 'meta'>;

const addedIds =
  /^(enquiry_(reference|form_version|received)|contact_promised|preferred_channel|attribution_.*|possible_duplicate(_of)?)$/;

/** The entries with the visitor's answers. */
export const answersIn = ({ meta }: Entries) => meta.filter(({ id }) => !addedIds.test(id));

/** The enquiry's reference. */
export const referenceIn = ({ meta }: Entries) => meta.find(({ id }) => id === 'enquiry_reference')?.value;

/** The values of the attribution, by their ids without `attribution_`. */
export const attributionIn = ({ meta }: Entries): Record<string, string> =>
  Object.fromEntries(
    meta
      .filter(({ id }) => id.startsWith('attribution_'))
      .map(({ id, value }) => [id.replace('attribution_', ''), value]),
  );
