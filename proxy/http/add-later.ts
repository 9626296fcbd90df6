import type { AddLater } from '../contract/enquiry.ts';
import { addLaterDays, settingsOf } from '../settings/config.ts';
import type { AppDependencies } from './context.ts';

/** Permits adding files to an enquiry for the days of the config after `now`; undefined if there are none. */
export function permitAddingLater(
  { config, signer }: Pick<AppDependencies, 'config' | 'signer'>,
  { reference, caseType }: { reference: string; caseType: string },
  now: number,
): AddLater | undefined {
  const days = addLaterDays(config, settingsOf(config, caseType).attachments);
  if (days === 0) return undefined;
  const expires = Math.floor(now / 1000) + days * 24 * 3_600;
  return {
    token: signer.tokenUntil(expires, reference, caseType),
    until: new Date(expires * 1000).toISOString(),
  };
}
