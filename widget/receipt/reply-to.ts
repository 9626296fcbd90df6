import { html, type TemplateResult } from 'lit';
import type { SubmissionMessages } from '../messages/en-submission.ts';
import type { Translate } from '../messages/format.ts';
import type { TypedEnquiry } from './accepted-enquiry.ts';

/** Where the reply will go, and what a visitor can do if that is wrong. `contact` is the site owner's text about it. In
 * its place, `correct` lets the visitor send a second enquiry; undefined: not now. Undefined without an address. */
export function replyTo(
  translate: Translate<SubmissionMessages>,
  { email, telephone }: TypedEnquiry,
  { contact, correct }: { contact: string | undefined; correct: (() => void) | undefined },
): TemplateResult | undefined {
  if (!email && !telephone) return undefined;
  const key = email && telephone ? 'replyOrCall' : email ? 'replyByEmail' : 'replyByPhone';
  const sentence = boldIn(translate(key, { email, telephone }), [email, telephone]);
  const help = contact
    ? html`<p>${contact}</p>`
    : correct &&
      html`<p>${translate('cannotChange')}</p><p><button type="button" class="link" part="link" @click=${correct}>${translate('correctDetails')}</button></p>`;
  return html`<p>${sentence}</p>${
    help &&
    html`<details><summary class="link" part="link">${translate('isThatWrong')}</summary>${help}</details>`
  }`;
}

/** A text with these values in bold. */
function boldIn(text: string, values: string[]): unknown[] {
  const [value, ...others] = values;
  if (value === undefined) return [text];
  if (!value) return boldIn(text, others);
  return text.split(value).flatMap((part, at) => [at ? html`<b>${value}</b>` : '', ...boldIn(part, others)]);
}
