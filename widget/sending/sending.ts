// What comes after the visitor has begun: problems, sending, files, the receipt. It is loaded then, for it is not
// needed to see the form, and imports nothing of the entry, whose bare address would load that a second time.
import type { LitElement, ReactiveController, TemplateResult } from 'lit';
import type { AttachmentLimits, Definition } from '../../proxy/contract/definition.ts';
import type { Enquiry, Problem, Receipt } from '../../proxy/contract/enquiry.ts';
import type { DefinitionSource } from '../definitions.ts';
import type { Field } from '../fields.ts';
import { messages } from '../messages/en-later.ts';
import { type Attachment, Attachments } from './attachments.ts';
import { type Deed, fileRows } from './file-rows.ts';
import { type MarketingAttributes, marketingOf } from './marketing.ts';
import { Problems } from './problems.ts';
import { fare, receiptPanel } from './receipt.ts';
import { RowFocus } from './row-focus.ts';
import { styles } from './styles.ts';
import { Submission } from './submission.ts';

/** The element, and what it lends to its sending. */
export interface SendingHost {
  element: LitElement & MarketingAttributes;
  source: DefinitionSource;
  /** The page's address when the visitor came: a page may change it later. */
  landing: string;
  /** What stands in the form, and what is wrong with it. */
  judged(): { enquiry: Enquiry; problems: Problem[] };
  emit(type: string, detail: object): void;
  /** Says something to those who hear the page. */
  announce(text: string): void;
}

/** The way of an enquiry and its files, from the first attempt to the receipt and on. */
export class Sending implements ReactiveController {
  #host: SendingHost;
  #problems = new Problems();
  #submission = new Submission();
  #attachments: Attachments;
  #isSending = false;
  #hasCopied = false;
  /** Shows where these fields are, when the form is in steps. */
  reach: ((fields: string[]) => void) | undefined;

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

  /** What is wrong with a field. */
  messageAt(field: Field): TemplateResult | undefined {
    return this.#problems.messageAt(field);
  }

  /** The list of what needs attention; with `isHere`, in a step. */
  summary(fields: Field[], isHere?: (field: string) => boolean): TemplateResult | undefined {
    return this.#problems.summary(fields, name => this.#goTo(name), isHere);
  }

  /** Judges the fields of a step as `submit` does them all. Whether nothing is wrong with them. */
  passes(isHere: (field: string) => boolean): boolean {
    const problems = this.#host.judged().problems.filter(({ field }) => isHere(field));
    this.#problems.found(problems, isHere);
    if (problems.length) void this.#focus('.summary');
    return !problems.length;
  }

  /** The fields that something is known to be wrong with, and those that would be found wrong. */
  wrong(): { told: string[]; all: string[] } {
    const told = this.#problems.list.map(({ field }) => field);
    return { told, all: [...told, ...this.#host.judged().problems.map(({ field }) => field)] };
  }

  /** The names of the files that are to be sent. */
  get fileNames(): string[] {
    const chosen = this.#attachments.list.filter(({ state }) => state === 'chosen' || state === 'checking');
    return chosen.map(({ file }) => file.name);
  }

  /** The list of files. */
  rows(limits: AttachmentLimits): TemplateResult | undefined {
    return fileRows(this.#attachments.list, limits, this.#act);
  }

  /** What replaces the form when the enquiry is stored; undefined: it is not. */
  receipt({ attachments: limits, next }: Definition): TemplateResult | undefined {
    const { receipt, enquiry } = this.#submission;
    return (
      receipt &&
      receiptPanel({
        receipt,
        forename: enquiry?.forename?.trim() ?? '',
        next,
        attachments: this.#attachments,
        rows: this.rows(limits),
        hasCopied: this.#hasCopied,
        copy: this.#copy,
      })
    );
  }

  /** After an edit of a field. */
  edited(name: string): void {
    if (!this.#problems.list.length) return;
    this.#problems.edited(name, () => this.#host.judged().problems);
    this.#host.element.requestUpdate();
  }

  /** Adds the files that were chosen, and says of those that can't be sent why. */
  async add(files: File[], limits: AttachmentLimits): Promise<void> {
    const added = await this.#attachments.add(files, limits);
    const problemOf = ({ code, file: { name } }: Attachment) =>
      `${name}: ${messages.fileProblem(code, name, limits)}`;
    const refused = added.filter(({ state }) => state === 'refused');
    this.#host.announce(refused.map(problemOf).join(' '));
  }

  /** Sends what stands in the form; the files follow when it is stored. Resolves with the code of a failure that
   * is nobody's to mend but ours. */
  async submit(): Promise<string | undefined> {
    const { source, element, landing, judged, emit } = this.#host;
    const { enquiry, problems } = judged();
    this.#problems.found(problems);
    if (problems.length) return this.#refuse();

    const marketing = marketingOf(element, landing, document.referrer);
    const { proxy } = source;
    this.#isSending = true;
    const answer = await this.#submission.send(proxy, { ...enquiry, ...marketing });
    this.#isSending = false;
    const { body: receipt, code } = answer;
    if (receipt) {
      const { reference, enquiry_id, status } = receipt;
      const renew = () => this.#submission.renew();
      emit('enquiry-accepted', { reference, enquiry_id, status });
      void this.#attachments.upload({ proxy, receipt, renew, onEnd: this.#onEnd });
      void this.#focus('h2');
      return undefined;
    }
    if (answer.problems.length) {
      this.#problems.foundByProxy(answer.problems);
      return this.#refuse();
    }
    emit('enquiry-failed', { code });
    if (code === 'definition-changed') await source.load('reload');
    return code;
  }

  #refuse(): undefined {
    const fields = this.#problems.list.map(({ field }) => field);
    this.#host.emit('enquiry-refused', { fields });
    this.reach?.(fields);
    void this.#focus('.summary');
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

  #goTo(name: string): void {
    const control = this.#host.element.renderRoot.querySelector<HTMLElement>(`[id="${name}"]`);
    control?.closest('.field')?.scrollIntoView({ block: 'nearest' });
    control?.focus({ preventScroll: true });
  }

  /** Moves the focus to what the next update shows. */
  async #focus(selector: string): Promise<void> {
    const { element } = this.#host;
    element.requestUpdate();
    await element.updateComplete;
    element.renderRoot.querySelector<HTMLElement>(selector)?.focus();
  }
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
  event.returnValue = true; // For Chromium before 119.
}
