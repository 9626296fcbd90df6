// Tells the `meta` entries of an enquiry apart: the visitor's answers, and those that the proxy adds.
import type { ReceivedEnquiry } from './stack.ts';

type Entries = Pick<ReceivedEnquiry, 'meta'>;

const addedIds = /^(enquiry_reference|attribution_.*|possible_duplicate(_of)?)$/;

/** The entries that the visitor answered. */
export const answersIn = ({ meta }: Entries) => meta.filter(({ id }) => !addedIds.test(id));

/** The enquiry's reference. */
export const referenceIn = ({ meta }: Entries) => meta.find(({ id }) => id === 'enquiry_reference')?.value;

/** The values that say where the enquiry comes from, by their ids without `attribution_`. */
export const attributionIn = ({ meta }: Entries): Record<string, string> =>
  Object.fromEntries(
    meta
      .filter(({ id }) => id.startsWith('attribution_'))
      .map(({ id, value }) => [id.replace('attribution_', ''), value]),
  );
