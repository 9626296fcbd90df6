import type { TemplateResult } from 'lit';
import { html } from '#html';
import type { AttachmentLimits } from '../../proxy/contract/definition.ts';
import type { AttachmentMessages, PhotoMessages } from '../../proxy/contract/languages/en.ts';
import type { Translate } from '../messages/format.ts';
import type { Attachment } from './attachment.ts';
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
  /** The locale of percentages. */
  locale: string;
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
  const { thumbnail, isUnsent, state, share, file } = attachment;
  const button = (action: FileAction, text: string, content: string, classes: string) => html`<button
    type="button"
    class=${classes}
    part="link"
    aria-label="${text}: ${file.name}"
    @click=${({ detail }: MouseEvent) => {
      // The second click of a double click would be on another button, or on the next file's.
      if (detail < 2) act(action, attachment);
    }}
  >${content}</button>`;
  const help = helpWith(attachment, list);
  const tryAgain = translate('tryAgain');
  // Once all bytes are sent, the file may have arrived.
  const isUploading = state === 'uploading' && share < 1;
  const isGivenUp = list.target && (state === 'refused' || state === 'missing');
  const status = statusText(view, attachment);
  const isRemovable = state !== 'sent' && state !== 'uploading';
  return html`
    <li class="file ${state === 'sent' ? state : isUnsent ? 'unsent' : ''}" part="file" tabindex="-1">
      <span class="tile" part="thumbnail" aria-hidden="true">${
        thumbnail ? html`<canvas></canvas>` : /(?<=\.)[^.]{1,4}$/u.exec(file.name)
      }</span>
      <div class="about">
        ${fileName(file.name)} <span class="state" part="file-state">${
          isGivenUp ? html`<b>${translate('notSent')}</b> ${status}` : status
        }</span>
        ${help === 'retry' ? button(help, tryAgain, tryAgain, 'link') : ''}
        ${
          help === 'replace'
            ? fileButton(
                translate('chooseAgain'),
                ([chosen]) => chosen && replace(attachment, chosen),
                file.name,
              )
            : ''
        }
      </div>
      ${isUploading ? [button('cancel', translate('cancel'), '×', 'link cross'), progressBar(share, file.name)] : ''}
      ${isRemovable ? button('remove', translate(list.target ? 'skipFile' : 'remove'), '×', 'link cross') : ''}
    </li>
  `;
}

/** What the visitor can do about a file besides removing it. */
function helpWith({ state, code }: Attachment, { target }: AttachmentList): 'retry' | 'replace' | undefined {
  if (state === 'failed' || code === 'not-ready') return 'retry';
  const isReplaceable = target && state === 'refused' && code !== 'too-many-attachments' && code !== 'closed';
  return state === 'missing' || isReplaceable ? 'replace' : undefined;
}

/** Characters that are written from right to left, or that change the direction. */
const changesDirection =
  /[\p{Bidi_Control}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A file's name in one line. The style sheet shortens the first of two pieces, because names often differ at the end. They
 * meet before an ASCII character, which never changes the look of the one before it. A name that is written from right to
 * left keeps its order only if the second piece is its extension. Screen readers get the name as a whole. */
function fileName(name: string): TemplateResult {
  const ending = changesDirection.test(name) ? /\.[a-z\d]{1,5}$/i : /[!-~][ -~]{0,7}$/;
  const [end = ''] = ending.exec(name) ?? [];
  const start = name.slice(0, name.length - end.length);
  return html`<span class="name" part="file-name" dir="auto" title=${name}><span
    class="unseen">${name}</span><span aria-hidden="true">${start}</span><span aria-hidden="true">${end}</span></span>`;
}

const progressBar = (share: number, label: string) =>
  html`<progress part="file-progress" max="1" value=${share} aria-label=${label}></progress>`;

/** The status of a file in a text. */
function statusText(view: FileListView, attachment: Attachment): string {
  const { file, body, state, code, changes, interruption } = attachment;
  const { list, limits, translate, translatePhotos } = view;
  const canMakeRoom = !list.target || list.count('checking', 'waiting', 'uploading', 'failed') > 0;
  if (code === 'too-many-attachments' && !canMakeRoom) {
    return translate('file_too_many_sent', { count: limits.max_files });
  }
  if (code) return fileMessage(view, code, file.name, limits);
  if (state === 'missing') return translate('missing');
  if (state === 'checking') return translate('preparing');
  if (state === 'uploading' && interruption === 'lost') return translate('connectionLost');
  const others =
    state === 'chosen' ? changes.map(change => translatePhotos?.(change)) : [stateText(view, attachment)];
  // Nothing is known of a file from before a reload.
  return [body.size && fileSize(translate, body.size), ...others].filter(Boolean).join(' · ');
}

function stateText({ translate, locale }: FileListView, { state, share, interruption }: Attachment): string {
  if (state === 'sent') return translate('sent');
  if (state === 'waiting' || interruption) return translate('waiting');
  if (share === 1) return translate('finishing');
  return (Math.floor(share * 100) / 100).toLocaleString(locale, { style: 'percent' });
}

/** One progress bar for all files; undefined unless at least three are being uploaded. */
export function totalBar(translate: TranslateFiles, list: AttachmentList): TemplateResult | undefined {
  const { files, uploaded, total } = list.progress;
  if (files < 3 || !list.isBusy) return undefined;
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

/** The announcement of files that were added: a single one by name, several by their number. Empty without files. */
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
  const added = attachments.length - unsent;
  if (added && unsent) {
    return translate('someFilesAdded', { count: added, unsent: translate('unsentCount', { count: unsent }) });
  }
  return added ? translate('filesAdded', { count: added }) : translate('filesUnsent', { count: unsent });
}
