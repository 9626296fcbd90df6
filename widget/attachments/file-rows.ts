import { html, type TemplateResult } from 'lit';
import type { Attachment } from './attachment.ts';
import type { AttachmentList } from './attachment-list.ts';
import { fileButton } from './file-button.ts';
import type { FileAction, FileListView } from './file-list-view.ts';
import type { TranslateFiles } from './file-messages.ts';
import { fileName } from './file-name.ts';
import { fileStatus } from './file-status.ts';

/** The rows of the files. */
export function fileRows(view: FileListView): TemplateResult {
  const { list, translate, act, replace } = view;
  const texts = {
    remove: translate(list.isUploading ? 'skipFile' : 'remove'),
    cancel: translate('cancel'),
    retry: translate('tryAgain'),
  };
  return html`<ul class="files">${list.all.map(attachment => {
    const { file, thumbnail } = attachment;
    const { name } = file;
    const tile = thumbnail
      ? html`<canvas class="tile" part="thumbnail" aria-hidden="true"></canvas>`
      : html`<span class="tile" part="thumbnail" aria-hidden="true">${/[^.]{0,4}$/.exec(name)}</span>`;
    const buttons = actionsOn(attachment, list).map(action =>
      action === 'replace'
        ? fileButton('link', translate('chooseAgain'), ([chosen]) => chosen && replace(attachment, chosen), {
            name,
          })
        : html`<button type="button" class="link" part="link" aria-label="${texts[action]}: ${name}" @click=${() => act(action, attachment)}>${texts[action]}</button>`,
    );
    return html`<li class="file ${attachment.isUnsent ? 'unsent' : ''}" part="file" tabindex="-1">${tile}${fileName(name)}${fileStatus(view, attachment)}<span class="acts">${buttons}</span></li>`;
  })}</ul>`;
}

function actionsOn(
  { state, code, share }: Attachment,
  { isUploading }: AttachmentList,
): (FileAction | 'replace')[] {
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
      return isUploading && code !== 'too-many-attachments' && code !== 'closed'
        ? ['replace', 'remove']
        : ['remove'];
    default:
      return ['remove'];
  }
}

/** "3 of 5 files" */
export function fileCount({ translate, list, limits }: FileListView): TemplateResult {
  const chosen = list.count('chosen', 'checking');
  return html`<p class="count">${translate('fileCount', { chosen, count: limits.max_files })}</p>`;
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
