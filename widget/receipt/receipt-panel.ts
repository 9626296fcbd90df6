import { css, type TemplateResult } from 'lit';
import { html, nothing } from '#html';
import type { Definition } from '../../proxy/contract/definition.ts';
import type { Receipt } from '../../proxy/contract/enquiry.ts';
import type { SubmissionMessages } from '../../proxy/contract/languages/en.ts';
import { fillIn, type Said, sayNext } from '../../proxy/contract/promise.ts';
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
    .receipt > *, .thanks > :last-child { animation: rise .2s; }
  }
  @keyframes rise { from { opacity: 0; translate: 0 8px; } }
  @keyframes draw { from { stroke-dashoffset: 22; } }
  /* In Arabic, the groups of a phone number are still in their order. */
  b { direction: ltr; unicode-bidi: isolate; }
  .number {
    display: flex;
    flex-wrap: wrap;
    gap: .5em .75em;
    align-items: center;
    justify-content: space-between;
    padding-block: .7em;
    border-block: 1px solid var(--hairline);
  }
  .number span { display: block; color: var(--muted); font-size: .8em; }
  .number b { font: 700 1.1em/1.3 ui-monospace, "SF Mono", Menlo, monospace; user-select: all; }
  .copies { cursor: copy; }
  .add-files { margin-top: .75em; }
  .add-files .quiet { display: grid; width: 100%; }
  .actions { display: grid; gap: .5em 1em; place-items: center; margin-top: .5em; text-align: center; }
  .actions .link { display: inline-grid; align-content: center; color: var(--muted); font-size: .8em; }
  .form[part~=receipt] {
    background: radial-gradient(120% 8.25em at 0 0, color-mix(in oklab, var(--good) 14%, #0000), #0000) no-repeat, var(--surface);
  }
  .quiet[aria-expanded] { background: none; }
  [aria-expanded] + * { flex: 1 0 100%; margin-top: .5em; }
  [aria-expanded=false] + * { display: none; }
  [part=next] .link { margin: -.2em -.25em -.4em; }
  .receipt .after { color: var(--muted); font-size: .8em; }
  .keep { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(9em, 100%), 1fr)); gap: .5em; }
  .keep + .keep, .choose + .keep, .qr { margin-top: .5em; }
  .keep .quiet { width: 100%; background: var(--surface); }
  .qr {
    display: block;
    width: 12em;
    height: 12em;
    background: #fff;
    border-radius: var(--radius);
    box-shadow: 0 0 0 1px var(--hairline);
    fill: #000;
    stroke: none;
    shape-rendering: crispEdges;
    forced-color-adjust: none;
  }
  @media (pointer: coarse) {
    .form .print { display: none; }
  }
  .receipt dt { margin-top: .75em; color: var(--muted); font-size: .9em; break-after: avoid; }
  .receipt dd { white-space: pre-line; }
  @media screen {
    .form .printed { display: none; }
  }
  @media print {
    .form { padding: 0; border-radius: 0; color-scheme: light; background: none; box-shadow: none; }
    section.printed { margin-top: 1.5em; }
    .tick { color: var(--good); background: none; }
    .form :is(.now, button, [aria-expanded] + *, .actions, .add-files, .camera, .drop) { display: none; }
  }
`;

/** The texts and parts of a receipt. */
export interface ReceiptParts extends Said {
  definition: Definition;
  receipt: Pick<Receipt, 'reference' | 'call_back' | 'promise' | 'firm'>;
  translate: Translate<SubmissionMessages>;
  heading: string;
  /** When the enquiry was sent, on the screen; empty: it isn't said. */
  sentAt: string;
  /** What a visitor can do if the number or address is wrong. */
  correction?: unknown;
  /** What the site adds. */
  thanks?: unknown;
  /** Says for a moment that the reference was copied, in place of its label. Undefined: a tap doesn't copy it. */
  copied?: string | undefined;
  /** Buttons that keep the reference, and what the receipt says about what happens next. */
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
        <p class=${copied === undefined ? nothing : 'copies'}>
          ${copied && html`<span class="now">${copied} </span>`}
          <span class=${copied ? 'printed' : nothing}>${translate('reference')} </span><b>${receipt.reference}</b>
        </p>
        ${parts.keep?.([fillIn(next.kept, parts).join(''), ...next.added])}
      </div>
      ${files || add ? html`<section><h3>${translate('yourFiles')}</h3>${files}${addFiles}</section>` : ''}
      ${definition.contact_us && talkLine(definition.contact_us, translate)}
      <p class="actions">${parts.actions}</p>
      ${parts.printed}
    </div>
  `;
}

/** Paper has what a copy has. */
function nextSteps(
  { promised, kept, added }: ReturnType<typeof sayNext>,
  parts: ReceiptParts,
): TemplateResult | undefined {
  const { correction } = parts;
  if (!promised && !kept && !added.length && !correction) return undefined;
  // A number keeps to one line.
  const draw = (value = '', name: string) =>
    name === '{to}'
      ? html`<b><bdi>${value.replaceAll(' ', '\u00a0')}</bdi></b>`
      : html`<strong>${value}</strong>`;
  const isSame = promised === kept;
  return html`
    <section part="next">
      ${promised && html`<p class="promise ${isSame ? '' : 'now'}">${fillIn(promised, parts, draw)}</p>`}
      ${kept && !isSame ? html`<p class="promise ${promised ? 'printed' : ''}">${kept}</p>` : ''}
      ${correction}
      ${added.map(text => html`<p>${text}</p>`)}
    </section>
  `;
}
