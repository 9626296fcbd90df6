import type { AttachmentLimits } from '../../proxy/contract/definition.ts';
import type { Attachment } from './attachment.ts';
import { type FileTranslators, fileMessage } from './file-messages.ts';

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
  if (!others.length) return describe(translators, first, limits);
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

function describe(translators: FileTranslators, attachment: Attachment, limits: AttachmentLimits): string {
  const { name } = attachment.file;
  const { code } = attachment;
  return code
    ? `${name}: ${fileMessage(translators, code, name, limits)}`
    : translators.translate('added', { name });
}
