import { html, type TemplateResult } from 'lit';
import type { Attachment } from './attachment.ts';
import type { FileListView } from './file-list-view.ts';
import { fileMessage, fileSize } from './file-messages.ts';

/** The status of a file: a progress bar, or a text. */
export function fileStatus(view: FileListView, attachment: Attachment): TemplateResult {
  const { file, state, share, code } = attachment;
  const { list, translate } = view;
  if (state === 'uploading' && share < 1) {
    return html`<progress part="file-progress" max="1" value=${share} aria-label=${file.name}></progress>`;
  }
  const isUnsent = list.isUploading && (state === 'refused' || state === 'missing');
  const text = statusText(view, attachment);
  return html`<span class="state ${code === 'duplicate' ? '' : state}" part="file-state">${
    isUnsent ? html`<b>${translate('notSent')}</b> ${text}` : text
  }</span>`;
}

function statusText(view: FileListView, { file, body, state, code, changes, kind }: Attachment): string {
  const { list, limits, translate, translatePhotos } = view;
  // The file is of a kind that can be sent, so the proxy has refused something inside it.
  if (code === 'unsupported-media-type' && kind) return translate('file_unsafe');
  const canMakeRoom = !list.isUploading || list.count('checking', 'waiting', 'uploading', 'failed') > 0;
  if (code === 'too-many-attachments' && !canMakeRoom) {
    return translate('file_too_many_sent', { count: limits.max_files });
  }
  if (code) return fileMessage(view, code, file.name, limits);
  switch (state) {
    case 'checking':
      return translate('preparing');
    case 'waiting':
      return translate('waiting');
    case 'uploading':
      return translate('finishing');
    case 'sent':
      return translate('sent');
    case 'missing':
      return translate('missing');
    default:
      return [fileSize(translate, body.size), ...changes.map(change => translatePhotos?.(change))].join(
        ' · ',
      );
  }
}
