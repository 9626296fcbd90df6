import { css, type TemplateResult } from 'lit';
import { html } from '#html';
import type { Definition } from '../../proxy/contract/definition.ts';
import type { Receipt } from '../../proxy/contract/enquiry.ts';
import type { SubmissionMessages } from '../../proxy/contract/languages/en.ts';
import { talkLine } from '../form/form-view.ts';
import type { Translate } from '../messages/format.ts';

/** Styles of the receipt, with the custom properties of the form's style sheet. */
export const styles = css`
  .form .receipt:focus { outline: 0; }
  .receipt > :is(section, .number) { margin-top: 1.5em; }
  .receipt h3 { margin-bottom: .25em; }
  section p + p, details { margin-top: .5em; }
  .promise { font-size: 1.2em; line-height: 1.4; }
  .at { margin-top: .375em; }
  .receipt .talk { text-align: start; }
  ::slotted([slot=thanks]) { margin-top: 1.25em; }
  .tick {
    display: grid;
    place-items: center;
    width: 3.25em;
    height: 3.25em;
    margin-bottom: 1em;
    color: var(--good);
    background: color-mix(in oklab, var(--good) 15%, var(--surface));
    border-radius: 50%;
  }
  .tick svg { stroke-width: 2.25; }
  .number {
    display: flex;
    flex-wrap: wrap;
    gap: .5em .75em;
    align-items: center;
    justify-content: space-between;
    padding: .75em .875em;
    background: var(--soft);
    border: 1px solid #0000;
    border-radius: var(--radius);
  }
  .number span { display: block; color: var(--muted); font-size: .9em; }
  .keep { flex: 1 1 17em; }
  .keep:empty { height: 5.5em; }
  /* In Arabic, the groups of a phone number are still in their order. */
  b { direction: ltr; unicode-bidi: isolate; }
  .number b { font: 650 1.375em/1.2 ui-monospace, "SF Mono", Menlo, monospace; letter-spacing: .02em; }
  summary { display: inline-block; align-content: center; cursor: pointer; list-style: none; }
  summary::-webkit-details-marker { display: none; }
  details .link, .actions .link { margin-inline: -.25em; }
  .actions { display: flex; flex-wrap: wrap; gap: .5em 1em; align-items: center; margin-top: 1.5em; }
  .actions .link { display: inline-grid; align-content: center; }
  @media screen {
    .printed { display: none; }
  }
  @media print {
    .now { display: none; }
  }
  @media (pointer: coarse) {
    .form .print { display: none; }
  }
`;

/** What a visitor quotes. */
export interface Quoted {
  label: string;
  text: string;
}

/** The texts and parts of a receipt. */
export interface ReceiptParts {
  definition: Definition;
  receipt: Pick<Receipt, 'reference' | 'call_back' | 'firm'>;
  translate: Translate<SubmissionMessages>;
  heading: string;
  /** When the enquiry was sent, on the screen; empty: it isn't said. */
  sentAt: string;
  /** The same, on paper. */
  sentOn: string;
  /** What the firm promises, in the words of today. Default: only the receipt's sentence with the date is shown. */
  promised?: unknown;
  /** What a visitor can do if the number or address is wrong. */
  correction?: unknown;
  /** What the site adds. */
  thanks?: unknown;
  /** Buttons that keep what the visitor quotes. */
  keep?(quoted: Quoted): unknown;
  /** The state of the files; undefined without files. */
  files: unknown;
  /** The link that adds files later. */
  later?: unknown;
  actions: unknown;
  /** What was sent, on paper. */
  answers?: unknown;
}

/** The receipt, which replaces the form: what was received, what happens next, what to quote, and the state of the files. */
export function receiptOf(parts: ReceiptParts): TemplateResult {
  const { definition, translate, heading, sentAt, sentOn, thanks, files, later, actions, answers } = parts;
  // A group takes the focus, because screen readers are silent about a heading that they have moved to already.
  return html`
    <div class="receipt" role="group" tabindex="-1" aria-labelledby="received">
      <div class="tick" part="tick">
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5" /></svg>
      </div>
      <h2 id="received" part="heading">${heading}</h2>
      ${sentAt && html`<p class="at">${sentAt}</p>`}
      <p class="printed">${sentOn}</p>
      ${nextSteps(parts)}
      ${thanks}
      ${identifier(parts)}
      ${definition.contact_us && talkLine(definition.contact_us, translate)}
      ${files && html`<section><h3>${translate('yourFiles')}</h3>${files}</section>`}
      ${later}
      <p class="actions">${actions}</p>
      ${answers}
    </div>
  `;
}

/** What the firm promises, on paper with the date alone, and the site owner's text. */
function nextSteps({
  definition: { next },
  receipt: { call_back },
  promised,
  correction,
}: ReceiptParts): TemplateResult | undefined {
  if (!call_back && !promised && !next && !correction) return undefined;
  return html`
    <section part="next">
      ${promised && html`<p class="promise ${call_back ? 'now' : ''}">${promised}</p>`}
      ${call_back && html`<p class="promise ${promised ? 'printed' : ''}">${call_back}</p>`}
      ${next && html`<p>${next}</p>`}
      ${correction}
    </section>
  `;
}

/** What a visitor quotes. */
function identifier({ receipt: { reference }, keep, translate }: ReceiptParts): TemplateResult {
  const quoted = { label: translate('reference'), text: reference };
  return html`
    <div class="number" part="number">
      <p><span>${quoted.label} </span><b>${quoted.text}</b></p>
      ${keep?.(quoted)}
    </div>
  `;
}

/** For languages that the browser doesn't know, such as Welsh. Otherwise Intl would write dates the American way. */
const fallback = 'en-GB';

/** The time of day, such as `14:02`; with a date style, after the date, such as `1 February 2026 at 14:02`. */
export function formatTime(locale: string, ms: number, date: { dateStyle?: 'long' } = {}): string {
  return new Intl.DateTimeFormat([locale, fallback], { ...date, timeStyle: 'short' }).format(ms);
}
