import {
  type AttachmentLimits,
  detectFileKind,
  fileKindBytes,
  fileKinds,
} from '../../proxy/contract/definition.ts';
import { loadPart } from '../client/lazy-part.ts';
import type { PhotoMessages } from '../messages/en-photos.ts';
import type { Translate } from '../messages/format.ts';
import type { Localizer } from '../messages/localizer.ts';
import { detectPhotoKind, isSendable, photoKindBytes } from '../photos/header.ts';
import type { PreparedPhoto } from '../photos/photos.ts';
import type { Attachment } from './attachment.ts';

export interface Inspection {
  limits: AttachmentLimits;
  earlier: Attachment[];
  runWithPhotos: RunWithPhotos;
}

/** Finds out by its content whether a file can be sent, and prepares it if it is a photo. The attachment must be
 * `checking`, and is `chosen` or `refused` afterwards. */
export async function inspect(attachment: Attachment, inspection: Inspection): Promise<void> {
  attachment.isUnprepared = false;
  let code: string;
  try {
    code = await findReason(attachment, inspection);
  } catch {
    code = 'unreadable'; // A folder, or a file that was deleted.
  }
  if (code) attachment.apply('refuse', code);
  else attachment.apply('choose');
}

/** The reason why a file can't be sent, as a code; empty if it can. */
async function findReason(
  attachment: Attachment,
  { limits, earlier, runWithPhotos }: Inspection,
): Promise<string> {
  const { file, abort } = attachment;
  const start = new Uint8Array(await file.slice(0, Math.max(fileKindBytes, photoKindBytes)).arrayBuffer());
  if (!file.size) return 'empty';
  const kind = detectFileKind(start) ?? detectPhotoKind(start);
  if (kind === 'media' || (!kind && /^(audio|video)/.test(file.type))) return 'media';
  if (!kind) return 'unsupported-media-type';
  for (const other of earlier) if (await isSameFile(file, other.file)) return 'duplicate';

  attachment.kind = isSendable(kind) ? kind : undefined;
  const isTooLarge = file.size > limits.max_bytes;
  if (kind === 'application/pdf') return isTooLarge ? 'too-large' : '';
  let prepared: PreparedPhoto | string;
  let isLoaded = false;
  try {
    prepared = await runWithPhotos(photos => {
      isLoaded = true;
      abort.signal.throwIfAborted(); // The visitor has removed it meanwhile.
      return photos.preparePhoto(file, kind, limits);
    });
  } catch (error) {
    if (isLoaded) throw error;
    // The network failed. The file is inspected once more before it is uploaded.
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

const chunkBytes = 1_048_576;

/** Whether two files have the same name and date, or the same content. */
async function isSameFile(one: File, other: File): Promise<boolean> {
  if (one.size !== other.size) return false;
  if (one.name === other.name && one.lastModified === other.lastModified) return true;
  try {
    for (let at = 0; at < one.size; at += chunkBytes) {
      const [a, b] = await Promise.all(
        [one, other].map(async file => new Uint8Array(await file.slice(at, at + chunkBytes).arrayBuffer())),
      );
      if (!a!.every((byte, index) => byte === b![index])) return false;
    }
    return true;
  } catch {
    return false; // The other file was changed or deleted after it was chosen.
  }
}

type PhotosModule = typeof import('../photos/photos.ts');

/** Prepares one photo at a time, because each needs a lot of memory. The code for photos is loaded with the first one. */
export class PhotoPreparation {
  /** Translates messages about photos. Set when the code for photos has loaded. */
  translate: Translate<PhotoMessages> | undefined;
  #localizer: Localizer;
  #previous: Promise<unknown> = Promise.resolve();

  constructor(localizer: Localizer) {
    this.#localizer = localizer;
  }

  /** Runs `work` once all earlier work is done. Rejects as `work` does, or when the part can't be loaded. */
  run: RunWithPhotos = work => {
    const previous = this.#previous;
    const current = (async () => {
      await previous;
      const photos = await loadPart(() => import('../photos/photos.ts'));
      this.translate ??= this.#localizer.translator(photos.messages);
      return work(photos);
    })();
    this.#previous = current.catch(() => {}); // The caller handles it.
    return current;
  };
}

/** Runs work that needs the code for photos. Rejects if that can't be loaded. */
export type RunWithPhotos = <Result>(work: (photos: PhotosModule) => Promise<Result>) => Promise<Result>;
