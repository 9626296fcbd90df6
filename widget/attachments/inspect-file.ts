import {
  type AttachmentLimits,
  detectFileKind,
  type FileKind,
  fileKindBytes,
  fileKinds,
} from '../../proxy/contract/definition.ts';
import type { PhotoMessages } from '../../proxy/contract/languages/en.ts';
import { loadPart } from '../client/lazy-part.ts';
import type { Translate } from '../messages/format.ts';
import type { Localizer } from '../messages/localizer.ts';
import { detectPhotoKind, isSendable, type PhotoKind, photoKindBytes } from '../photos/photo-kind.ts';
import type { PreparedPhoto } from '../photos/photos.ts';
import type { Attachment } from './attachment.ts';

/** Finds out by its content whether a file can be sent, and prepares it if it is a photo. The attachment must be
 * `checking`, and is `chosen` or `refused` afterwards. */
export async function inspect(
  attachment: Attachment,
  limits: AttachmentLimits,
  photos: PhotoPreparation,
): Promise<void> {
  attachment.isUnprepared = false;
  const code = await findReason(attachment, limits, photos).catch(() => 'unreadable'); // A folder, or a deleted file.
  attachment.become(code ? 'refused' : 'chosen', code);
}

/** The reason why a file can't be sent, as a code; empty if it can. */
async function findReason(
  attachment: Attachment,
  limits: AttachmentLimits,
  photos: PhotoPreparation,
): Promise<string> {
  const { file, abort } = attachment;
  const start = new Uint8Array(
    await read(attachment, file.slice(0, Math.max(fileKindBytes, photoKindBytes))),
  );
  if (!file.size) return 'empty';
  const kind = detectFileKind(start) ?? detectPhotoKind(start);
  if (!kind) return /^(audio|video)/.test(file.type) ? 'media' : 'wrong-type';
  attachment.kind = isSendable(kind) ? kind : undefined;
  const isTooLarge = file.size > limits.max_bytes;
  if (kind === 'application/pdf') {
    if (isTooLarge) return 'too-large';
    attachment.body = new Blob([await read(attachment)], { type: kind }); // Phones may refuse a second read minutes later.
    return '';
  }
  const prepared = await photos.prepare(attachment, kind, limits);
  if (!prepared) {
    // The file is inspected once more before it is uploaded.
    attachment.isUnprepared = true;
    return isSendable(kind) && !isTooLarge ? '' : 'not-ready';
  }
  if (typeof prepared === 'string') return prepared;
  attachment.thumbnail?.close();
  if (abort.signal.aborted) prepared.thumbnail?.close();
  attachment.body = prepared.body;
  attachment.kind = prepared.kind;
  attachment.changes = prepared.did;
  attachment.thumbnail = prepared.thumbnail;
  if (kind !== prepared.kind)
    attachment.name = `${file.name.replace(/\.\w{1,5}$/, '')}.${fileKinds[prepared.kind]}`;
  return '';
}

/** Reads a file or a part of it. Rejects if that fails, or when the visitor removes the file: reading one from cloud storage may
 * never end. */
function read({ file, abort }: Attachment, part: Blob = file): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    abort.signal.onabort = reject;
    part.arrayBuffer().then(resolve, reject);
  });
}

/** Prepares one photo at a time, because each needs a lot of memory. The code for photos is loaded with the first one. */
export class PhotoPreparation {
  /** Translates messages about photos. Set when the code for photos has loaded. */
  translate: Translate<PhotoMessages> | undefined;
  #localizer: Localizer;
  #previous: Promise<unknown> = Promise.resolve();

  constructor(localizer: Localizer) {
    this.#localizer = localizer;
  }

  /** Prepares a photo once all earlier ones are prepared. Resolves as `preparePhoto` does, and with undefined if its code
   * can't be loaded because the network failed. Rejects if the file can't be read or the visitor has removed it. */
  prepare(
    attachment: Attachment,
    kind: FileKind | PhotoKind,
    limits: AttachmentLimits,
  ): Promise<PreparedPhoto | string | undefined> {
    const prepared = this.#previous.then(async () => {
      const photos = await loadPart(() => import('../photos/photos.ts')).catch(() => undefined);
      if (!photos) return undefined;
      this.translate ??= this.#localizer.translator(photos.messages);
      attachment.abort.signal.throwIfAborted();
      return photos.preparePhoto(attachment.file, kind, limits, () => read(attachment));
    });
    this.#previous = prepared.catch(() => {}); // The caller handles it.
    return prepared;
  }
}
