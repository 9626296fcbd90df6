import { findReceipt, newEnquiry, newFile, type SentRequest, sendUntilFinal } from './ledger.ts';
import type { Simulation } from './simulation.ts';

/** An operation on the store. `prepare` runs without faults, and `run` with one. A rejection of `run` is ignored. */
export interface Operation {
  name: string;
  prepare?: (simulation: Simulation) => Promise<void>;
  run: (simulation: Simulation) => Promise<void>;
}

/** Defines an operation that uses the result of `prepare`. */
export function withPrepared<Prepared>(
  prepare: (simulation: Simulation) => Promise<Prepared>,
  run: (simulation: Simulation, prepared: Prepared) => Promise<unknown>,
): Omit<Operation, 'name'> {
  const prepared = new WeakMap<Simulation, Prepared>();
  return {
    async prepare(simulation) {
      prepared.set(simulation, await prepare(simulation));
    },
    async run(simulation) {
      await run(simulation, prepared.get(simulation)!);
    },
  };
}

/** Sends an enquiry until it is acknowledged and, by default, delivers it. */
export async function acknowledgeEnquiry(simulation: Simulation, isDelivered = true): Promise<SentRequest> {
  const enquiry = newEnquiry(simulation.ledger);
  await sendUntilFinal(simulation.healthy, enquiry);
  if (isDelivered) await simulation.deliverAll();
  return enquiry;
}

/** Sends a file for an acknowledged enquiry until it is acknowledged. */
export async function acknowledgeFile(simulation: Simulation, enquiry: SentRequest): Promise<SentRequest> {
  const file = newFile(simulation.ledger, enquiry);
  await sendUntilFinal(simulation.healthy, file);
  return file;
}

/** Deletes an enquiry as `outbox drop` does. */
export async function drop({ faulty, ledger }: Simulation, enquiry: SentRequest): Promise<void> {
  const { reference } = findReceipt(enquiry)!;
  ledger.maybeDropped.add(reference);
  const { inFlight } = await faulty.store.outbox.operator.drop(reference);
  ledger.maybeDropped.delete(reference);
  if (inFlight.length > 0) return;
  ledger.dropped.add(reference);
  await faulty.store.spool.eraseEnquiryFiles([reference]);
}
