import type { TemplateResult } from 'lit';
import { html } from '#html';
import type { AttachmentLimits } from '../../proxy/contract/definition.ts';
import type { AttachmentMessages, PhotoMessages } from '../../proxy/contract/languages/en.ts';
import type { Translate } from '../messages/format.ts';
import type { Attachment, AttachmentState } from './attachment.ts';
import type { AttachmentList } from './attachment-list.ts';
import { fileButton } from './choosing.ts';

export type TranslateFiles = Translate<AttachmentMessages>;

export interface FileTranslators {
  translate: TranslateFiles;
  /** Undefined until the code for photos has loaded, which is the source of the codes that begin with `photo_`. */
  translatePhotos: Translate<PhotoMessages> | undefined;
}

/** An action that the visitor can take on a file: the name of a method of the list. */
export type FileAction = 'remove' | 'cancel' | 'retry';

interface FileListView extends FileTranslators {
  list: AttachmentList;
  limits: AttachmentLimits;
  act(action: FileAction, attachment: Attachment): void;
  replace(replaced: Attachment, file: File): void;
}

/** The list of files, in the form with their number: "3 of 5 files". */
export function fileRows(view: FileListView): TemplateResult {
  const { list, limits, translate } = view;
  const chosen = list.count('chosen', 'checking');
  const count = html`<p class="count">${translate('fileCount', { chosen, count: limits.max_files })}</p>`;
  return html`
    ${list.target ? '' : count}
    <ul class="files">${list.all.map(attachment => fileRow(view, attachment))}</ul>
  `;
}

function fileRow(view: FileListView, attachment: Attachment): TemplateResult {
  const { list, translate, act, replace } = view;
  const { thumbnail, isUnsent } = attachment;
  const { name } = attachment.file;
  const labels = {
    remove: translate(list.target ? 'skipFile' : 'remove'),
    cancel: translate('cancel'),
    retry: translate('tryAgain'),
  };
  const tile = thumbnail
    ? html`<canvas class="tile" part="thumbnail" aria-hidden="true"></canvas>`
    : html`<span class="tile" part="thumbnail" aria-hidden="true">${/[^.]{0,4}$/.exec(name)}</span>`;
  const buttons = actionsOn(attachment, list).map(action =>
    action === 'replace'
      ? fileButton(translate('chooseAgain'), ([chosen]) => chosen && replace(attachment, chosen), name)
      : html`<button
          type="button"
          class="link"
          part="link"
          aria-label="${labels[action]}: ${name}"
          @click=${() => act(action, attachment)}
        >${labels[action]}</button>`,
  );
  return html`
    <li class="file ${isUnsent ? 'unsent' : ''}" part="file" tabindex="-1">
      ${tile} ${fileName(name)} ${fileStatus(view, attachment)} <span class="acts">${buttons}</span>
    </li>
  `;
}

function actionsOn(
  { state, code, share }: Attachment,
  { target }: AttachmentList,
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
      return target && code !== 'too-many-attachments' && code !== 'closed'
        ? ['replace', 'remove']
        : ['remove'];
    default:
      return ['remove'];
  }
}

/** Characters that are written from right to left, or that change the direction. Cutting a name would reorder them. */
const changesDirection =
  /[\p{Bidi_Control}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A file's name in up to three lines. If they aren't enough, the style sheet shows the first two and a line of `end`,
 * because names often differ at the end. A name that is written from right to left has as many lines as it needs. */
function fileName(name: string): TemplateResult {
  if (changesDirection.test(name)) {
    return html`<span class="name" part="file-name" title=${name}><bdi>${name}</bdi></span>`;
  }
  // The line is laid out from right to left, so that it is cut at the start. The marks keep the order of its characters.
  const end = `\u200e${name}\u200e`;
  const lines = html`<span>${name}</span><span class="end" aria-hidden="true">${end}</span>`;
  return html`<span class="name" part="file-name" dir="ltr" title=${name}><span class="lines">${lines}</span></span>`;
}

const progressBar = (share: number, label: string) =>
  html`<progress part="file-progress" max="1" value=${share} aria-label=${label}></progress>`;

/** The status of a file: a progress bar, or a text. */
function fileStatus(view: FileListView, attachment: Attachment): TemplateResult {
  const { file, state, share, code } = attachment;
  const { list, translate } = view;
  if (state === 'uploading' && share < 1) return progressBar(share, file.name);
  const isUnsent = list.target && (state === 'refused' || state === 'missing');
  const text = statusText(view, attachment);
  return html`<span class="state ${code === 'duplicate' ? '' : state}" part="file-state">${
    isUnsent ? html`<b>${translate('notSent')}</b> ${text}` : text
  }</span>`;
}

const statusKeys: Partial<Record<AttachmentState, keyof AttachmentMessages>> = {
  checking: 'preparing',
  waiting: 'waiting',
  uploading: 'finishing',
  sent: 'sent',
  missing: 'missing',
};

function statusText(view: FileListView, { file, body, state, code, changes }: Attachment): string {
  const { list, limits, translate, translatePhotos } = view;
  const canMakeRoom = !list.target || list.count('checking', 'waiting', 'uploading', 'failed') > 0;
  if (code === 'too-many-attachments' && !canMakeRoom) {
    return translate('file_too_many_sent', { count: limits.max_files });
  }
  if (code) return fileMessage(view, code, file.name, limits);
  const key = statusKeys[state];
  if (key) return translate(key);
  return [fileSize(translate, body.size), ...changes.map(change => translatePhotos?.(change))].join(' · ');
}

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
  return html`
    <div class="total" part="total">
      ${progressBar(uploaded / total, text || translate('uploading'))}
      <p>${text}</p>
    </div>
  `;
}

/** A sentence about all uploads. */
export function uploadSummary(translate: TranslateFiles, list: AttachmentList): string {
  if (list.isBusy) return translate(list.isOffline ? 'uploadsOffline' : 'uploading');
  const count = list.count('sent');
  const total = count + list.unsent.length;
  if (count === total) return translate('filesSent', { count });
  if (list.unsent.some(({ code }) => code === 'storage-full')) return translate('filesNoRoom');
  return count ? translate('someFilesSent', { count, total }) : translate('noFilesSent', { count: total });
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
  // The form sends no other types of file than those that are accepted, so the proxy has refused something inside it.
  ['unsupported-media-type', 'file_unsafe'],
]);

/** Why a file isn't sent, and what the visitor can do. `code` is ours or the proxy's. */
export function fileMessage(
  { translate, translatePhotos }: FileTranslators,
  code: string,
  name: string,
  { max_files, max_bytes }: AttachmentLimits,
): string {
  switch (code) {
    case 'wrong-type':
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
