import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { kindBytes, kindOf, kinds } from '../contract/kind.ts';
import { acceptsAttachments, attachmentsRoute } from '../outbox/deliveries.ts';
import { adoptStore, openStoreBeside, type Store } from '../outbox/open-store.ts';
import { readSettings } from '../settings/settings.ts';
import type { StoredFile } from '../spool/folder-files.ts';
import type { OrphanedFiles } from '../spool/orphaned-files.ts';
import { ownerOf } from '../spool/spool.ts';
import { type Command, Misuse, type Options, print } from './command.ts';

const silent = pino({ level: 'silent' });

/** `outbox orphans`: lists the files that no delivery accounts for. */
export const listOrphans: Command = async (words, options, variables) => {
  if (words.length > 0) throw new Misuse('outbox orphans takes no further word.');
  const { settings } = readSettings(variables);
  const { outbox, orphans } = await openStoreBeside(settings, Date.now, silent);
  try {
    const files = (await orphans?.list()) ?? [];
    if (files.length === 0) print(options, [], 'No orphaned files.');
    for (const file of files) {
      const { name, bytes, stored_at, reference } = facts(file);
      print(options, facts(file), `${name}  ${reference ?? 'unknown enquiry'}  ${stored_at}  ${bytes} bytes`);
    }
    return 0;
  } finally {
    await outbox.close();
  }
};

/** `outbox adopt`: goes on with a new outbox when the old one is lost; `outbox adopt FILE`: gives an orphaned file back
 * to its enquiry. */
export const adopt: Command = async ([name, ...more], options, variables) => {
  if (more.length > 0) throw new Misuse('outbox adopt takes one file at most.');
  const { settings } = readSettings(variables);
  if (name === undefined) {
    await adoptStore(settings);
    print(
      options,
      { adopted: true },
      'The new outbox is in use. "enquiry-proxy outbox orphans" lists what was left.',
    );
    return 0;
  }
  const store = await openStoreBeside(settings, Date.now, silent);
  try {
    return await adoptFile(store, name, options);
  } finally {
    await store.outbox.close();
  }
};

async function adoptFile({ outbox, orphans }: Store, name: string, options: Options): Promise<number> {
  const file = await findOrphan(orphans, name);
  if (!orphans || !file) return missing(name);
  const reference = ownerOf(name)?.reference;
  const enquiry = reference && (await outbox.intake.enquiry(reference));
  if (!enquiry || !acceptsAttachments(enquiry.state)) {
    console.error(`${name}: its enquiry is not in the outbox. Send the file by hand, then drop it.`);
    return 1;
  }
  const start = await orphans.read(name, startOf);
  const mime = kindOf(start);
  if (!mime) {
    console.error(`${name}: this is not a PDF, PNG, GIF or JPEG. Drop it.`);
    return 1;
  }
  // The name that the visitor gave it is lost with its row.
  const fileName = `recovered.${kinds[mime]}`;
  // The row first: without one, a sweep would erase an old file. Delivery tries again until the file is there.
  await outbox.intake.add({
    kind: 'attachment',
    route: attachmentsRoute(enquiry.reference),
    idempotency_key: randomUUID(),
    digest: '',
    reference: enquiry.reference,
    content: { file: { name: fileName, mime, postname: fileName }, bytes: file.bytes },
    spool_file: name,
  });
  await orphans.takeBack(name);
  print(options, { ...facts(file), done: 'is adopted' }, `${name}: file is adopted.`);
  return 0;
}

/** `outbox drop FILE`: deletes an orphaned file for good. */
export async function dropOrphan({ orphans }: Store, name: string, options: Options): Promise<number> {
  const file = await findOrphan(orphans, name);
  if (!orphans || !file) return missing(name);
  await orphans.erase(name);
  print(options, { ...facts(file), done: 'is deleted' }, `${name}: file is deleted.`);
  return 0;
}

async function findOrphan(orphans: OrphanedFiles | undefined, name: string): Promise<StoredFile | undefined> {
  return (await orphans?.list())?.find(file => file.name === name);
}

function missing(name: string): number {
  console.error(`There is no orphaned file with the name ${name}.`);
  return 1;
}

function facts({ name, bytes, stored_at }: StoredFile) {
  return { name, reference: ownerOf(name)?.reference, bytes, stored_at: new Date(stored_at).toISOString() };
}

async function startOf(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  for await (const piece of pieces) return Buffer.from(piece.subarray(0, kindBytes));
  return Buffer.alloc(0);
}
