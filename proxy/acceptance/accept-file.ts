import { createHash } from 'node:crypto';
import { inspectFile } from '../content/inspector.ts';
import { type FileKind, fileKinds } from '../contract/definition.ts';
import { UnacceptableFile } from '../contract/photos/cursor.ts';
import { removeMetadata } from '../contract/photos/remove-metadata.ts';
import { DiskFull } from '../database/disk-reserve.ts';
import type { DeliveryRow } from '../database/tables.ts';
import {
  attachmentsRoute,
  EnquiryGone,
  isKeptBack,
  laneOf,
  type NewAttachment,
  type StoredDelivery,
  TooManyAttachments,
} from '../outbox/deliveries.ts';
import type { Config } from '../settings/config.ts';

import { type FileOwner, type SpooledFile, withTimeLimit } from '../spool/spool.ts';

import { confirmRepeatedRequest } from './accept-enquiry.ts';
import type { AcceptanceDependencies, Sender } from './dependencies.ts';
import { Refusal, type StoreBudget } from './refusal.ts';

/** The time that a response waits for an unneeded file to be erased. */
const eraseLimitMs = 500;

/** What a case type allows. */
type Limits = Config['attachments'];

/** A file that was inspected and spooled, without the metadata that the config removes. */
export interface ReceivedFile extends SpooledFile {
  kind: FileKind;
  /** The digest of the file as it was sent, by which a repeat is recognised, even if the config has changed. */
  sentSha256: string;
}

/** A file that somebody sends. */
interface SentFile {
  body: AsyncIterable<Buffer>;
  /** The most bytes that the body can have. */
  maxBytes: number;
  owner: FileOwner;
  limits: Limits;
  sender: Sender;
  budget: StoreBudget;
}

interface Attachment {
  reference: string;
  idempotencyKey: string;
  /** The visitor's name for the file. */
  fileName: string;
  file: ReceivedFile;
  limits: Limits;
  /** Whether the response waits for the delivery. */
  isAwaited: boolean;
  sender: Sender;
  budget: StoreBudget;
}

const ignore = () => {};
const infected = () => new Refusal('unsupported-media-type', { reason: 'infected' });

/** Accepts the files of enquiries, whoever sends them. */
export class FileAcceptance {
  readonly #dependencies: AcceptanceDependencies;

  constructor(dependencies: AcceptanceDependencies) {
    this.#dependencies = dependencies;
  }

  /** Spools a file while inspecting it and removing metadata, within the upload limits. Throws a refusal when the file is
   * unacceptable or a limit is reached. */
  async receive({ body, maxBytes, owner, limits, sender, budget }: SentFile): Promise<ReceivedFile> {
    const { shared, spool } = this.#dependencies;
    const endReservation = await shared.reserveUpload(sender.limitedAs, maxBytes, budget);
    let spooledBytes = 0;
    try {
      let kind: FileKind | undefined;
      const sent = createHash('sha256');
      const received = Promise.withResolvers<void>();
      async function* hashed() {
        let isEmpty = true;
        for await (const piece of body) {
          isEmpty &&= piece.length === 0;
          sent.update(piece);
          yield piece;
        }
        if (isEmpty) throw new Refusal('empty');
        received.resolve();
      }
      const cleaned = removeMetadata(hashed(), limits.strip_metadata, found => {
        kind = found;
      });
      const saving = spool.save(inspectFile(cleaned), owner).catch(error => {
        if (!(error instanceof UnacceptableFile)) throw error;
        throw new Refusal('unsupported-media-type', { reason: error.check });
      });
      // The client's time doesn't count against the budget: it starts again at the last byte.
      await Promise.race([received.promise, saving.then(ignore, ignore)]);
      const spooled = await budget
        .run(() => saving)
        .catch(error => {
          // A file that is saved after the time limit is no longer needed.
          saving.then(({ name }) => spool.erase(name)).catch(ignore);
          throw error;
        });
      spooledBytes = spooled.bytes;
      return { ...spooled, kind: kind!, sentSha256: sent.digest('hex') };
    } finally {
      endReservation(spooledBytes);
    }
  }

