import { html, type TemplateResult } from 'lit';
import type { Definition } from '../../proxy/contract/definition.ts';
import type { AnsweredQuestion } from '../answers/answer-text.ts';
import { wait } from '../client/requests.ts';
import type { StoredReceipt } from '../drafts/form-storage.ts';
import type { SubmissionContext } from '../form/form-context.ts';
import type { LazyObject } from '../form/lazy-object.ts';
import type { DrawQrCode } from './qr-code.ts';
import type { ReceiptParts } from './receipt-panel.ts';

/** What is kept of a receipt. */
interface KeptReceipt extends Pick<StoredReceipt, 'receipt' | 'sentAt'> {
  definition: Definition;
  /** The number of files that were sent. */
  files: number;
  /** Undefined after a reload. */
  answers: AnsweredQuestion[] | undefined;
}

/** How long a button says that something was copied. Afterwards, the clipboard may have something else. */
const copiedMs = 4_000;

/** What a visitor can keep of a receipt: the reference on the clipboard, and a text that is shared on phones and saved as
 * a file elsewhere. */
export class ReceiptCopy {
  #context: SubmissionContext;
  /** The text that was copied just now. */
  #copied = '';
  #qrCode: LazyObject<DrawQrCode, []> | undefined;
  /** Whether this is a phone or a tablet with something to share to. In a frame, the page may not allow it. */
  #canShare = matchMedia('(pointer: coarse)').matches && !!navigator.canShare?.({ text: 'text' });

  /** Whether copying has failed, which a frame or an app may forbid. */
  #isCopyForbidden = false;

  constructor(context: SubmissionContext) {
    this.#context = context;
    context.host.renderRoot.addEventListener('click', ({ target }) => {
      const reference = (target as Element).closest('.copies')?.querySelector('b')?.textContent;
      if (reference) void this.#copyText(reference);
    });
  }

  /** What it adds to a receipt. */
  parts(kept: KeptReceipt): Pick<ReceiptParts, 'copied' | 'keep' | 'printed'> {
    const { translate } = this.#context;
    const { answers } = kept;
    const { clipboard } = navigator; // Pages without TLS have none.
    const { reference } = kept.receipt;
    const copied = reference === this.#copied && translate('copied');
    const [button, withAnswers] = this.#canShare
      ? (['share', 'shareAnswers'] as const)
      : (['saveCopy', 'saveAnswers'] as const);
    const rows = answers?.map(({ label, text }) => html`<dt>${label}</dt><dd>${text}</dd>`);
    return {
      copied: clipboard && (copied || ''),
      keep: said =>
        disclosure(
          translate('keepCopy'),
          html`
            <div class="keep">
              ${clipboard ? quietButton(copied || translate('copy'), () => this.#copyText(reference)) : ''}
              ${quietButton(translate(button), () => this.#keep({ ...kept, answers: undefined }, said))}
              ${answers && quietButton(translate(withAnswers), () => this.#keep(kept, said))}
              ${quietButton(translate('print'), () => print(), 'quiet print')}
            </div>
          `,
        ),
      printed: html`
        <section class="printed">
          <p>${this.#sentOn(kept.sentAt)}</p>
          ${rows?.length ? html`<h3>${translate('yourAnswers')}</h3><dl>${rows}</dl>` : ''}
        </section>
      `,
    };
  }

