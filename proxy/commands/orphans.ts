import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { detectFileKind, fileKindBytes, fileKinds } from '../contract/file-kind.ts';
import { orphanedLogName } from '../database/sqlite.ts';
import { acceptsAttachments, attachmentsRoute } from '../outbox/deliveries.ts';
import { adoptStore, openStoreBeside, type Store } from '../outbox/open-store.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { StoredFile } from '../spool/folder-files.ts';
import type { OrphanedFiles } from '../spool/orphaned-files.ts';
import { parseFileOwner } from '../spool/spool.ts';
import { type Command, type CommandOptions, expectNoArguments, print, UsageError } from './command.ts';

const silent = pino({ level: 'silent' });

/** `outbox orphans`: lists orphaned files. */
export const listOrphans: Command = async (args, options, variables) => {
  expectNoArguments('outbox orphans', args);
  const { settings } = readSettings(variables);
  const { outbox, orphans } = await openStoreBeside(settings.store, Date.now, silent);
  try {
    const files = (await orphans?.list()) ?? [];
    if (files.length === 0) print(options, [], 'There are no orphaned files.');
    for (const file of files) {
      const facts = describeFile(file);
      const { name, reference, stored_at, bytes } = facts;
      const origin = reference ?? (name === orphanedLogName ? 'log of a lost outbox' : 'unknown enquiry');
      print(options, facts, `${name}  ${origin}  ${stored_at}  ${bytes} bytes`);
    }
    return 0;
  } finally {
    await outbox.close();
  }
};

/** `outbox adopt`: replaces a lost outbox with the new one. `outbox adopt FILE`: attaches an orphaned file to its
 * enquiry again. */
export const adopt: Command = async ([name, ...more], options, variables) => {
  if (more.length > 0) throw new UsageError('"outbox adopt" takes at most one file.');
  const { settings } = readSettings(variables);
  if (name === undefined) {
    await adoptStore(settings.store);
    print(
      options,
      { adopted: true },
      'The new outbox is in use. List the orphaned files with "enquiry-proxy outbox orphans".',
    );
    return 0;
  }
  const store = await openStoreBeside(settings.store, Date.now, silent);
  try {
    return await adoptFile(store, name, options);
  } finally {
    await store.outbox.close();
  }
};

async function adoptFile({ outbox, orphans }: Store, name: string, options: CommandOptions): Promise<number> {
  const file = await findOrphan(orphans, name);
  if (!orphans || !file) return reportMissing(name);
  const reference = parseFileOwner(name)?.reference;
  const enquiry = reference && (await outbox.intake.enquiry(reference));
  if (!enquiry || !acceptsAttachments(enquiry.state)) {
    console.error(
      `${name}: its enquiry is not in the outbox. Send the file some other way, then delete it with "outbox drop".`,
    );
    return 1;
  }
  const { start, bytes, sha256 } = await orphans.read(name, readWhole);
  const mime = detectFileKind(start);
  if (!mime) {
    console.error(`${name}: not a PDF, PNG, GIF or JPEG file. Drop it with "outbox drop".`);
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
  print(options, { ...describeFile(file), done: 'is adopted' }, `${name}: file is adopted.`);
  return 0;
}

/** `outbox drop FILE`: deletes an orphaned file. */
export async function dropOrphan({ orphans }: Store, name: string, options: CommandOptions): Promise<number> {
  const file = await findOrphan(orphans, name);
  if (!orphans || !file) return reportMissing(name);
  await orphans.erase(name);
  print(options, { ...describeFile(file), done: 'is deleted' }, `${name}: file is deleted.`);
  return 0;
}

async function findOrphan(orphans: OrphanedFiles | undefined, name: string): Promise<StoredFile | undefined> {
  return (await orphans?.list())?.find(file => file.name === name);
}

function reportMissing(name: string): number {
  console.error(`There is no orphaned file called ${name}.`);
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
