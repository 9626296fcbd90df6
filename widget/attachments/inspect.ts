import type { AttachmentLimits } from '../../proxy/contract/definition.ts';
import { kindBytes, kindOf, kinds } from '../../proxy/contract/kind.ts';
import type { Attachment } from './attachments.ts';
import { otherKindBytes, otherKindOf } from './photo-kind.ts';

type PhotosModule = typeof import('../photos/photos.ts');

/** Resolves with what makes photos fit to be sent, when it is this one's turn: each needs a lot of memory. Rejects
 * when that can't be loaded. */
export type Turn = <Result>(work: (photos: PhotosModule) => Promise<Result>) => Promise<Result>;

/** Looks into a file, and makes it fit to be sent: whether that can be is decided by its content, never by its name.
 * `others`: the files that were chosen before it. */
export async function look(
  attachment: Attachment,
  others: Attachment[],
  limits: AttachmentLimits,
  inTurn: Turn,
): Promise<void> {
  attachment.isRaw = false;
  let code = '';
  try {
    code = await judge(attachment, others, limits, inTurn);
  } catch {
    code = 'unreadable'; // A folder, or a file that is gone.
  }
  attachment.code = code;
  attachment.state = code ? 'refused' : 'chosen';
}

async function judge(
  attachment: Attachment,
  others: Attachment[],
  limits: AttachmentLimits,
  inTurn: Turn,
): Promise<string> {
  const { file, abort } = attachment;
  const start = new Uint8Array(await file.slice(0, Math.max(kindBytes, otherKindBytes)).arrayBuffer());
  if (!file.size) return 'empty';
  const kind = kindOf(start) ?? otherKindOf(start);
  if (kind === 'media' || (!kind && /^(audio|video)/.test(file.type))) return 'media';
  if (!kind) return 'unsupported-media-type';
  for (const other of others) if (await isSame(file, other.file)) return 'duplicate';

  attachment.kind = isSendable(kind) ? kind : undefined;
  const isTooLarge = file.size > limits.max_bytes;
  if (kind === 'application/pdf') return isTooLarge ? 'too-large' : '';
  let prepared: Awaited<ReturnType<PhotosModule['prepare']>>;
  let isLoaded = false;
  try {
    prepared = await inTurn(photos => {
      isLoaded = true;
      abort.signal.throwIfAborted(); // It was removed meanwhile.
      return photos.prepare(file, kind, limits);
    });
  } catch (error) {
    if (isLoaded) throw error;
    // The network's fault. As it is it may go: it is looked at once more before.
    attachment.isRaw = true;
    return isSendable(kind) && !isTooLarge ? '' : 'not-ready';
  }
  if (typeof prepared === 'string') return prepared;
  const { body, did, thumbnail } = prepared;
  attachment.thumbnail?.close();
  if (abort.signal.aborted) thumbnail?.close();
  Object.assign(attachment, { body, did, thumbnail, kind: prepared.kind });
  if (kind !== prepared.kind)
    attachment.name = `${file.name.replace(/\.\w{1,5}$/, '')}.${kinds[prepared.kind]}`;
  return '';
}

function isSendable(kind: string): kind is keyof typeof kinds {
  return Object.hasOwn(kinds, kind);
}

const pieceBytes = 1_048_576;

/** Whether two files are one: by what the device says of them, or by every byte. */
async function isSame(one: File, other: File): Promise<boolean> {
  if (one.size !== other.size) return false;
  if (one.name === other.name && one.lastModified === other.lastModified) return true;
  try {
    for (let at = 0; at < one.size; at += pieceBytes) {
      const [a, b] = await Promise.all(
        [one, other].map(async file => new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer())),
      );
      if (!a!.every((byte, index) => byte === b![index])) return false;
    }
    return true;
  } catch {
    return false; // The other one has changed since it was chosen, or is gone.
  }
}
