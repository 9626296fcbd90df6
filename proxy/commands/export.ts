import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { DeliveryRow } from '../database/tables.ts';
import { decodeContent } from '../outbox/delivery-content.ts';
import type { Store } from '../outbox/open-store.ts';
import { type CommandOptions, print } from './command.ts';

/** A delivery without the visitor's data, for output. */
export function describeDelivery(row: DeliveryRow) {
  const { id, kind, reference, state, attempts, unknown_outcomes, last_failure, enquiry_api_id } = row;
  const time = (ms: number) => new Date(ms).toISOString();
  const due = state === 'waiting' && { due_at: time(row.due_at) };
  const suspicion = row.suspicion !== null && {
    suspicion: row.suspicion.split(' '),
    suspicion_score: row.suspicion_score,
    released_at: row.released_at > 0 ? time(row.released_at) : null,
  };
  const created_at = time(row.created_at);
  return {
    id,
    kind,
    reference,
    state,
    attempts,
    unknown_outcomes,
    last_failure,
    enquiry_api_id,
    created_at,
    ...due,
    ...suspicion,
  };
}

/** A delivery with the visitor's data, which is null in a tombstone. */
export function describeDeliveryWithContent(row: DeliveryRow) {
  const content: unknown = row.content === null ? null : JSON.parse(row.content);
  return { ...describeDelivery(row), content };
}

/** Writes deliveries and their files to a folder that only the operator can read. */
export async function exportDeliveries(
  spool: Store['spool'],
  rows: DeliveryRow[],
  options: CommandOptions,
): Promise<number> {
  const folder = options.to ?? `./${rows[0]?.reference}`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const row of rows) {
    const record = join(folder, `${row.id}-${row.kind}.json`);
    const text = `${JSON.stringify(describeDeliveryWithContent(row), null, 2)}\n`;
    await writeFile(record, text, { mode: 0o600, flush: true });
    print(options, { written: record }, `Wrote ${record}`);
    if (row.spool_file === null || row.content === null) continue;
    const delivery = decodeContent({ kind: row.kind, content: row.content });
    if (delivery.kind !== 'attachment') continue;
    const copy = join(folder, `${row.id}-${basename(delivery.content.file.name)}`);
    await spool.read(row.spool_file, pieces => writeFile(copy, pieces, { mode: 0o600, flush: true }));
    print(options, { written: copy }, `Wrote ${copy}`);
  }
  return 0;
}
