import { withTimeLimit } from '../../time/time-limit.ts';
import type { RouteDependencies } from '../app.ts';
import { Refusal } from '../refusal.ts';
import type { AppContext } from '../request.ts';

/** A probe writes to the disk, so its word is good for this long. */
const freshMs = 1_000;
/** Balancers wait for 3 s or more. */
const probeTimeoutMs = 2_500;

/** `GET /health/live`: the process answers. */
export function getLive() {
  return (context: AppContext) => context.json({ status: 'live' });
}

/** `GET /health/ready`: this instance can store and is not stopping. Never fails for the enquiry API's sake: a
 * balancer would turn away leads that could be kept. */
export function getReady({ storage, spool, isStopping, monotonicMs }: RouteDependencies) {
  let probed: { at: number; isStored: Promise<boolean> } | undefined;
  let isPending = false;

  /** Whether the store took a write in time. The write itself may still be pending. */
  function probe(): Promise<boolean> {
    isPending = true;
    const written = Promise.all([storage.probe(), spool.probe()]).finally(() => {
      isPending = false;
    });
    return withTimeLimit(probeTimeoutMs, written).then(
      () => true,
      () => false, // The store's fault, and just what was asked.
    );
  }

  return async (context: AppContext) => {
    if (!probed || (!isPending && monotonicMs() - probed.at >= freshMs)) {
      probed = { at: monotonicMs(), isStored: probe() };
    }
    if (isStopping() || !(await probed.isStored))
      throw new Refusal('unavailable', { headers: { 'retry-after': '5' } });
    return context.json({ status: 'ready' });
  };
}
