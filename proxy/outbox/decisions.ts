// What people decide about enquiries, at the desk or with a command.
import { setTimeout as pause } from 'node:timers/promises';
import type { DeskTexts } from '../contract/languages/desk-texts.ts';
import type { DeliveryRow, HeldCause } from '../database/tables.ts';
import type { Spool } from '../spool/spool.ts';
import { CopyNotWritten } from './copies.ts';
import { enquiryOf } from './held-enquiries.ts';
import type { Store } from './outbox.ts';

/** What became of an enquiry about which a person has decided. */
export interface Decided {
  /** All its deliveries, as the person has seen them. */
  rows: DeliveryRow[];
  /** Those that were changed; empty if none was. */
  changed: DeliveryRow[];
  /** Why none was. */
  fault?: keyof DeskTexts['faults'];
  /** Those that are being sent, if this is the fault. */
  inFlight?: DeliveryRow[];
  /** The reference of the enquiry that has the number already, if this is the fault. */
  owner?: string;
}

/** Enquiries, each with all its deliveries. Those of a batch are changed in one transaction. */
export type Batches = AsyncIterable<DeliveryRow[][]> | Iterable<DeliveryRow[][]>;
/** Writes a copy of deliveries. Nothing is changed if it throws CopyNotWritten. */
type Copy = (rows: DeliveryRow[]) => Promise<void>;

interface DecisionOptions {
  /** Limits the decision to what is held with this cause. Default: any. */
  cause?: HeldCause | undefined;
  /** Default: no copy is written. */
  copy?: Copy;
  /** The states that the person saw (see `describeSeen`). Nothing is done if they have changed. Default: not compared. */
  seen?: string;
}

/** The pause between transactions, in which the proxy can begin its own. It tries to every few milliseconds. */
const pauseMs = 30;

/** Makes decisions. One about all enquiries with a cause leaves alone what is held for another cause: it is something else
 * to decide, such as whether an infected file of a refused enquiry is sent. */
export function createDecisions({
  outbox: { operator, archive },
  spool,
}: Pick<Store, 'outbox'> & { spool: Pick<Spool, 'eraseEnquiryFiles'> }) {
  /** Writes a copy, if one is wanted. Resolves with why the enquiry must stay as it is. */
  async function tryCopy(rows: DeliveryRow[], copy?: Copy): Promise<'copy' | undefined> {
    try {
      await copy?.(rows);
      return undefined;
    } catch (error) {
      if (error instanceof CopyNotWritten) return 'copy';
      throw error;
    }
  }

  async function dropOne(rows: DeliveryRow[], fault?: Decided['fault']): Promise<Decided> {
    if (fault) return { rows, changed: [], fault };
    const { dropped, inFlight, changed } = await operator.drop(rows[0]!.reference, rows);
    if (dropped.length > 0) return { rows, changed: dropped };
    if (changed.length === 0) return { rows, changed: [], fault: 'sending', inFlight };
    const isNew = changed.every(({ id }) => rows.every(row => row.id !== id));
    const isDropped = changed.some(({ state }) => state === 'dropped');
    return { rows, changed: [], fault: isNew ? 'arrived' : isDropped ? 'deleted' : 'released' };
  }

  return {
    /** Makes held deliveries wait for delivery again. */
    async *release(batches: Batches, { cause, seen }: DecisionOptions = {}): AsyncGenerator<Decided> {
      for await (const batch of batches)
        yield* await Promise.all(
          batch.map(async (rows): Promise<Decided> => {
            const changed = isStale(rows, seen) ? [] : await operator.release(rows[0]!.reference, cause);
            return { rows, changed, ...(changed.length === 0 && { fault: 'changed' }) };
          }),
        );
    },
    /** Deletes enquiries and their files, except those that have changed since they were listed: somebody may have released
     * one meanwhile. With a cause, those that are held for another one stay, too. */
    async *drop(batches: Batches, { cause, copy, seen }: DecisionOptions): AsyncGenerator<Decided> {
      const erasable: string[] = [];
      const isMixed = (rows: DeliveryRow[]) =>
        cause !== undefined && rows.some(row => row.state === 'held' && row.held_cause !== cause);
      try {
        for await (const batch of batches) {
          // Writing copies takes longer than the pause, which isn't needed then.
          if (!copy) await pause(pauseMs);
          const faults = await Promise.all(
            batch.map(async rows => {
              if (isStale(rows, seen)) return 'changed';
              return isMixed(rows) ? 'other_cause' : await tryCopy(rows, copy);
            }),
          );
          // What is requested at the same time shares a transaction.
          const ends = await Promise.all(batch.map((rows, index) => dropOne(rows, faults[index])));
          erasable.push(...ends.flatMap(({ changed }) => changed[0]?.reference ?? []));
          yield* ends;
        }
      } finally {
        // This erases copies from repeated uploads, too. An upload in progress will be refused because its enquiry is gone.
        // If this process is killed, the proxy's sweep erases the files, which are listed for erasure.
        if (erasable.length > 0) await spool.eraseEnquiryFiles(erasable);
        await archive.checkpoint();
      }
    },
    /** Records the number that an enquiry has in the back office, after writing a copy. Its files are kept until they are
     * sent. */
    async settle(
      rows: DeliveryRow[],
      number: number | undefined,
      { copy, seen }: Omit<DecisionOptions, 'cause'>,
    ): Promise<Decided> {
      if (number === undefined) return { rows, changed: [], fault: 'number' };
      if (isStale(rows, seen)) return { rows, changed: [], fault: 'changed' };
      const enquiry = enquiryOf(rows);
      const fault = await tryCopy([enquiry], copy);
      if (fault) return { rows, changed: [], fault };
      const end = await operator.settle(enquiry, number);
      if (end.kind === 'settled') return { rows, changed: [enquiry] };
      if (end.kind === 'taken') return { rows, changed: [], fault: 'taken', owner: end.owner };
      return { rows, changed: [], fault: 'changed' };
    },
  };
}

/** The number of an enquiry in the back office; undefined if the text is none. */
export const readNumber = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);

/** The deliveries of an enquiry and their states, as a form remembers them. */
export const describeSeen = (rows: DeliveryRow[]) =>
  rows.map(({ id, state, held_cause }) => `${id}:${state}:${held_cause ?? ''}`).join(' ');
const isStale = (rows: DeliveryRow[], seen?: string) => seen !== undefined && seen !== describeSeen(rows);

/** Counts what became of enquiries. `fault`: the reason, if none of the others was changed for another one. */
export async function countDecided(
  ends: AsyncIterable<Decided> | Decided[],
  onChanged: (reference: string) => void,
): Promise<{ changed: number; unchanged: number; fault?: string }> {
  const done = { changed: 0, unchanged: 0 };
  const faults = new Set<string>();
  for await (const { rows, fault } of ends) {
    done[fault ? 'unchanged' : 'changed'] += 1;
    if (fault) faults.add(fault);
    else onChanged(rows[0]!.reference);
  }
  const [fault] = faults.size === 1 ? faults : [];
  return { ...done, ...(fault && { fault }) };
}
