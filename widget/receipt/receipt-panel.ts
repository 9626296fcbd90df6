import { css, type TemplateResult } from 'lit';
import { html } from '#html';
import type { Definition } from '../../proxy/contract/definition.ts';
import type { Promised, Receipt } from '../../proxy/contract/enquiry.ts';
import type { SubmissionMessages } from '../../proxy/contract/languages/en.ts';
import { talkLine } from '../form/form-view.ts';
import type { Translate } from '../messages/format.ts';

/** Styles of what a receipt says, with the custom properties of the form's style sheet. */
export const styles = css`
  .form .receipt:focus { outline: 0; }
  .receipt > :is(section, .number) { margin-top: 1.2em; }
  .receipt h2 { font-size: 1.3em; line-height: 1.28; }
  .receipt h3 { margin-bottom: .25em; }
  .thanks { display: flex; gap: .7em; align-items: center; }
  .receipt > [part=next] { margin-top: 1em; }
  .promise { font-size: 1.35em; line-height: 1.4; }
  .promise ~ p { margin-top: .5em; color: var(--muted); }
  ::slotted([slot=thanks]) { margin-top: 1.25em; }
  .tick {
    flex: none;
    display: grid;
    place-items: center;
    width: 2.35em;
    height: 2.35em;
    color: var(--surface);
    background: var(--good);
    border-radius: 50%;
  }
  .tick svg { width: 1.3em; height: 1.3em; stroke-width: 2.5; stroke-dasharray: 22; }
  @media (prefers-reduced-motion: no-preference) {
    .tick path { animation: draw .24s; }
  }
  @keyframes draw { from { stroke-dashoffset: 22; } }
  /* In Arabic, the groups of a phone number are still in their order. */
  b { direction: ltr; unicode-bidi: isolate; }
  @media screen {
    .printed { display: none; }
  }
  @media print {
    .now { display: none; }
  }
`;

/** The texts and parts of a receipt. */
export interface ReceiptParts {
  definition: Definition;
  receipt: Pick<Receipt, 'reference' | 'call_back' | 'promise' | 'firm'>;
  translate: Translate<SubmissionMessages>;
  heading: string;
  /** When the enquiry was sent, on the screen; empty: it isn't said. */
  sentAt: string;
  /** How the firm will answer. Undefined: unknown. */
  to: Promised['to'] | undefined;
  /** The number or address. Undefined: unknown. */
  contact?: TemplateResult | undefined;
  /** Whether the words of today are still true. */
  isSameDay?: boolean;
  /** What a visitor can do if the number or address is wrong. */
  correction?: unknown;
  /** What the site adds. */
  thanks?: unknown;
  /** Says that the reference was copied, in place of its label. */
  copied?: string | undefined;
  /** Buttons that keep the reference, and what the receipt says about what happens next, in words that are true on any day. */
  keep?(said: string[]): unknown;
  /** The state of the files; undefined without files. */
  files: unknown;
  /** The button or link that adds files. */
  add?: unknown;
  actions: unknown;
  /** What only paper has. */
  printed?: unknown;
}

/** The receipt, which replaces the form: what was received, what happens next, what to quote, and the state of the files. */
export function receiptOf(parts: ReceiptParts): TemplateResult {
  const { definition, receipt, translate, heading, sentAt, thanks, copied, files, add } = parts;
  const next = sayNext(parts);
  const addFiles = add && html`<div class="add-files">${add}</div>`;
  // A group takes the focus, because screen readers are silent about a heading that they have moved to already.
  return html`
    <div class="receipt" role="group" tabindex="-1" aria-labelledby="received">
      <div class="thanks">
        <div class="tick" part="tick">
          <svg viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5" /></svg>
        </div>
        <div>
          <h2 id="received" part="heading">${heading}</h2>
          ${sentAt && html`<p class="at">${sentAt}</p>`}
        </div>
      </div>
      ${nextSteps(next, parts)}
      ${thanks}
      <div class="number" part="number">
        <p><span>${copied ?? translate('reference')} </span><b>${receipt.reference}</b></p>
        ${parts.keep?.([next.onAnyDay ?? '', ...next.added])}
      </div>
      ${files || add ? html`<section><h3>${translate('yourFiles')}</h3>${files}${addFiles}</section>` : ''}
      ${definition.contact_us && talkLine(definition.contact_us, translate)}
      <p class="actions">${parts.actions}</p>
      ${parts.printed}
    </div>
  `;
}

/** What happens next: `promised` is what the site's owner promises, or else the proxy, with `{to}` and `{date}`, unless the page
 * doesn't know these any more. `added` is what the owner adds. */
function sayNext({ definition, receipt: { call_back, promise }, to, contact, isSameDay }: ReceiptParts) {
  const { next = '' } = definition;
  const ofWay = typeof next === 'object' ? to && next[to === 'email' ? 'email' : 'phone'] : `\n${next}`;
  const [first = '', ...added] = (ofWay ?? '').split('\n').map(line => line.trim());
  const own = first
    .replaceAll('{contact}', '{to}')
    .replace(/ ?\{day\}/, promise?.day ? ` ${promise.day}` : '')
    .replace(/,(?=[.,])/, ''); // German has a comma after the day, except at the end.
  const isKnown = (text = '') =>
    text && (contact || !text.includes('{to}')) && (isSameDay || !text.includes('{date}'));
  return {
    promised: [own, promise?.text].find(isKnown),
    onAnyDay: own && !/\{\w+\}/.test(own) ? own : call_back,
    added: added.filter(Boolean),
  };
}

/** Paper has no promise that is true today alone. */
function nextSteps(
  { promised, onAnyDay, added }: ReturnType<typeof sayNext>,
  { contact, correction, receipt: { promise } }: ReceiptParts,
): TemplateResult | undefined {
  if (!promised && !onAnyDay && !added.length && !correction) return undefined;
  const values = { '{to}': contact, '{date}': html`<strong>${promise?.date}</strong>` };
  const parts = promised?.split(/(\{\w+\})/).map(part => values[part as keyof typeof values] ?? part);
  return html`
    <section part="next">
      ${parts && html`<p class="promise ${onAnyDay ? 'now' : ''}">${parts}</p>`}
      ${onAnyDay && html`<p class="promise ${parts ? 'printed' : ''}">${onAnyDay}</p>`}
      ${correction}
      ${added.map(text => html`<p>${text}</p>`)}
    </section>
  `;
}
