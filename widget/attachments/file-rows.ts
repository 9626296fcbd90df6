import { html, type TemplateResult } from 'lit';
import type { AttachmentLimits } from '../../proxy/contract/definition.ts';
import type { Attachment } from './attachment.ts';
import type { AttachmentList } from './attachment-list.ts';
import { fileButton } from './file-button.ts';
import { type FileTranslators, fileMessage, fileSize, type TranslateFiles } from './file-messages.ts';
import { fileName } from './file-name.ts';

/** An action that the visitor can take on a file: the name of a method of the list. */
export type FileAction = 'remove' | 'cancel' | 'retry';

/** The visitor's actions on the list. */
export interface FileActions {
  act(action: FileAction, attachment: Attachment): void;
  /** Replaces a file that wasn't sent. */
  replace(replaced: Attachment, file: File): void;
}

/** "3 of 5 files" */
export function fileCount(
  translate: TranslateFiles,
  list: AttachmentList,
  { max_files }: AttachmentLimits,
): TemplateResult {
  const count = list.count('chosen', 'checking');
  return html`<p class="count">${translate('fileCount', { count, limit: max_files })}</p>`;
}

/** The list of files with the state of each; undefined without files. */
export function fileRows(
  translators: FileTranslators,
  { all, isUploading }: AttachmentList,
  limits: AttachmentLimits,
  { act, replace }: FileActions,
): TemplateResult | undefined {
  if (!all.length) return undefined;
  const { translate } = translators;
  const buttonTexts = {
    remove: translate(isUploading ? 'skipFile' : 'remove'),
    cancel: translate('cancel'),
    retry: translate('tryAgain'),
  };
  return html`<ul class="files">${all.map(attachment => {
    const { file, thumbnail } = attachment;
    const tile = thumbnail
      ? html`<canvas class="tile" part="thumbnail" aria-hidden="true"></canvas>`
      : html`<span class="tile" part="thumbnail" aria-hidden="true">${/[^.]{0,4}$/.exec(file.name)}</span>`;
    const buttons = rowActions(attachment, isUploading).map(action =>
      action === 'replace'
        ? fileButton('link', translate('chooseAgain'), ([chosen]) => chosen && replace(attachment, chosen), {
            name: file.name,
          })
        : html`<button type="button" class="link" part="link" aria-label="${buttonTexts[action]}: ${file.name}" @click=${() => act(action, attachment)}>${buttonTexts[action]}</button>`,
    );
    return html`<li class="file ${attachment.isUnsent ? 'unsent' : ''}" part="file" tabindex="-1">${tile}${fileName(file.name)}${rowStatus(translators, attachment, limits, isUploading)}<span class="acts">${buttons}</span></li>`;
  })}</ul>`;
}

function rowActions({ state, code, share }: Attachment, isUploading: boolean): (FileAction | 'replace')[] {
  switch (state) {
    case 'sent':
      return [];
    case 'uploading':
      // Once all bytes are sent, the file may have arrived. Pressed twice, Cancel undoes itself: it becomes "Try again".
      return share < 1 ? ['cancel'] : [];
    case 'failed':
      return ['retry', 'remove'];
    case 'missing':
      return ['replace', 'remove'];
    case 'refused':
      if (code === 'not-ready') return ['retry', 'remove'];
      return isUploading && !/^(too-many|closed)/.test(code) ? ['replace', 'remove'] : ['remove'];
    default:
      return ['remove'];
  }
}

function rowStatus(
  translators: FileTranslators,
  attachment: Attachment,
  limits: AttachmentLimits,
  isUploading: boolean,
): TemplateResult {
  const { file, state, share, code } = attachment;
  const { translate } = translators;
  if (state === 'uploading' && share < 1) {
    return html`<progress part="file-progress" max="1" value=${share} aria-label=${file.name}></progress>`;
  }
  const isNotSent = isUploading && (state === 'refused' || state === 'missing');
  return html`<span class="state ${code === 'duplicate' ? '' : state}" part="file-state">${isNotSent ? html`<b>${translate('notSent')}</b> ` : ''}${statusText(translators, attachment, limits, isUploading)}</span>`;
}

function statusText(
  translators: FileTranslators,
  { file, body, state, code, changes, kind }: Attachment,
  limits: AttachmentLimits,
  isUploading: boolean,
): string {
  const { translate, translatePhotos } = translators;
  // The file is of a kind that can be sent, so the proxy has refused something inside it.
  if (code === 'unsupported-media-type' && kind) return translate('file_unsafe');
  // No file can be removed to make room.
  if (code === 'too-many-attachments' && isUploading) {
    return translate('file_too_many_sent', { count: limits.max_files });
  }
  if (code) return fileMessage(translators, code, file.name, limits);
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

/** Says above Send which files won't be sent; undefined if all will be. */
export function unsentNote(
  translate: TranslateFiles,
  { unsent }: AttachmentList,
): TemplateResult | undefined {
  const [first] = unsent;
  if (!first) return undefined;
  return html`<p class="note bad" part="note">${translate('filesUnsent', { count: unsent.length, name: first.file.name })}</p>`;
}
