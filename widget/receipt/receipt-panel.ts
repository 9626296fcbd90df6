import { css, html, type TemplateResult } from 'lit';
import type { Definition } from '../../proxy/contract/definition.ts';
import type { Enquiry, Receipt } from '../../proxy/contract/enquiry.ts';
import { type AnsweredQuestion, listAnswers, phoneInGroups } from '../answers/answer-text.ts';
import type { LazyAttachments } from '../attachments/lazy-attachments.ts';
import type { StoredReceipt } from '../drafts/form-storage.ts';
import type { FormContext } from '../form/form-context.ts';
import { talkLine } from '../form/form-view.ts';
import { LazyController } from '../form/lazy-controller.ts';
import { toFormData } from '../form/values.ts';
import type { SubmissionMessages } from '../messages/en-submission.ts';
import type { Translate } from '../messages/format.ts';
import type { ReceiptCopy } from './receipt-copy.ts';

/** Styles of the receipt, with the custom properties of the form's style sheet. */
export const styles = css`
  .form .receipt:focus { outline: 0; }
  .receipt > :is(section, .number) { margin-top: 1.5em; }
  .receipt h3 { margin-bottom: .25em; }
  section p + p { margin-top: .5em; }
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
  .small { margin-top: .5em; color: var(--muted); font-size: .9em; }
  summary { display: inline-block; align-content: center; cursor: pointer; list-style: none; }
  summary::-webkit-details-marker { display: none; }
  details .link, .actions .link { margin-inline: -.25em; }
  .actions { display: flex; flex-wrap: wrap; gap: .5em 1em; align-items: center; margin-top: 1.5em; }
  .actions .link { display: inline-grid; align-content: center; }
  .receipt dt { margin-top: .75em; color: var(--muted); font-size: .9em; }
  .receipt dd { white-space: pre-line; }
  @media screen {
    .printed { display: none; }
  }
  @media (pointer: coarse) {
    .form .print { display: none; }
  }
  @media print {
    .form { padding: 0; border-radius: 0; color-scheme: light; box-shadow: none; }
    p.printed { margin-top: .375em; }
    dt { break-after: avoid; }
    .form :is(button, details, .actions, .acts, .camera, .drop, .keep, .more) { display: none; }
  }
`;

/** An enquiry that the proxy has acknowledged. */
export interface AcceptedEnquiry extends Omit<StoredReceipt, 'files' | 'isRedirectDue'> {
  caseType: string;
  /** What the visitor typed; undefined after a reload, which keeps none of it. */
  typed: TypedEnquiry | undefined;
}

interface TypedEnquiry {
  forename: string;
  email: string;
  telephone: string;
  /** Every visible answer in the order of the form. */
  answers: AnsweredQuestion[];
  /** The values of all controls, for another enquiry. */
  values: FormData;
}

interface ReceiptView {
  accepted: AcceptedEnquiry;
  definition: Definition;
  attachments: LazyAttachments;
  /** The address of the link that is shown after a file has failed. */
  continueAt: string | undefined;
  startAgain(): void;
  /** Shows the form with what the visitor typed. */
  correct(): void;
}

/** The receipt, which replaces the form: what was received, what happens next, how the firm will reply, what to quote,
 * and the state of the files. */
export class ReceiptPanel {
  #context: FormContext;
  #translate: Translate<SubmissionMessages>;
  #copy: LazyController<ReceiptCopy>;

  constructor(context: FormContext, translate: Translate<SubmissionMessages>) {
    this.#context = context;
    this.#translate = translate;
    this.#copy = new LazyController(() => import('./receipt-copy.ts'), context, translate);
  }

  /** Loads what only a receipt that is shown needs. */
  async load(): Promise<void> {
    await this.#copy.load();
    this.#context.host.requestUpdate();
  }

  render(view: ReceiptView): TemplateResult {
    const translate = this.#translate;
    const { accepted, attachments, definition, continueAt, startAgain } = view;
    const { typed, sentAt, receipt } = accepted;
    const { locale } = this.#context.localizer;
    const sentOn = translate('sentOn', { date: formatTime(locale, sentAt, { dateStyle: 'long' }) });
    const addMore = attachments.addMore(definition.attachments);
    return receiptOf({
      definition,
      receipt,
      translate,
      heading: typed ? translate('thanks', { name: typed.forename }) : translate('received'),
      sentAt: typed ? '' : translate('sentAt', { time: formatTime(locale, sentAt) }),
      sentOn,
      reply: this.#reply(view),
      thanks: html`<slot name="thanks"></slot>`,
      keep: quoted =>
        html`${this.#copy.current?.render({ definition, callBack: receipt.call_back, sentOn, quoted, answers: typed?.answers })}${this.#copy.isLoading ? html`<div class="keep"></div>` : ''}`,
      files: attachments.isEmpty
        ? undefined
        : html`${attachments.summary(definition.attachments)}${addMore && html`<p class="more">${addMore}</p>`}`,
      later: addMore && this.#copy.current?.renderLater(accepted),
      actions: html`${attachments.isEmpty ? addMore : ''}${
        continueAt
          ? html`<a class="link" part="link" href=${continueAt}>${translate('continueWithoutFiles')}</a>`
          : ''
      }<button type="button" class="link print" part="link" @click=${() => print()}>${translate('print')}</button>${
        // Another enquiry would abort the uploads.
        attachments.isBusy
          ? ''
          : html`<button type="button" class="link" part="link" @click=${startAgain}>${translate('newEnquiry')}</button>`
      }`,
      answers: typed?.answers,
    });
  }

