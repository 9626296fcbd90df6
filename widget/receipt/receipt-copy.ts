import { css, html, type TemplateResult } from 'lit';
import {
  type ReceiptMessages,
  receiptMessages,
  type SubmissionMessages,
} from '../../proxy/contract/languages/en.ts';
import type { AnsweredQuestion } from '../answers/answer-text.ts';
import type { StoredReceipt } from '../drafts/form-storage.ts';
import { linkButton } from '../form/field-view.ts';
import type { FormContext } from '../form/form-context.ts';
import type { LazyObject } from '../form/lazy-object.ts';
import type { Translate } from '../messages/format.ts';
import type { DrawQrCode } from './qr-code.ts';
import type { Quoted, ReceiptParts } from './receipt-panel.ts';

const styles = css`
  .number p { flex: 1 0 auto; max-width: 100%; }
  .keep { display: grid; grid-template-columns: repeat(auto-fit, minmax(max(6.5em, 40%), 1fr)); gap: .5em; }
  .keep .quiet { width: 100%; padding-inline: 0; background: var(--surface); }
  .later { display: flex; flex-wrap: wrap; gap: 1em 1.25em; align-items: center; margin-top: .5em; }
  .later > :last-child { flex: 1 1 13em; }
  .later .keep { margin-top: .75em; }
  .later .keep:has(> :only-child) { max-width: 13em; }
  .qr {
    flex: none;
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
  .keep .with { grid-column: 1 / -1; justify-self: start; margin: -.375em -.25em -.5em; font-size: .9em; }
`;

/** Styles of a receipt on paper. */
export const printStyles = css`
  .receipt dt { margin-top: .75em; color: var(--muted); font-size: .9em; break-after: avoid; }
  .receipt dd { white-space: pre-line; }
  @media print {
    .form { padding: 0; border-radius: 0; color-scheme: light; box-shadow: none; }
    p.printed { margin-top: .375em; }
    .form :is(button, details, .actions, .acts, .add-later, .camera, .drop, .keep, .more) { display: none; }
  }
`;

interface ShownReceipt extends Pick<ReceiptParts, 'definition' | 'receipt' | 'sentOn'> {
  quoted: Quoted;
  /** The number of files that were sent. */
  files: number;
  /** Undefined after a reload. */
  answers: AnsweredQuestion[] | undefined;
}

export const create = (context: FormContext, translate: Translate<SubmissionMessages>) =>
  new ReceiptCopy(context, translate);

/** What a visitor can keep of a receipt: the reference on the clipboard, and a text that is shared on phones and saved as
 * a file elsewhere. */
export class ReceiptCopy {
  #context: FormContext;
  #translate: Translate<ReceiptMessages>;
  #translateReceipt: Translate<SubmissionMessages>;
  /** The text that was copied last. */
  #copied = '';
  #qrCode: LazyObject<DrawQrCode, []>;
  #isQrCodeWanted = false;
  /** Whether this is a phone or a tablet with something to share to. In a frame, the page may not allow it. */
  #canShare = matchMedia('(pointer: coarse)').matches && !!navigator.canShare?.({ text: 'text' });

  constructor(context: FormContext, translate: Translate<SubmissionMessages>) {
    this.#context = context;
    this.#qrCode = context.lazy(() => import('./qr-code.ts'));
    this.#translate = context.localizer.translator(receiptMessages);
    this.#translateReceipt = translate;
    context.host.renderRoot.adoptedStyleSheets.push(styles.styleSheet!, printStyles.styleSheet!);
  }

  /** The buttons, and one that adds the answers if the page still has them. */
  render(receipt: ShownReceipt): TemplateResult {
    const keep = () => this.#keep({ ...receipt, answers: undefined });
    const [button, withAnswers] = this.#canShare
      ? (['share', 'shareAnswers'] as const)
      : (['saveCopy', 'saveAnswers'] as const);
    const { answers, quoted } = receipt;
    const isCopied = this.#copied === quoted.text;
    const copy = () => this.#copy(quoted.text, 'copied');
    // Pages without TLS have no clipboard.
    return html`
      <div class="keep">
        ${navigator.clipboard ? quietButton(this.#translate(isCopied ? 'copied' : 'copy'), copy) : ''}
        ${quietButton(this.#translate(button), keep)}
        ${answers && linkButton(this.#translate(withAnswers), () => this.#keep(receipt), 'link with')}
      </div>
    `;
  }

  /** The answers, which are shown on paper. */
  renderAnswers(answers: AnsweredQuestion[]): TemplateResult | undefined {
    if (!answers.length) return undefined;
    const rows = answers.map(({ label, text }) => html`<dt>${label}</dt><dd>${text}</dd>`);
    return html`
      <section class="printed">
        <h3>${this.#translateReceipt('yourAnswers')}</h3>
        <dl>${rows}</dl>
      </section>
    `;
  }

