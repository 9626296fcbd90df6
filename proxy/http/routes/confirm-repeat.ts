import { isKeptBack, type StoredDelivery } from '../../outbox/deliveries.ts';
import type { Intake } from '../../outbox/intake.ts';
import { Refusal, unavailable } from '../refusal.ts';
import type { StoreBudget } from '../store-budget.ts';

/** Makes sure that a repeated request may be acknowledged: its delivery has ended, or its row is durable and can no
 * longer be refused. Throws a refusal while the first request is waiting for the outcome. */
export async function confirmRepeatedRequest(
  delivery: StoredDelivery,
  intake: Pick<Intake, 'confirm'>,
  budget: StoreBudget,
): Promise<StoredDelivery> {
  const { id, state, awaited_ms } = delivery;
  if (state !== 'waiting' && state !== 'held' && !isKeptBack(state)) return delivery;
  if (awaited_ms > 0) {
    throw new Refusal('in-progress', { headers: { 'retry-after': String(Math.ceil(awaited_ms / 1000)) } });
  }
  const current = await budget.run(() => intake.confirm(id));
  if (!current) throw unavailable(new Error('the delivery was dropped during a repeated request'));
  return current;
}
