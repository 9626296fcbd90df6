import type { TemplateResult } from 'lit';
import type { AttachmentLimits } from '../../proxy/contract/definition.ts';
import type { Attachment, Attachments } from './attachments.ts';
import { fileSentence, type SayLater, size } from './sentences.ts';
import { html } from './template.ts';

/** What the visitor may do with a file. */
export type Deed = 'remove' | 'cancel' | 'retry';

/** The list of files, with what becomes of each. */
export function fileRows(
  say: SayLater,
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
        : html`<span class="state ${state}" part="file-state">${stateOf(say, attachment, limits)}</span>`;
    const tile = thumbnail
      ? html`<canvas class="tile" part="thumbnail" aria-hidden="true"></canvas>`
      : html`<span class="tile" part="thumbnail" aria-hidden="true">${/[^.]{0,4}$/.exec(file.name)}</span>`;
    return html`<li class="file" part="file" tabindex="-1">${tile}<span class="name" part="file-name">${file.name}</span>${fate}<span class="acts">${
      state === 'failed' || code === 'not-ready'
        ? button(say('tryAgain'), 'retry')
        : state === 'uploading'
          ? button(say('cancel'), 'cancel') // It becomes "Try again", which undoes it, when it is pressed twice.
          : ''
    }${
      state === 'failed' || state === 'waiting'
        ? button(say('leaveOut'), 'remove')
        : state === 'sent' || state === 'uploading'
          ? ''
          : button(say('remove'), 'remove')
    }</span></li>`;
  })}</ul>`;
}

function stateOf(say: SayLater, attachment: Attachment, limits: AttachmentLimits): string {
  const { file, body, state, code, did, kind } = attachment;
  // We have seen that it is of a kind that can be sent: something else in it is not accepted.
  if (code === 'unsupported-media-type' && kind) return say('file_contents');
  if (code) return fileSentence(say, code, file.name, limits);
  if (state === 'checking') return say('preparing');
  if (state === 'sent') return say('sent');
  return state === 'waiting'
    ? say('waiting')
    : [size(say, body.size), ...did.map(each => say(each))].join(' · ');
}

/** One bar for all files while some of them go up. */
export function totalBar(say: SayLater, attachments: Attachments): TemplateResult | undefined {
  const { up, total } = attachments.progress;
  if (attachments.list.length < 2 || !attachments.count('checking', 'waiting', 'uploading')) return undefined;
  const words = say('upOf', { up: size(say, up), total: size(say, total) });
  return html`<div class="total" part="total"><progress part="file-progress" max="1" value=${up / total} aria-label=${words}></progress><p>${words}</p></div>`;
}
