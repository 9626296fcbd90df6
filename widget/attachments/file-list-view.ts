import type { AttachmentLimits } from '../../proxy/contract/definition.ts';
import type { Attachment } from './attachment.ts';
import type { AttachmentList } from './attachment-list.ts';
import type { FileTranslators } from './file-messages.ts';

/** An action that the visitor can take on a file: the name of a method of the list. */
export type FileAction = 'remove' | 'cancel' | 'retry';

/** The list of files as it is shown. */
export interface FileListView extends FileTranslators {
  list: AttachmentList;
  limits: AttachmentLimits;
  act(action: FileAction, attachment: Attachment): void;
  /** Replaces a file that wasn't sent. */
  replace(replaced: Attachment, file: File): void;
}