  /** Where the reply will go, and what a visitor can do if that is wrong: the site owner's text about it, or a button to
   * send a second enquiry, unless files are being uploaded. Undefined without an address. */
  #reply({ accepted: { typed }, attachments, correct, definition }: ReceiptView): TemplateResult | undefined {
    const translate = this.#translate;
    const { email = '' } = typed ?? {};
    const telephone = phoneInGroups(typed?.telephone ?? '');
    if (!email && !telephone) return undefined;
    const key = email && telephone ? 'replyOrCall' : email ? 'replyByEmail' : 'replyByPhone';
    const sentence = boldIn(translate(key, { email, telephone }), [email, telephone]);
    const { contact } = definition.receipt;
    const help = contact
      ? html`<p>${contact}</p>`
      : !attachments.isBusy &&
        html`<p>${translate('cannotChange')}</p><p><button type="button" class="link" part="link" @click=${correct}>${translate('correctDetails')}</button></p>`;
    return html`<p>${sentence}</p>${help ? html`<details><summary class="link" part="link">${translate('wrongNumberOrEmail')}</summary>${help}</details>` : ''}`;
  }
}

/** What a visitor quotes. */
interface Quoted {
  label: string;
  text: string;
}

/** The texts and parts of a receipt. */
interface ReceiptParts {
  definition: Definition;
  receipt: Pick<Receipt, 'reference' | 'enquiry_id' | 'call_back'>;
  translate: Translate<SubmissionMessages>;
  heading: string;
  /** When the enquiry was sent, on the screen; empty: it isn't said. */
  sentAt: string;
  /** The same, on paper. */
  sentOn: string;
  /** Where the reply will go. */
  reply?: unknown;
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
  answers?: AnsweredQuestion[] | undefined;
}

/** The content of a receipt. */
export function receiptOf(parts: ReceiptParts): TemplateResult {
  const { definition, translate, heading, sentAt, sentOn, thanks, files, later, actions, answers } = parts;
  // A group takes the focus, because screen readers are silent about a heading that they have moved to already.
  return html`<div class="receipt" role="group" tabindex="-1" aria-labelledby="received"><div class="tick" part="tick"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5"/></svg></div>
    <h2 id="received" part="heading">${heading}</h2>
    ${sentAt && html`<p class="at">${sentAt}</p>`}
    <p class="printed">${sentOn}</p>
    ${nextSteps(parts)}
    ${thanks}
    ${identifier(parts)}
    ${definition.contact_us && talkLine(definition.contact_us, translate)}
    ${files && html`<section><h3>${translate('yourFiles')}</h3>${files}</section>`}${later}
    <p class="actions">${actions}</p>
    ${
      answers?.length
        ? html`<section class="printed"><h3>${translate('yourAnswers')}</h3><dl>${answers.map(
            ({ label, text }) => html`<dt>${label}</dt><dd>${text}</dd>`,
          )}</dl></section>`
        : ''
    }</div>`;
}

function nextSteps({ definition, receipt, reply, translate }: ReceiptParts): TemplateResult | undefined {
  const texts = [receipt.call_back, definition.next].filter(Boolean);
  if (!texts.length && !reply) return undefined;
  return html`<section part="next"><h3>${translate('whatHappensNext')}</h3>${texts.map(text => html`<p>${text}</p>`)}${reply}</section>`;
}

/** What a visitor quotes: the reference, or the enquiry's number. */
function identifier({ definition, receipt, keep, translate }: ReceiptParts): TemplateResult {
  const { reference, enquiry_id } = receipt;
  const { identifier, show_number } = definition.receipt;
  const number = enquiry_id === undefined ? '' : String(enquiry_id);
  const isNumber = identifier === 'number' && number;
  const quoted = {
    label: translate(isNumber ? 'enquiryNumber' : 'reference'),
    text: isNumber || reference,
  };
  return html`<div class="number" part="number"><p><span>${quoted.label}</span><b>${quoted.text}</b></p>${keep?.(quoted)}</div>${
    show_number && number && !isNumber
      ? html`<p class="small" part="reference">${translate('enquiryNumber')} <b>${number}</b></p>`
      : ''
  }`;
}

/** A text with these values in bold. */
function boldIn(text: string, values: string[]): unknown[] {
  const [value, ...others] = values;
  if (value === undefined) return [text];
  if (!value) return boldIn(text, others);
  return text.split(value).flatMap((part, at) => [at ? html`<b>${value}</b>` : '', ...boldIn(part, others)]);
}

/** For languages that the browser doesn't know, such as Welsh. Otherwise Intl would write dates the American way. */
const fallback = 'en-GB';

/** The time of day, such as `14:02`; with a date style, after the date, such as `1 February 2026 at 14:02`. */
export function formatTime(locale: string, ms: number, date: { dateStyle?: 'long' } = {}): string {
  return new Intl.DateTimeFormat([locale, fallback], { ...date, timeStyle: 'short' }).format(ms);
}

/** Reads what was sent. The form must still be there. */
export function readTyped(context: FormContext, enquiry: Enquiry): TypedEnquiry {
  const { model } = context;
  const sent = toFormData(enquiry);
  // The site may have filled in a contact field that it doesn't show. That may not be the visitor's.
  const contact = (name: string) =>
    model.fields.some(field => field.name === name && !field.isHidden)
      ? String(sent.get(name) ?? '').trim()
      : '';
  return {
    forename: (enquiry.forename ?? '').trim(),
    email: contact('email'),
    telephone: contact('telephone_mobile'),
    answers: listAnswers(context, sent),
    values: model.read(),
  };
}
