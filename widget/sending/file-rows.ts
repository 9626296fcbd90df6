import type { TemplateResult } from 'lit';
import type { AttachmentLimits } from '../../proxy/contract/definition.ts';
import { messages } from '../messages/en-later.ts';
import type { Attachment } from './attachments.ts';
import { html } from './template.ts';

/** What the visitor may do with a file. */
export type Deed = 'remove' | 'cancel' | 'retry';

/** The list of files, with what becomes of each. */
export function fileRows(
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
        : html`<span class="state ${state}">${stateOf(attachment, limits)}</span>`;
    return html`<li class="file" part="file" tabindex="-1"><span class="tile" aria-hidden="true">${/[^.]{0,4}$/.exec(file.name)}</span><span class="name">${file.name}</span>${fate}<span class="acts">${
      state === 'failed' ? button(messages.tryAgain, 'retry') : ''
    }${
      state === 'failed' || state === 'waiting'
        ? button(messages.leaveOut, 'remove')
        : state === 'uploading'
          ? button(messages.cancel, 'cancel')
          : state === 'sent'
            ? ''
            : button(messages.remove, 'remove')
    }</span></li>`;
  })}</ul>`;
}

function stateOf({ file, state, code }: Attachment, limits: AttachmentLimits): string {
  if (code) return messages.fileProblem(code, file.name, limits);
  if (state === 'sent') return messages.sent;
  return state === 'waiting' ? messages.waiting : messages.size(file.size);
}