  /** The button that adds files: `choose`. If the proxy gives a link that adds them later, from any device, it shows both.
   * Anybody with the link can add files, so nothing else that a visitor keeps contains it, and the receipt is printed
   * without it. */
  add(choose: TemplateResult, { proxy, receipt }: Pick<StoredReceipt, 'proxy' | 'receipt'>): TemplateResult {
    const { reference, add_later } = receipt;
    if (!add_later) return choose;
    const { translate } = this.#context;
    const title = translate('addMoreFiles');
    const lang = encodeURIComponent(this.#context.localizer.lang);
    const link = `${proxy}enquiries/${reference}/files?lang=${lang}#${add_later.token}`;
    this.#loadQrCode();
    const waiting = this.#qrCode?.isLoading ? html`<div class="qr"></div>` : '';
    const label = translate(this.#copied === link ? 'linkCopied' : 'copyLink');
    const copy = quietButton(label, () => this.#copyText(link, 'linkCopied'));
    const share = quietButton(translate('shareLink'), () => this.#share({ title, url: link }));
    const anchor = html`<a class="link" part="link" href=${link} target="_blank">${title}</a>`;
    const canCopy = navigator.clipboard && !this.#isCopyForbidden;
    const ways = html`
      ${choose}
      <div class="keep">
        ${canCopy ? copy : ''}${this.#canShare ? share : ''}${canCopy || this.#canShare ? '' : anchor}
      </div>
      ${this.#qrCode?.current?.(link, translate('qrCode')) ?? waiting}
    `;
    return html`
      ${disclosure(title, ways)}
      <p class="after">${translate('filesUntil', { date: new Date(add_later.until) })}</p>
    `;
  }

  /** Loads the QR code on a wide screen, whose visitor may have a phone at hand. */
  #loadQrCode(): void {
    if (this.#qrCode || !matchMedia('(min-width: 720px)').matches) return;
    this.#qrCode = this.#context.lazy(() => import('./qr-code.ts'));
    void this.#qrCode.load().then(() => this.#context.host.requestUpdate());
  }

  async #copyText(text: string, message: 'copied' | 'linkCopied' = 'copied'): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // The visitor or the page's policy forbids it. The text can be written down, and the link is an ordinary one.
      this.#isCopyForbidden = true;
      this.#context.host.requestUpdate();
      return;
    }
    this.#copied = text;
    this.#context.announce(this.#context.translate(message));
    await wait(copiedMs);
    if (this.#copied === text) this.#copied = '';
    this.#context.host.requestUpdate();
  }

  /** Called by a click. */
  async #keep(kept: KeptReceipt, said: string[]): Promise<void> {
    const { firm = location.host, reference } = kept.receipt;
    const title = this.#context.translate('copyTitle', { firm, reference });
    const text = this.#toText(kept, said, firm);
    if (!this.#canShare) saveText(title, text);
    else if (!(await this.#share({ title, text })))
      this.#context.announce(this.#context.translate('saveCopy'));
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

  #sentOn(sentAt: number): string {
    const locales = [this.#context.localizer.locale, 'en-GB']; // Browsers don't know every language, such as Welsh.
    const date = new Intl.DateTimeFormat(locales, { dateStyle: 'long', timeStyle: 'short' }).format(sentAt);
    return this.#context.translate('sentOn', { date });
  }

  #toText(
    { definition, receipt, sentAt, files, answers }: KeptReceipt,
    said: string[],
    firm: string,
  ): string {
    const { translate } = this.#context;
    const { label, contact_us: { text, phone, email, url } = {} } = definition;
    const paragraphs = [
      [firm, label],
      [this.#sentOn(sentAt), `${translate('reference')}: ${receipt.reference}`],
      [...said, files && translate('sentWith', { count: files })],
      [text, phone, email, url],
      [answers && translate('yourAnswers')],
      ...(answers ?? []).map(({ label, text }) => [label, text]),
    ];
    return paragraphs
      .map(lines => lines.filter(Boolean).join('\n'))
      .filter(Boolean)
      .join('\n\n');
  }
}

/** The start of each word except particles between two others, which stay small, and the letter after "Mc" or "O’". */
const starts = /(^|[.-]|\s(?!(?:d[aeiou]s?|de[lnr]|la|los|v[ao]n)\s))(mc|\p{L}?['’ʼʻ])?(\p{L})/gu;

/** A name for the greeting. One that is typed in small or in capital letters alone gets its capitals. Any other is as the
 * visitor writes it, and so are two capitals, which may be initials, letters that don't survive, which are Turkish, and
 * Georgian, whose capitals don't begin names. */
export function capitalise(name: string): string {
  const small = name.toLowerCase();
  const isOneCase = name === small || (name === small.toUpperCase() && name.length > 2);
  if (!isOneCase || /[ა-ჿ]/.test(name)) return name;
  const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  return small.replace(starts, (_, before, prefix = '', letter) => before + upper(prefix) + upper(letter));
}

/** A button that shows the element after it, and hides it again. */
export function disclosure(
  text: string,
  content: unknown,
  look = 'quiet',
  part = 'quiet-button',
): TemplateResult {
  const toggle = ({ currentTarget }: Event) => {
    const button = currentTarget as Element; // The listener is on the button.
    button.setAttribute('aria-expanded', `${button.getAttribute('aria-expanded') === 'false'}`);
  };
  return html`
    <button type="button" class=${look} part=${part} aria-expanded="false" @click=${toggle}>${text}</button>
    <div>${content}</div>
  `;
}

function quietButton(text: string, onClick: () => void, classes = 'quiet'): TemplateResult {
  return html`<button type="button" class=${classes} part="quiet-button" @click=${onClick}>${text}</button>`;
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
