import { Refusal } from '../../acceptance/refusal.ts';
import { withTimeLimit } from '../../spool/spool.ts';
import type { AppContext, AppDependencies } from '../context.ts';

/** The time that a result is cached, because a probe writes to the disk. */
const cacheMs = 1_000;
/** The probe timeout, less than the shortest usual timeout of load balancers, 3 s. */
const probeTimeoutMs = 2_500;

/** `GET /health/ready`: this instance isn't stopping and its outbox accepts writes. Doesn't depend on the enquiry API and
 * the spool: a load balancer would turn away enquiries that could be stored. */
export function getReady({ storage, isStopping, monotonicMs }: AppDependencies) {
  let last: { at: number; isWritable: Promise<boolean> } | undefined;
  let isPending = false;

  /** Whether the store accepted a write in time. A write that is too slow stays pending. */
  function probe(): Promise<boolean> {
    isPending = true;
    const written = storage.probe().finally(() => {
      isPending = false;
    });
    return withTimeLimit(probeTimeoutMs, written).then(
      () => true,
      () => false,
    );
  }

  return async (context: AppContext) => {
    if (!last || (!isPending && monotonicMs() - last.at >= cacheMs))
      last = { at: monotonicMs(), isWritable: probe() };
    if (isStopping() || !(await last.isWritable)) throw new Refusal('unavailable', { retrySeconds: 5 });
    return context.json({ status: 'ready' });
  };
}