  /** The link that adds files later, from any device; undefined if the proxy gives none. Anybody with the link can add files,
   * so nothing else that a visitor keeps contains it, and the receipt is printed without it. */
  renderLater({ proxy, receipt }: Pick<StoredReceipt, 'proxy' | 'receipt'>): TemplateResult | undefined {
    const { reference, add_later } = receipt;
    if (!add_later) return undefined;
    const translate = this.#translate;
    const lang = encodeURIComponent(this.#context.localizer.lang);
    const link = `${proxy}enquiries/${reference}/files?lang=${lang}#${add_later.token}`;
    const date = new Date(add_later.until);
    this.#loadQrCode();
    const code = this.#qrCode.current?.(link, translate('qrCode'));
    const waiting = this.#qrCode.isLoading ? html`<div class="qr"></div>` : '';
    const label = translate(this.#copied === link ? 'linkCopied' : 'copyLink');
    const copy = quietButton(label, () => this.#copy(link, 'linkCopied'));
    const share = quietButton(translate('shareLink'), () =>
      this.#share({ title: translate('addLater'), url: link }),
    );
    const anchor = html`<a class="link" part="link" href=${link}>${translate('addLater')}</a>`;
    const { clipboard } = navigator;
    return html`
      <section class="add-later">
        <h3>${translate('addLater')}</h3>
        <div class="later">
          ${code ?? waiting}
          <div>
            <p>${translate(code ? 'scanLater' : 'linkLater', { date })}</p>
            <div class="keep">
              ${clipboard ? copy : ''}${this.#canShare ? share : ''}${clipboard || this.#canShare ? '' : anchor}
            </div>
          </div>
        </div>
      </section>
    `;
  }

  /** Loads the QR code on a wide screen, whose visitor may have a phone at hand. */
  #loadQrCode(): void {
    if (this.#isQrCodeWanted || !matchMedia('(min-width: 720px)').matches) return;
    this.#isQrCodeWanted = true;
    void this.#qrCode.load().then(() => this.#context.host.requestUpdate());
  }

  async #copy(text: string, message: 'copied' | 'linkCopied'): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return; // The visitor or the page's policy forbids it. The text can still be written down.
    }
    this.#copied = text;
    this.#context.announce(this.#translate(message));
  }

  /** Called by a click. */
  async #keep(shown: ShownReceipt): Promise<void> {
    const firm = shown.receipt.firm ?? location.host;
    const title = this.#translate('copyTitle', { firm, reference: shown.quoted.text });
    const text = this.#toText(shown, firm);
    if (!this.#canShare) saveText(title, text);
    else if (!(await this.#share({ title, text }))) this.#context.announce(this.#translate('saveCopy'));
  }

  /** Called by a click, without a wait before it: browsers share only right after one. Resolves with whether the browser
   * and the device can share, in spite of what they said. */
  async #share(content: ShareData): Promise<boolean> {
    try {
      await navigator.share(content);
    } catch (error) {
      // Otherwise, the visitor has closed the dialog, or it is already open.
      this.#canShare = /AbortError|InvalidStateError/.test((error as Error).name);
      this.#context.host.requestUpdate();
    }
    return this.#canShare;
  }

  #toText({ definition, receipt, quoted, sentOn, files, answers }: ShownReceipt, firm: string): string {
    const { label, next, contact_us: { text, phone, email, url } = {} } = definition;
    const paragraphs = [
      [firm, label],
      [sentOn, `${quoted.label}: ${quoted.text}`],
      [receipt.call_back, next, files && this.#translate('sentWith', { count: files })],
      [text, phone, email, url],
      [answers && this.#translateReceipt('yourAnswers')],
      ...(answers ?? []).map(({ label, text }) => [label, text]),
    ];
    return paragraphs
      .map(lines => lines.filter(Boolean).join('\n'))
      .filter(Boolean)
      .join('\n\n');
  }
}

function quietButton(text: string, onClick: () => void): TemplateResult {
  return html`<button type="button" class="quiet" part="quiet-button" @click=${onClick}>${text}</button>`;
}

/** Saves a text file whose name is the title. The byte order mark and the line ends are for old editors. The browser
 * frees the file's address together with the page. */
function saveText(title: string, text: string): void {
  const link = document.createElement('a');
  const file = new Blob([`\ufeff${text}\n`.replaceAll('\n', '\r\n')], { type: 'text/plain;charset=utf-8' });
  link.href = URL.createObjectURL(file);
  link.download = `${title.replace(/\p{Bidi_Control}/gu, '')}.txt`;
  link.click();
}
