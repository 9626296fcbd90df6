import { html, type TemplateResult } from 'lit';
import type { FormHost } from '../form/form-context.ts';
import type { SubmissionMessages } from '../messages/en-submission.ts';
import type { Translate } from '../messages/format.ts';
import type { Draft } from './draft-storage.ts';

/** The note that a draft was restored, with a button that clears it; undefined without a draft. */
export function draftNote(
  translate: Translate<SubmissionMessages>,
  draft: Draft | undefined,
  host: FormHost,
): TemplateResult | undefined {
  if (!draft) return undefined;
  const startAgain = () => {
    host.reset();
    host.focus();
  };
  return html`<div class="note kept" part="note"><p>${translate('answersRestored')}${draft.hadFiles ? ` ${translate('chooseFilesAgain')}` : ''}</p><button type="button" class="link" part="link" @click=${startAgain}>${translate('clearAnswers')}</button></div>`;
}
