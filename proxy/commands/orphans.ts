import { createHash } from 'node:crypto';
import { detectFileKind, fileKindBytes, fileKinds } from '../contract/file-kind.ts';
import { orphanedLogName } from '../database/sqlite.ts';
import { acceptsAttachments, attachmentsRoute } from '../outbox/deliveries.ts';
import { adoptStore, type Store } from '../outbox/open-store.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { StoredFile } from '../spool/folder-files.ts';
import type { OrphanedFiles } from '../spool/orphaned-files.ts';
import { parseFileOwner } from '../spool/spool.ts';
import { command, flag, type Io, withStore } from './command.ts';

/** `outbox orphans`: lists orphaned files. */
export const orphans = command({
  options: { json: flag },
  run: (_values, io) =>
    withStore(io, async store => {
      const files = (await store.orphans?.list()) ?? [];
      if (files.length === 0) io.print([], 'There are no orphaned files.');
      for (const file of files) {
        const facts = describeFile(file);
        const { name, reference, stored_at, bytes } = facts;
        const origin = reference ?? (name === orphanedLogName ? 'log of a lost outbox' : 'unknown enquiry');
        io.print(facts, `${name}  ${origin}  ${stored_at}  ${bytes} bytes`);
      }
      return 0;
    }),
});

/** `outbox adopt`: replaces a lost outbox with the new one. `outbox adopt FILE`: attaches an orphaned file to its
 * enquiry again. */
export const adopt = command({
  argument: { name: 'file', isOptional: true },
  options: { json: flag },
  async run(_values, io, name) {
    if (name !== undefined) return await withStore(io, store => adoptFile(store, name, io));
    await adoptStore(readSettings(io.variables).settings.store);
    io.print(
      { adopted: true },
      'The new outbox is in use. List the orphaned files with "enquiry-proxy outbox orphans".',
    );
    return 0;
  },
});

async function adoptFile({ outbox, orphans }: Store, name: string, io: Io): Promise<number> {
  const file = await findOrphan(orphans, name);
  if (!orphans || !file) return reportMissing(name, io);
  const reference = parseFileOwner(name)?.reference;
  const enquiry = reference && (await outbox.intake.enquiry(reference));
  if (!enquiry || !acceptsAttachments(enquiry.state)) {
    io.warn(
      `${name}: its enquiry is not in the outbox. Send the file some other way, then delete it with "outbox drop".`,
    );
    return 1;
  }
  const { start, bytes, sha256 } = await orphans.read(name, readWhole);
  const mime = detectFileKind(start);
  if (!mime) {
    io.warn(`${name}: not a PDF, PNG, GIF or JPEG file. Drop it with "outbox drop".`);
    return 1;
  }
  // The visitor's name for the file was in the lost outbox.
  const fileName = `recovered.${fileKinds[mime]}`;
  // The row is added before the file is moved back, so that the sweep can't erase it. Delivery is retried until then.
  await outbox.intake.add({
    kind: 'attachment',
    route: attachmentsRoute(enquiry.reference),
    idempotency_key: name, // The command can be repeated.
    digest: '',
    reference: enquiry.reference,
    content: { file: { name: fileName, mime, postname: fileName }, bytes, sha256 },
    spool_file: name,
  });
  await orphans.takeBack(name);
  io.print({ ...describeFile(file), done: 'is adopted' }, `${name}: file is adopted.`);
  return 0;
}

/** `outbox drop FILE`: deletes an orphaned file. */
export async function dropOrphan({ orphans }: Store, name: string, io: Io): Promise<number> {
  const file = await findOrphan(orphans, name);
  if (!orphans || !file) return reportMissing(name, io);
  await orphans.erase(name);
  io.print({ ...describeFile(file), done: 'is deleted' }, `${name}: file is deleted.`);
  return 0;
}

async function findOrphan(orphans: OrphanedFiles | undefined, name: string): Promise<StoredFile | undefined> {
  return (await orphans?.list())?.find(file => file.name === name);
}

function reportMissing(name: string, io: Io): number {
  io.warn(`There is no orphaned file called ${name}.`);
  return 1;
}

function describeFile({ name, bytes, stored_at }: StoredFile) {
  return {
    name,
    reference: parseFileOwner(name)?.reference,
    bytes,
    stored_at: new Date(stored_at).toISOString(),
  };
}

async function readWhole(pieces: AsyncIterable<Buffer>) {
  const hash = createHash('sha256');
  let start = Buffer.alloc(0);
  let bytes = 0;
  for await (const piece of pieces) {
    if (bytes === 0) start = Buffer.from(piece.subarray(0, fileKindBytes));
    hash.update(piece);
    bytes += piece.length;
  }
  return { start, bytes, sha256: hash.digest('hex') };
}
