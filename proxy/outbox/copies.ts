// Deliveries as people get them, and copies of enquiries outside of the outbox.
import { existsSync } from 'node:fs';
import { access, constants, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { create } from 'tar';
import type { DeliveryRow, HeldCause } from '../database/tables.ts';
import { decodeContent } from './deliveries.ts';
import { describeStoredFailure } from './failure.ts';
import type { Store } from './outbox.ts';

export const formatTime = (ms: number) => new Date(ms).toISOString();

/** A delivery without the visitor's data, for output. */
export function describeDelivery(row: DeliveryRow) {
  const { id, kind, reference, state, held_cause, attempts, unknown_outcomes, enquiry_api_id } = row;
  const last_failure = describeStoredFailure(row.last_failure);
  return {
    ...{ id, kind, reference, state, attempts, unknown_outcomes, last_failure, enquiry_api_id },
    created_at: formatTime(row.created_at),
    ...(held_cause !== null && { cause: held_cause satisfies HeldCause }),
    ...(state === 'waiting' && { due_at: formatTime(row.due_at) }),
    ...(row.suspicion !== null && {
      suspicion: row.suspicion.split(' '),
      suspicion_score: row.suspicion_score,
    }),
  };
}

/** A delivery with the visitor's data, which is null in a tombstone. */
export function describeWithContent(row: DeliveryRow) {
  const content: unknown = row.content === null ? null : JSON.parse(row.content);
  return { ...describeDelivery(row), content };
}
/** The folder for a copy can't be written. `code`: EACCES, EROFS, or ENOTDIR below a file. */
export class CopyNotWritten extends Error {
  override name = 'CopyNotWritten';
}

/** Writes deliveries and their files to a folder that only the operator can read. Calls `onWritten` with each path. Throws
 * CopyNotWritten. */
export async function writeCopy(
  { spool }: Pick<Store, 'spool'>,
  rows: DeliveryRow[],
  folder: string,
  onWritten: (path: string) => void = () => {},
): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new CopyNotWritten(`${folder} can't be written (${(cause as NodeJS.ErrnoException).code})`, {
      cause,
    });
  }
  for (const row of rows) {
    const record = join(folder, `${row.id}-${row.kind}.json`);
    // What is left of an erased delivery must not replace an earlier copy of it.
    if (row.content === null && existsSync(record)) continue;
    const text = `${JSON.stringify(describeWithContent(row), null, 2)}\n`;
    await writeFile(record, text, { mode: 0o600, flush: true });
    onWritten(record);
    if (row.spool_file === null || row.content === null) continue;
    const delivery = decodeContent({ kind: row.kind, content: row.content });
    if (delivery.kind !== 'attachment') continue;
    const copy = join(folder, `${row.id}-${basename(delivery.content.file.name)}`);
    await spool.read(row.spool_file, pieces => writeFile(copy, pieces, { mode: 0o600, flush: true }));
    onWritten(copy);
  }
}

/** Returns a copy as a tar archive with one folder. It is written to the disk until it has been read. */
export async function packCopy(store: Pick<Store, 'spool'>, rows: DeliveryRow[]): Promise<Readable> {
  const { reference } = rows[0]!; // There is at least one.
  const staging = await mkdtemp(join(tmpdir(), 'enquiry-copy-'));
  const remove = () => rm(staging, { recursive: true, force: true });
  try {
    await writeCopy(store, rows, join(staging, reference));
  } catch (error) {
    await remove();
    throw error;
  }
  return Readable.from(create({ cwd: staging, portable: true }, [reference])).once(
    'close',
    () => void remove(),
  );
}

/** The number of enquiries that are changed in one transaction. SQLite can't store another enquiry meanwhile. */
export const batchEnquiries = 50;
/** The pause between transactions, in which the proxy can begin its own. It tries to every few milliseconds. */
const pauseMs = 30;

/** What became of an enquiry that was to be deleted: all its deliveries, and those that were, or the ones that prevented it. */
export interface Dropped extends Record<'dropped' | 'inFlight' | 'changed', DeliveryRow[]> {
  rows: DeliveryRow[];
}

/** Deletes enquiries and their files, except those that have changed since they were listed: somebody may have released one
 * meanwhile. `copy` writes each one's copy before. Yields what became of each. */
export async function* dropEnquiries(
  store: Store,
  enquiries: DeliveryRow[][],
  copy?: (rows: DeliveryRow[]) => Promise<void>,
) {
  const { operator, archive } = store.outbox;
  const erasable: string[] = [];
  try {
    for (let start = 0; start < enquiries.length; start += batchEnquiries) {
      const batch = enquiries.slice(start, start + batchEnquiries);
      // Writing copies takes longer than the pause, which isn't needed then.
      if (copy) await Promise.all(batch.map(copy));
      else await pause(pauseMs);
      // What is requested at the same time shares a transaction.
      const ends = await Promise.all(batch.map(rows => operator.drop(rows[0]!.reference, rows)));
      erasable.push(...ends.flatMap(({ dropped }) => dropped[0]?.reference ?? []));
      yield* ends.map((end, index): Dropped => ({ rows: batch[index]!, ...end }));
    }
  } finally {
    // This erases copies from repeated uploads, too. An upload in progress will be refused because its enquiry is gone.
    // If this process is killed, the proxy's sweep erases the files, which are listed for erasure.
    if (erasable.length > 0) await store.spool.eraseEnquiryFiles(erasable);
    await archive.checkpoint();
  }
}
