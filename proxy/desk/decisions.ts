// What people decide at the desk.
import { join } from 'node:path';
import type { DeliveryRow, HeldCause } from '../database/tables.ts';
import { batchEnquiries, dropEnquiries, writeCopy } from '../outbox/copies.ts';
import type { Store } from '../outbox/outbox.ts';

/** What became of a decision, for the next page: how many enquiries were changed, and how many weren't, because they had changed
 * meanwhile; or why nothing was changed. */
export interface Done {
  changed?: number;
  unchanged?: number;
  fault?: 'sending' | 'taken' | 'number' | 'copy';
}

/** Notes that something was done with an enquiry. */
export type Note = (action: string, reference: string) => void;

/** Makes decisions about enquiries as commands do. `copies` is the folder for copies. Each can throw CopyNotWritten. */
export function createDecisions(store: Store, copies: string) {
  const { operator } = store.outbox;
  const copy = (rows: DeliveryRow[]) => writeCopy(store, rows, join(copies, rows[0]!.reference));
  const countOne = (isChanged: boolean): Done => (isChanged ? { changed: 1 } : { unchanged: 1 });

  /** Releases enquiries, and returns how many of them were held. */
  async function releaseEach(references: string[], note: Note): Promise<number> {
    const released = await Promise.all(references.map(each => operator.release(each)));
    const changed = released.flatMap(([first]) => first ?? []);
    for (const { reference } of changed) note('release', reference);
    return changed.length;
  }

  async function dropEach(enquiries: DeliveryRow[][], withCopy: boolean, note: Note) {
    const count = { changed: 0, sending: 0 };
    const ends = dropEnquiries(store, enquiries, withCopy ? copy : undefined);
    for await (const { rows, dropped, inFlight } of ends) {
      if (inFlight.length > 0) count.sending += 1;
      if (dropped.length === 0) continue;
      count.changed += 1;
      note(withCopy ? 'drop after a copy' : 'drop without a copy', rows[0]!.reference);
    }
    return count;
  }

  return {
    release: async (reference: string, note: Note): Promise<Done> =>
      countOne((await releaseEach([reference], note)) > 0),
    /** Deletes an enquiry, if its deliveries are those that the user has seen, in the same states. */
    async drop(rows: DeliveryRow[], form: { seen?: string; copy?: string }, note: Note): Promise<Done> {
      if (form.seen !== describeSeen(rows)) return countOne(false);
      const { changed, sending } = await dropEach([rows], form.copy === '1', note);
      return sending > 0 ? { fault: 'sending' } : countOne(changed > 0);
    },
    /** Records the number of an enquiry, after writing a copy. */
    async settle(enquiry: DeliveryRow, number: string, note: Note): Promise<Done> {
      if (!/^[1-9]\d{0,14}$/.test(number)) return { fault: 'number' };
      await copy([enquiry]); // Its files are kept until they are sent.
      const { kind } = await operator.settle(enquiry, Number(number));
      if (kind === 'taken') return { fault: 'taken' };
      if (kind === 'settled') note('settle', enquiry.reference);
      return countOne(kind === 'settled');
    },
    /** Releases or deletes all held enquiries with a cause, from this one on to the oldest. Whatever ends this leaves the rest
     * as it is. */
    async all(
      decision: 'release' | 'drop',
      selection: { cause: HeldCause; from: Pick<DeliveryRow, 'created_at' | 'id'>; withCopy: boolean },
      note: Note,
    ): Promise<Done> {
      const { cause, from, withCopy } = selection;
      const done = { changed: 0, unchanged: 0 };
      let before = { created_at: from.created_at, id: from.id + 1 };
      for (;;) {
        const held = (await operator.listHeld(batchEnquiries, { cause, before })).map(each => each.held);
        if (held.length === 0) return done;
        before = held.at(-1)!;
        const references = held.map(({ reference }) => reference);
        const list = () => Promise.all(references.map(reference => operator.list({ reference })));
        const changed =
          decision === 'release'
            ? await releaseEach(references, note)
            : (await dropEach((await list()).filter(isHeld), withCopy, note)).changed;
        done.changed += changed;
        done.unchanged += held.length - changed;
      }
    },
  };
}

/** Somebody else may have released it meanwhile. */
const isHeld = (rows: DeliveryRow[]) => rows.some(({ state }) => state === 'held');

/** The deliveries of an enquiry, and their states, as a form remembers them. */
export const describeSeen = (rows: DeliveryRow[]) => rows.map(({ id, state }) => `${id}:${state}`).join(' ');
