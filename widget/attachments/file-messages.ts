import type { AttachmentLimits } from '../../proxy/contract/definition.ts';
import type { AttachmentMessages } from '../messages/en-attachments.ts';
import type { PhotoMessages } from '../messages/en-photos.ts';
import type { Translate } from '../messages/format.ts';
import type { Attachment } from './attachment.ts';

export type TranslateFiles = Translate<AttachmentMessages>;

/** Translates the messages about files. */
export interface FileTranslators {
  translate: TranslateFiles;
  /** Undefined until the code for photos has loaded, which is the source of the codes that begin with `photo_`. */
  translatePhotos: Translate<PhotoMessages> | undefined;
}

/** The messages without values, by code. */
const messageKeys = new Map<string, keyof AttachmentMessages>([
  ['cancelled', 'file_cancelled'],
  ['changed', 'file_changed'],
  ['closed', 'file_closed'],
  ['duplicate', 'file_duplicate'],
  ['empty', 'file_empty'],
  ['media', 'file_media'],
  ['not-ready', 'file_not_ready'],
  ['storage-full', 'file_no_room'],
  ['unreadable', 'file_unreadable'],
]);

/** Why a file isn't sent, and what the visitor can do. `code` is ours or the proxy's. */
export function fileMessage(
  { translate, translatePhotos }: FileTranslators,
  code: string,
  name: string,
  { max_files, max_bytes }: AttachmentLimits,
): string {
  switch (code) {
    case 'unsupported-media-type':
      return /\.(pdf|png|gif|jpe?g)$/i.test(name)
        ? translate('file_wrong_content', { name: name.replace(/\p{Bidi_Control}/gu, '') })
        : translate('file_type');
    case 'too-large':
      return translate('file_too_large', { size: fileSize(translate, max_bytes) });
    case 'too-many-attachments':
      return translate('file_too_many', { count: max_files });
    default:
      // Codes about photos are message keys.
      return translatePhotos && code.startsWith('photo_')
        ? translatePhotos(code as keyof PhotoMessages, { size: fileSize(translate, max_bytes) })
        : translate(messageKeys.get(code) ?? 'file_failed');
  }
}

/** A number of bytes as text: `2.4 MB`. Without `round`, it is the nearest, and never 0. */
export function fileSize(
  translate: TranslateFiles,
  bytes: number,
  round?: (count: number) => number,
): string {
  if (bytes < 1_000_000) return translate('kilobytes', { count: (round ?? Math.ceil)(bytes / 1024) });
  return translate('megabytes', { count: (round ?? Math.round)((bytes / 1_048_576) * 10) / 10 });
}

/** The announcement of files that were added: a single one by name, several by their number. Empty without files.
 * Duplicates count only if there is nothing else to say. */
export function addedSentence(
  translators: FileTranslators,
  attachments: Attachment[],
  limits: AttachmentLimits,
): string {
  const { translate } = translators;
  const [first, ...others] = attachments;
  if (!first) return '';
  if (!others.length) {
    const { code, file } = first;
    if (!code) return translate('added', { name: file.name });
    return `${file.name}: ${fileMessage(translators, code, file.name, limits)}`;
  }
  const unsent = attachments.filter(({ isUnsent }) => isUnsent).length;
  const added = attachments.filter(({ code }) => !code).length;
  if (added && unsent) {
    return translate('someFilesAdded', {
      count: added,
      unsent: translate('unsentCount', { count: unsent }),
    });
  }
  if (added) return translate('filesAdded', { count: added });
  return unsent ? translate('filesUnsent', { count: unsent }) : translate('allDuplicates');
}
