// What follows the form: files, sending, the receipt. Loaded when the visitor begins, for it is not needed to see
// the form. It imports nothing of the entry, whose address would load that a second time.
import type { LitElement, ReactiveController, TemplateResult } from 'lit';
import type { AttachmentLimits } from '../../proxy/contract/definition.ts';
import type { Enquiry, Receipt } from '../../proxy/contract/enquiry.ts';
import type { Answer } from '../client/enquiry.ts';
import { messages } from '../messages/en-sending.ts';
import { type Attachment, Attachments } from './attachments.ts';
import { type Deed, fileRows } from './file-rows.ts';
import { type MarketingAttributes, marketingOf } from './marketing.ts';
import { fare, receiptPanel } from './receipt.ts';
import { RowFocus } from './row-focus.ts';
import { styles } from './styles.ts';
import { Submission } from './submission.ts';

/** The element, and what it lets its sending do. */
export interface SendingHost {
  element: LitElement & MarketingAttributes;
  /** The page's address when the visitor came: a page may change it later. */
  landing: string;
  emit(type: string, detail: object): void;
  /** Says something to those who hear the page. */
  announce(text: string): void;
}

/** The way of an enquiry and its files, from Send to the receipt and on. */
export class Sending implements ReactiveController {
  #host: SendingHost;
  #submission = new Submission();
  #attachments: Attachments;
  #isSending = false;
  #hasCopied = false;

  constructor(host: SendingHost) {
    const { element } = host;
    this.#host = host;
    this.#attachments = new Attachments(element);
    element.addController(this);
    element.addController(new RowFocus(element));
    element.shadowRoot?.adoptedStyleSheets.push(styles);
  }

  hostUpdated(): void {
    const isBusy = this.#isSending || this.#attachments.count('waiting', 'uploading');
    (isBusy ? addEventListener : removeEventListener)('beforeunload', warn);
  }

  get receipt(): Receipt | undefined {
    return this.#submission.receipt;
  }

  /** Adds the files that were chosen, and says of those that can't be sent why. */
  async add(files: File[], limits: AttachmentLimits): Promise<void> {
    const added = await this.#attachments.add(files, limits);
    const refused = added.filter(({ state }) => state === 'refused');
    const problemOf = ({ code, file: { name } }: Attachment) =>
      `${name}: ${messages.fileProblem(code, name, limits)}`;
    this.#host.announce(refused.map(problemOf).join(' '));
  }

  /** The list of files. */
  rows(limits: AttachmentLimits): TemplateResult | undefined {
    return fileRows(this.#attachments.list, limits, this.#act);
  }

  /** Sends an enquiry; the files follow when it is stored. */
  async send(proxy: string, enquiry: Enquiry): Promise<Answer<Receipt>> {
    const { element, landing } = this.#host;
    const marketing = marketingOf(element, landing, document.referrer);
    this.#isSending = true;
    const answer = await this.#submission.send(proxy, { ...enquiry, ...marketing });
    this.#isSending = false;
    const receipt = answer.body;
    const renew = () => this.#submission.renew();
    if (receipt) void this.#attachments.upload({ proxy, receipt, renew, onEnd: this.#onEnd });
    return answer;
  }

  /** What replaces the form when the enquiry is stored. */
  receiptPanel(receipt: Receipt, limits: AttachmentLimits, next: string | undefined): TemplateResult {
    return receiptPanel({
      receipt,
      forename: this.#submission.enquiry?.forename?.trim() ?? '',
      next,
      attachments: this.#attachments,
      rows: this.rows(limits),
      hasCopied: this.#hasCopied,
      copy: this.#copy,
    });
  }

  #act = (deed: Deed, attachment: Attachment): void => {
    this.#attachments[deed](attachment);
    if (deed === 'remove') this.#host.announce(messages.removed(attachment.file.name));
  };

  #onEnd = ({ state, code }: Attachment, { reference }: Receipt): void => {
    const { emit, announce } = this.#host;
    const attachments = this.#attachments;
    if (state === 'sent') emit('attachment-sent', { reference, count: attachments.count('sent') });
    else emit('attachment-failed', { reference, code });
    if (!attachments.count('waiting', 'uploading')) announce(fare(attachments));
  };

  #copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return; // The visitor or the page's policy forbids it; the number is there to be written down.
    }
    this.#hasCopied = true;
    this.#host.announce(messages.copied);
  };
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
  event.returnValue = true; // For Chromium before 119.
}
