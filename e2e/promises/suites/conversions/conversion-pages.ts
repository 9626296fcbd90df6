// Pages of a journey whose conversions are counted.
import { readPushes } from '../../../pages/tag-manager.ts';
import type { TwoSites } from '../../../pages/two-sites.ts';
import type { Stack } from '../../../processes/stack.ts';
import type { Visitor } from '../../../visitor/visitor.ts';

/** The fixtures that the tests of conversions use. */
export interface Surroundings {
  visitor: Visitor;
  stack: Stack;
  sites: TwoSites;
}

/** Resolves with the references of the enquiries that have arrived. */
export async function listReferences(stack: Stack): Promise<string[]> {
  const enquiries = await stack.listEnquiries();
  return enquiries.map(({ meta }) => meta.find(({ id }) => id === 'enquiry_reference')?.value ?? '');
}

/** Resolves with the references of the conversions in this tab. */
export async function readConversions(visitor: Visitor): Promise<string[]> {
  const pushes = await visitor.run(readPushes, undefined);
  return pushes.filter(({ event }) => event === 'enquiry_accepted').map(({ reference }) => String(reference));
}

export const sort = (texts: string[]) => [...texts].sort();
