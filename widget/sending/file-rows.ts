import type { TemplateResult } from 'lit';
import type { AttachmentLimits } from '../../proxy/contract/definition.ts';
import type { Attachment } from './attachments.ts';
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
    const { file, state, share } = attachment;
    const button = (text: string, deed: Deed) =>
      html`<button type="button" class="link" part="link" aria-label="${text}: ${file.name}" @click=${() => act(deed, attachment)}>${text}</button>`;
    const fate =
      state === 'uploading'
        ? html`<progress max="1" value=${share} aria-label=${file.name}></progress>`
        : html`<span class="state ${state}">${stateOf(say, attachment, limits)}</span>`;
    return html`<li class="file" part="file" tabindex="-1"><span class="tile" aria-hidden="true">${/[^.]{0,4}$/.exec(file.name)}</span><span class="name">${file.name}</span>${fate}<span class="acts">${
      state === 'failed' ? button(say('tryAgain'), 'retry') : ''
    }${
      state === 'failed' || state === 'waiting'
        ? button(say('leaveOut'), 'remove')
        : state === 'uploading'
          ? button(say('cancel'), 'cancel')
          : state === 'sent'
            ? ''
            : button(say('remove'), 'remove')
    }</span></li>`;
  })}</ul>`;
}

function stateOf(say: SayLater, { file, state, code }: Attachment, limits: AttachmentLimits): string {
  if (code) return fileSentence(say, code, file.name, limits);
  if (state === 'sent') return say('sent');
  return state === 'waiting' ? say('waiting') : size(say, file.size);
}
