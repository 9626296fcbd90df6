import { html, type TemplateResult } from 'lit';
import type { AttachmentLimits } from '../../proxy/contract/definition.ts';
import type { Translate } from '../messages/format.ts';
import { accept } from './accept.ts';

/** The drop zone and the camera button. An invisible file input covers the zone and handles clicks, keys and drops. On
 * touch screens, the style sheet shows two buttons instead of the zone, and the input covers the first.
 *
 * The input is named by `aria-label`, because screen readers say the text of a `<label>` in addition to the name. */
export function picker(
  limits: AttachmentLimits,
  add: (files: File[]) => void,
  rows: unknown,
  translate: Translate,
): TemplateResult {
  const onChange = ({ target }: Event) => {
    const input = target as HTMLInputElement; // The listener is on the input.
    add([...(input.files ?? [])]);
    input.value = '';
  };
  const label = `${translate('files')} ${translate('optional')}: ${translate('chooseFiles')}`;
  return html`<div class="field" part="field"><label part="label">${translate('files')} <span class="optional">${translate('optional')}</span></label><div class="drop" part="drop-zone"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="m7.5 9.5L12 5l4.5 4.5M12 5v11m-8 0v2.5a1.5 1.5 0 0 0 1.5 1.5h13a1.5 1.5 0 0 0 1.5-1.5V16"/></svg><p><b>${translate('dropFiles')}</b><span id="limits">${translate('fileLimits', { megabytes: Number((limits.max_bytes / 1_048_576).toFixed(1)), count: limits.max_files })}</span></p><span class="quiet" part="quiet-button"><span aria-hidden="true">${translate('chooseFiles')}</span><input id="files" type="file" multiple accept=${accept} aria-label=${label} aria-describedby="limits" @change=${onChange}></span><label class="quiet camera" part="quiet-button">${translate('takePhoto')}<input class="unseen" type="file" accept="image/*" capture="environment" @change=${onChange}></label></div>${rows}</div>`;
}
