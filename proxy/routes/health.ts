import type { RouteDependencies } from '../app.ts';
import { Refusal } from '../refusal.ts';
import type { AppContext } from '../request.ts';

/** A probe writes to the disk, so its word is good for this long. */
const freshMs = 1_000;

/** `GET /health/live`: the process answers. */
export function getLive() {
  return (context: AppContext) => context.json({ status: 'live' });
}

/** `GET /health/ready`: this instance can store and is not stopping. Never fails for the enquiry API's sake: a
 * balancer would turn away leads that could be kept. */
export function getReady({ outbox, spool, isStopping, monotonicMs }: RouteDependencies) {
  let probed: { at: number; isStored: Promise<boolean> } | undefined;
  return async (context: AppContext) => {
    if (!probed || monotonicMs() - probed.at >= freshMs) {
      const isStored = Promise.all([outbox.probe(), spool.probe()]).then(
        () => true,
        () => false, // The store's fault, and just what was asked.
      );
      probed = { at: monotonicMs(), isStored };
    }
    if (isStopping() || !(await probed.isStored))
      throw new Refusal('unavailable', { headers: { 'retry-after': '5' } });
    return context.json({ status: 'ready' });
  };
}