  /** Stores the attachment, and erases its file if no delivery needs it. Resolves with the state of its delivery, also for
   * a repeat with the same key and content. Throws a refusal otherwise. */
  async attach(attachment: Attachment): Promise<DeliveryRow['state']> {
    const { reference, idempotencyKey, fileName, file, limits, isAwaited, sender, budget } = attachment;
    const { settings, intake, spool, signer, metrics } = this.#dependencies;
    const { outcomeWaitMs: waitMs } = settings.requests;
    const { bytes, sha256, sentSha256, kind } = file;
    let spoolFile = file.name;
    let isUnneeded = true;
    try {
      spoolFile = await budget.run(() => spool.assign(spoolFile, { reference, key: idempotencyKey }));
      // From here on a delivery may need the file. Unless it certainly doesn't, the file is left to the sweep.
      isUnneeded = false;
      const name = safeName(fileName, kind);
      const fingerprint = `${sentSha256} ${name}`;
      const added: NewAttachment = {
        kind: 'attachment',
        route: attachmentsRoute(reference),
        idempotency_key: idempotencyKey,
        lane: laneOf(sender.limitedAs),
        digest: signer.digest(fingerprint),
        reference,
        content: { file: { name, mime: kind, postname: name }, bytes, sha256 },
        spool_file: spoolFile,
      };
      const options = {
        maxAttachments: limits.max_files,
        ...(isAwaited && { visitor: { waitMs, signal: sender.signal, findField: () => undefined } }),
      };
      const { row, isNew, visitorOutcome } = await budget.run(() =>
        intake.add(added, options).catch(error => {
          isUnneeded = [TooManyAttachments, EnquiryGone, DiskFull].some(type => error instanceof type);
          if (error instanceof TooManyAttachments) throw new Refusal('too-many-attachments');
          if (error instanceof EnquiryGone) throw new Refusal('not-found');
          throw error;
        }),
      );
      if (!isNew) {
        const isOtherCopy = row.spool_file !== spoolFile;
        if (!signer.isDigest(row.digest, fingerprint)) {
          isUnneeded = isOtherCopy;
          throw new Refusal('idempotency-mismatch');
        }
        if (isOtherCopy) isUnneeded = !(await this.#replaceMissing(row, added, budget));
        const first = await confirmRepeatedRequest(row, this.#dependencies, { sender, budget });
        if (first.held_cause === 'infected') throw infected();
        return first.state;
      }
      await budget.run(() => spool.keep(spoolFile));
      if (!isKeptBack(row)) metrics.accepted({ kind: 'attachment', case_type: '' }, bytes);
      const { state } = await visitorOutcome;
      if (state === 'infected') throw infected();
      return state === 'delivered' ? state : 'waiting';
    } finally {
      if (isUnneeded) await this.erase(spoolFile);
    }
  }

  /** Lets a repeated upload replace the first one's spooled file if that is missing. Returns whether it did. */
  async #replaceMissing({ id, spool_file }: StoredDelivery, copy: NewAttachment, budget: StoreBudget) {
    const { intake, spool, log } = this.#dependencies;
    if (spool_file === null || (await budget.run(() => spool.keep(spool_file)))) return false;
    // False when the attachment was delivered, and its file erased, in the meantime.
    const isReplaced = await budget.run(() => intake.replaceFile(id, spool_file, copy));
    if (!isReplaced) return false;
    log.error({ id }, 'missing spooled file replaced by a repeated upload');
    return await budget.run(() => spool.keep(copy.spool_file));
  }

  /** Erases a spooled file that no delivery needs. A failure must not change the response: the sweep erases the file
   * later. */
  async erase(name: string): Promise<void> {
    const { spool, log } = this.#dependencies;
    await withTimeLimit(eraseLimitMs, spool.erase(name)).catch(error =>
      log.warn({ err: error }, 'unneeded spooled file not erased'),
    );
  }
}

const maxNameBytes = 100;
/** Only the last characters are processed, to bound the time that the patterns below take: a header may be much longer
 * than any file name. */
const maxNameCharacters = 1_000;

/** Everything up to the last separator of folders. */
const folders = /^.*[/\\]/s;
/** Control, bidi and other invisible characters. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\uFFFD]/gu;
/** Characters that file systems or headers reserve, and look-alikes of separators. */
const reserved = /[:"<>|?*\u2044\u2215\u29F8\uFE68\uFF0F\uFF3C\uFF1A]/g;
// The lookbehind keeps it from trying each of many spaces as the first one.
const trailing = /(?<![\s.])[\s.]+$/;
/** Extensions of programs and pages, which some web servers run even before another extension (`a.php.jpg`). */
const executableExtensions =
  /\.(?=(?:ph(?:p\d?|tml?|ar|ps)|aspx?|jspx?|cgi|p[ly]|sh|exe|com|bat|cmd|js|html?|svg|htaccess)(?:\.|$))/gi;
/** Device names on Windows. */
const devices = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])\s*(?:\.|$)/i;

/** Makes a file name safe for every file system and header: the base name in Unicode NFC, without control, bidi and
 * path characters or a leading dot or dash, at most 100 bytes long, with the extension of the file's kind. */
export function safeName(name: string, kind: FileKind): string {
  const extension = fileKinds[kind];
  const base = name
    .slice(-maxNameCharacters)
    .toWellFormed()
    .replace(folders, '')
    .replaceAll(invisible, '')
    .replaceAll(reserved, '_')
    .normalize('NFC') // Characters that are next to each other now may be one.
    .replace(trailing, '')
    .replace(/\.(?=[a-z0-9]*[a-z])[a-z0-9]{1,5}$/i, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.\-~\p{M}]+/u, '')
    .replace(trailing, '');
  const isUsable = base !== '' && !devices.test(base);
  const short = shorten(isUsable ? base : 'attachment', maxNameBytes - extension.length - 1);
  return `${short.replaceAll(executableExtensions, '_')}.${extension}`;
}

/** Shortens a text to at most this many bytes of UTF-8, without cutting a character. */
function shorten(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read).replace(trailing, '');
}
