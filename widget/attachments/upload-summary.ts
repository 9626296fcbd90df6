import { html, type TemplateResult } from 'lit';
import type { AttachmentList } from './attachment-list.ts';
import { fileSize, type TranslateFiles } from './file-messages.ts';

/** One progress bar for all files; undefined unless several are being uploaded. */
export function totalBar(translate: TranslateFiles, list: AttachmentList): TemplateResult | undefined {
  const { files, uploaded, total } = list.progress;
  if (files < 2 || !list.isBusy) return undefined;
  const text =
    uploaded === total
      ? translate('finishing')
      : uploaded < 1024
        ? ''
        : translate('uploadedOf', {
            uploaded: fileSize(translate, uploaded, Math.floor),
            total: fileSize(translate, total, Math.ceil),
          });
  return html`<div class="total" part="total"><progress part="file-progress" max="1" value=${uploaded / total} aria-label=${text || translate('uploading')}></progress><p>${text}</p></div>`;
}

/** A sentence about all uploads. */
export function uploadSummary(translate: TranslateFiles, list: AttachmentList): string {
  if (list.isBusy) return translate(navigator.onLine ? 'uploading' : 'uploadsOffline');
  const count = list.count('sent');
  const total = count + list.unsent.length;
  if (count === total) return translate('filesSent', { count });
  if (list.unsent.some(({ code }) => code === 'storage-full')) return translate('filesNoRoom');
  return count ? translate('someFilesSent', { count, total }) : translate('noFilesSent', { count: total });
}
