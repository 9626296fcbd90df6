import { html, type TemplateResult } from 'lit';
import type { AttachmentLimits } from '../../proxy/contract/definition.ts';
import type { Attachment } from './attachment.ts';
import type { AttachmentList } from './attachment-list.ts';
import { fileButton } from './file-button.ts';
import { type FileTranslators, fileMessage, fileSize, type TranslateFiles } from './file-messages.ts';

/** An action that the visitor can take on a file: the name of a method of the list. */
export type FileAction = 'remove' | 'cancel' | 'retry';

/** The visitor's actions on the list. */
export interface FileActions {
  act(action: FileAction, attachment: Attachment): void;
  /** Replaces a missing file. */
  replace(missing: Attachment, file: File): void;
}

/** The list of files with the state of each; undefined without files. */
export function fileRows(
  translators: FileTranslators,
  attachments: Attachment[],
  limits: AttachmentLimits,
  { act, replace }: FileActions,
): TemplateResult | undefined {
  if (!attachments.length) return undefined;
  const { translate } = translators;
  return html`<ul class="files">${attachments.map(attachment => {
    const { file, state, share, code, thumbnail } = attachment;
    const button = (text: string, action: FileAction) =>
      html`<button type="button" class="link" part="link" aria-label="${text}: ${file.name}" @click=${() => act(action, attachment)}>${text}</button>`;
    const status =
      state === 'uploading'
        ? html`<progress part="file-progress" max="1" value=${share} aria-label=${file.name}></progress>`
        : html`<span class="state ${code === 'duplicate' ? '' : state}" part="file-state">${statusText(translators, attachment, limits)}</span>`;
    const tile = thumbnail
      ? html`<canvas class="tile" part="thumbnail" aria-hidden="true"></canvas>`
      : html`<span class="tile" part="thumbnail" aria-hidden="true">${/[^.]{0,4}$/.exec(file.name)}</span>`;
    return html`<li class="file" part="file" tabindex="-1">${tile}<span class="name" part="file-name">${file.name}</span>${status}<span class="acts">${
      state === 'missing'
        ? fileButton('link', translate('chooseAgain'), files => files[0] && replace(attachment, files[0]), {
            name: file.name,
          })
        : ''
    }${
      state === 'failed' || code === 'not-ready'
        ? button(translate('tryAgain'), 'retry')
        : state === 'uploading'
          ? button(translate('cancel'), 'cancel') // Pressed twice, it undoes itself: it becomes "Try again".
          : ''
    }${
      state === 'failed' || state === 'waiting'
        ? button(translate('skipFile'), 'remove')
        : state === 'sent' || state === 'uploading' || state === 'missing'
          ? ''
          : button(translate('remove'), 'remove')
    }</span></li>`;
  })}</ul>`;
}

function statusText(
  translators: FileTranslators,
  { file, body, state, code, changes, kind }: Attachment,
  limits: AttachmentLimits,
): string {
  const { translate, translatePhotos } = translators;
  // The file is of a kind that can be sent, so the proxy has refused something inside it.
  if (code === 'unsupported-media-type' && kind) return translate('file_unsafe');
  if (code) return fileMessage(translators, code, file.name, limits);
  if (state === 'checking') return translate('preparing');
  if (state === 'missing') return translate('missing');
  if (state === 'sent') return translate('sent');
  if (state === 'waiting') return translate('waiting');
  return [fileSize(translate, body.size), ...changes.map(change => translatePhotos?.(change))].join(' · ');
}

/** One progress bar for all files; undefined unless several are being uploaded. */
export function totalBar(translate: TranslateFiles, list: AttachmentList): TemplateResult | undefined {
  if (list.all.length < 2 || !list.isBusy) return undefined;
  const { uploaded, total } = list.progress;
  const text = translate('uploadedOf', {
    uploaded: fileSize(translate, uploaded),
    total: fileSize(translate, total),
  });
  return html`<div class="total" part="total"><progress part="file-progress" max="1" value=${uploaded / total} aria-label=${text}></progress><p>${text}</p></div>`;
}

/** A sentence about all uploads. */
export function uploadSummary(translate: TranslateFiles, list: AttachmentList): string {
  if (list.isBusy) return navigator.onLine ? translate('uploading') : translate('uploadsOffline');
  return list.count('failed', 'refused', 'missing')
    ? translate('someFilesFailed')
    : translate('filesSent', { count: list.all.length });
}
