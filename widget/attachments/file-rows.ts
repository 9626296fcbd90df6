import { html, type TemplateResult } from 'lit';
import type { AttachmentLimits } from '../../proxy/contract/definition.ts';
import { fileSentence, size, type TranslateLater } from '../submission/sentences.ts';
import type { Attachment, Attachments } from './attachments.ts';

/** What the visitor may do with a file. */
export type Deed = 'remove' | 'cancel' | 'retry';

/** The list of files, with what becomes of each. */
export function fileRows(
  translate: TranslateLater,
  list: Attachment[],
  limits: AttachmentLimits,
  act: (deed: Deed, attachment: Attachment) => void,
): TemplateResult | undefined {
  if (!list.length) return undefined;
  return html`<ul class="files">${list.map(attachment => {
    const { file, state, share, code, thumbnail } = attachment;
    const button = (text: string, deed: Deed) =>
      html`<button type="button" class="link" part="link" aria-label="${text}: ${file.name}" @click=${() => act(deed, attachment)}>${text}</button>`;
    const fate =
      state === 'uploading'
        ? html`<progress part="file-progress" max="1" value=${share} aria-label=${file.name}></progress>`
        : html`<span class="state ${state}" part="file-state">${stateOf(translate, attachment, limits)}</span>`;
    const tile = thumbnail
      ? html`<canvas class="tile" part="thumbnail" aria-hidden="true"></canvas>`
      : html`<span class="tile" part="thumbnail" aria-hidden="true">${/[^.]{0,4}$/.exec(file.name)}</span>`;
    return html`<li class="file" part="file" tabindex="-1">${tile}<span class="name" part="file-name">${file.name}</span>${fate}<span class="acts">${
      state === 'failed' || code === 'not-ready'
        ? button(translate('tryAgain'), 'retry')
        : state === 'uploading'
          ? button(translate('cancel'), 'cancel') // It becomes "Try again", which undoes it, when it is pressed twice.
          : ''
    }${
      state === 'failed' || state === 'waiting'
        ? button(translate('leaveOut'), 'remove')
        : state === 'sent' || state === 'uploading'
          ? ''
          : button(translate('remove'), 'remove')
    }</span></li>`;
  })}</ul>`;
}

function stateOf(translate: TranslateLater, attachment: Attachment, limits: AttachmentLimits): string {
  const { file, body, state, code, did, kind } = attachment;
  // We have seen that it is of a kind that can be sent: something else in it is not accepted.
  if (code === 'unsupported-media-type' && kind) return translate('file_contents');
  if (code) return fileSentence(translate, code, file.name, limits);
  if (state === 'checking') return translate('preparing');
  if (state === 'sent') return translate('sent');
  return state === 'waiting'
    ? translate('waiting')
    : [size(translate, body.size), ...did.map(each => translate(each))].join(' · ');
}

/** One bar for all files while some of them go up. */
export function totalBar(translate: TranslateLater, attachments: Attachments): TemplateResult | undefined {
  const { up, total } = attachments.progress;
  if (attachments.list.length < 2 || !attachments.count('checking', 'waiting', 'uploading')) return undefined;
  const words = translate('upOf', { up: size(translate, up), total: size(translate, total) });
  return html`<div class="total" part="total"><progress part="file-progress" max="1" value=${up / total} aria-label=${words}></progress><p>${words}</p></div>`;
}
