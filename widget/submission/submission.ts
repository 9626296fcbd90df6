// What comes after the visitor has begun: problems, sending, files, the receipt. It is loaded then, for it is not
// needed to see the form, and imports nothing of the entry, whose bare address would load that a second time.
// It is long because the way is one: what an answer, an edit, a reload or a reset means depends on all that was before.
import type { LitElement, ReactiveController, TemplateResult } from 'lit';
import type { AttachmentLimits, Definition } from '../../proxy/contract/definition.ts';
import type { Enquiry, Receipt } from '../../proxy/contract/enquiry.ts';
import type { Today } from '../../proxy/contract/rules.ts';
import { type Attachment, Attachments } from '../attachments/attachments.ts';
import { watchDrags } from '../attachments/drag-over.ts';
import { type Deed, fileRows } from '../attachments/file-rows.ts';
import { RowFocus } from '../attachments/row-focus.ts';
import { Thumbnails } from '../attachments/thumbnails.ts';
import type { Answer } from '../client/enquiry.ts';
import { waitBeforeEnquiry } from '../client/retry.ts';
import { Drafting } from '../drafts/draft-keeper.ts';
import type { Draft } from '../drafts/draft-storage.ts';
import type { DefinitionSource } from '../form/definition-source.ts';
import type { Field, Fixed } from '../form/fields.ts';
import type { Values } from '../form/values.ts';
import { type FilesMessages, files } from '../messages/en-files.ts';
import { type Later, later } from '../messages/en-later.ts';
import type { PhotosMessages } from '../messages/en-photos.ts';
import type { Text, Translate } from '../messages/format.ts';
import { maySubmit } from './before-submit.ts';
import { Submission } from './enquiry-request.ts';
import { type Failure, failureLabel, failureNote, failureOf } from './failure-note.ts';
import { release } from './fixed-fields.ts';
import { type MarketingAttributes, marketingOf } from './marketing.ts';
import { Problems, problemsIn } from './problems.ts';
import { fare, receiptPanel } from './receipt.ts';
import { Patience } from './retry-countdown.ts';
import { fileSentence, type TranslateLater } from './sentences.ts';
import { styles } from './styles.ts';
import { giveThanks, successAddress, takeThanksBack } from './success-redirect.ts';

/** The element, and what it lends to its sending. */
export interface SendingHost {
  element: LitElement &
    MarketingAttributes &
    Fixed & { caseType: string | null | undefined; submit(): Promise<boolean>; reset(): void };
  source: DefinitionSource;
  /** The page's address when the visitor came: a page may change it later. */
  landing: string;
  /** What stands in the form, and what is asked. */
  asked(): { definition: Definition; values: Values; fields: Field[]; today: Today };
  /** Where a draft of this page and case type is kept. */
  draftKey(): string;
  /** What the site has filled in. */
  prefill: FormData;
  /** What stands in the form. */
  typed(): FormData;
  /** Puts values in, except where it is not as `before`, else not as the site has filled it in. */
  fill(values: FormData, before?: FormData): void;
  /** Says the words of a catalogue in the form's language. */
  translator<Catalogue extends Record<string, Text>>(english: Catalogue): Translate<Catalogue>;
  emit(type: string, detail: object): void;
  /** Says something to those who hear the page. */
  announce(text: string): void;
}

/** The way of an enquiry and its files, from the first attempt to the receipt and on. */
export class Sending implements ReactiveController {
  #host: SendingHost;
  /** Those about photos come when the first photo does. */
  #words = { ...later, ...files } as Later & FilesMessages & PhotosMessages;
  #translate: TranslateLater;
  #problems = new Problems();
  #submission = new Submission();
  #attachments: Attachments;
  #drafting: Drafting;
  #states: CustomStateSet;
  #patience: Patience;
  #failure: Failure | undefined;
  #isSending = false;
  #hasCopied = false;
  /** What is repeated after a reload. */
  #resumed: Enquiry | undefined;
  #wasEdited = false;
  #hasLostFiles = false;
  #gotForm!: () => void;
  #hasForm = new Promise<void>(resolve => {
    this.#gotForm = resolve;
  });
  /** Shows where these fields are, when the form is in steps. */
  reach: ((fields: string[]) => void) | undefined;
  /** Where the visitor goes in the end. */
  #address: string | undefined;

  constructor(host: SendingHost) {
    const { element } = host;
    this.#host = host;
    this.#translate = host.translator(this.#words);
    this.#attachments = new Attachments(element, this.#words);
    this.#patience = new Patience(() => element.requestUpdate());
    this.#states = element.attachInternals().states;
    element.addController(this);
    element.addController(new RowFocus(element));
    element.addController(new Thumbnails(element, () => this.#attachments.list));
    element.renderRoot.addEventListener('paste', this.#paste);
    watchDrags(element.renderRoot, event => this.#take(event, event.dataTransfer));
    this.#drafting = new Drafting(host, this.#resume);
    element.shadowRoot?.adoptedStyleSheets.push(styles.styleSheet!);
    element.requestUpdate(); // There may be a draft.
  }

  hostConnected(): void {
    addEventListener('online', this.#look);
    addEventListener('offline', this.#look);
    this.#look(); // It may have been out of the page meanwhile.
  }

  hostDisconnected(): void {
    removeEventListener('online', this.#look);
    removeEventListener('offline', this.#look);
  }

  hostUpdated(): void {
    if (this.#host.source.definition) this.#gotForm();
    const isUploading =
      this.#submission.receipt && this.#attachments.count('checking', 'waiting', 'uploading');
    const isBusy = this.#isSending || this.isWaiting || isUploading;
    (isBusy ? addEventListener : removeEventListener)('beforeunload', this.#warn);
    mark(this.#states, 'sending', this.#isSending || this.isWaiting);
    mark(this.#states, 'accepted', !!this.#submission.receipt);
    if (!isBusy) this.#goOn();
  }

  /** Focuses the receipt, or the first field as soon as there is a form. */
  focus(options: FocusOptions | undefined): void {
    const { element } = this.#host;
    const heading = element.renderRoot.querySelector<HTMLElement>('h2[tabindex]');
    if (heading) heading.focus(options);
    else void this.#hasForm.then(() => element.focus(options));
  }

  /** Whether it waits to be tried again. */
  get isWaiting(): boolean {
    return this.#patience.isWaiting;
  }

  /** Why the enquiry was not sent. */
  note(): TemplateResult | undefined {
    return failureNote(this.#translate, this.#failure, this.#patience);
  }

  /** What Send says instead of its own words. */
  get sendLabel(): string | undefined {
    return failureLabel(this.#translate, this.#failure, this.#patience);
  }

  /** That what was typed before a reload is back. */
  keptNote(): TemplateResult | undefined {
    return this.#drafting.note(this.#translate);
  }

  /** What is wrong with a field. */
  messageAt(field: Field): TemplateResult | undefined {
    return this.#problems.messageAt(this.#translate, field);
  }

  /** The list of what needs attention; with `isHere`, in a step. */
  summary(fields: Field[], isHere?: (field: string) => boolean): TemplateResult | undefined {
    return this.#problems.summary(this.#translate, fields, name => this.#goTo(name), isHere);
  }

  /** Judges the fields of a step as `submit` does them all. Whether nothing is wrong with them. */
  passes(isHere: (field: string) => boolean): boolean {
    const problems = problemsIn(this.#host.asked()).filter(({ field }) => isHere(field));
    this.#problems.found(problems, isHere);
    if (problems.length) void this.#focus('.summary');
    return !problems.length;
  }

  /** The fields that something is known to be wrong with, and those that would be found wrong. */
  wrong(): { told: string[]; all: string[] } {
    const told = this.#problems.list.map(({ field }) => field);
    return { told, all: [...told, ...problemsIn(this.#host.asked()).map(({ field }) => field)] };
  }

  /** The names of the files that are to be sent. */
  get fileNames(): string[] {
    const chosen = this.#attachments.list.filter(({ state }) => state === 'chosen' || state === 'checking');
    return chosen.map(({ file }) => file.name);
  }

  /** The list of files. */
  rows(limits: AttachmentLimits): TemplateResult | undefined {
    return fileRows(this.#translate, this.#attachments.list, limits, this.#act);
  }

  /** What replaces the form when the enquiry is stored; undefined: it is not. */
  receipt({ attachments: limits, next }: Definition): TemplateResult | undefined {
    const { receipt, enquiry } = this.#submission;
    return (
      receipt &&
      receiptPanel({
        translate: this.#translate,
        receipt,
        forename: enquiry?.forename?.trim() ?? '',
        next,
        attachments: this.#attachments,
        rows: this.rows(limits),
        hadFiles: this.#hasLostFiles && !this.#attachments.list.length,
        goOn: this.#attachments.count('failed', 'refused') ? this.#address : undefined,
        hasCopied: this.#hasCopied,
        copy: this.#copy,
      })
    );
  }

  /** After an edit of a field. */
  edited(name: string): void {
    this.#wasEdited = true;
    this.#resumed = undefined;
    this.#patience.stop();
    this.#drafting.save();
    if (!this.#problems.list.length) return;
    this.#problems.edited(name, () => problemsIn(this.#host.asked()));
    this.#host.element.requestUpdate();
  }

  /** After an edit that made so many questions appear. */
  appeared(count: number): void {
    this.#host.announce(count ? this.#translate('appeared', { count }) : '');
  }

  /** Adds the files that were chosen, and says so; of those that can't be sent, why. */
  async add(files: File[], limits: AttachmentLimits): Promise<void> {
    this.#host.announce('');
    const adding = this.#attachments.add(files, limits);
    this.#keepDraft();
    const added = await adding;
    this.#keepDraft();
    const words = added.flatMap(({ state, code, abort, file: { name } }) => {
      if (abort.signal.aborted) return [];
      if (state === 'refused') return `${name}: ${fileSentence(this.#translate, code, name, limits)}`;
      return state === 'chosen' ? this.#translate('added', { name }) : [];
    });
    if (words.length) this.#host.announce(words.join(' '));
  }

  /** Files are not kept, but that there were some. */
  #keepDraft(): void {
    this.#drafting.hadFiles = !!this.fileNames.length;
    this.#drafting.save();
  }

  /** Sends what stands in the form, until it is there or nothing more can be done by itself. Resolves with whether
   * it is there; the files follow then. */
  async submit(): Promise<boolean> {
    const { element, source, emit, announce } = this.#host;
    if (this.#submission.receipt) return true;
    await this.#hasForm;
    this.#failure = undefined;
    if (!this.#resumed) {
      if (!this.#checked()) return false;
      if (!(await maySubmit(element, source.definition!.case_type))) return false; // What is checked has one.
      await element.updateComplete; // The page may have filled something in.
    }
    this.#drafting.found = undefined;
    for (let tries = 1, said = ''; ; tries++) {
      const answer = await this.#attempt();
      if (!answer) return !!this.#submission.receipt;
      if (tries === 1) emit('enquiry-failed', { code: answer.code });
      const pauseMs = waitBeforeEnquiry(answer, tries, Math.random());
      const words = this.#translate(navigator.onLine ? 'retrying' : 'offline');
      if (pauseMs !== undefined && !this.#wasEdited) {
        if (words !== said) announce(words);
        said = words;
        if (await this.#patience.wait(pauseMs)) {
          if (!navigator.onLine || said === this.#translate('offline')) tries = 1;
          continue;
        }
      }
      this.#failure = failureOf(answer, this.#wasEdited, tries > 1);
      this.#drafting.isUnderWay = false;
      this.#drafting.save();
      if (this.#failure === 'definition-changed') await source.load('reload');
      return false;
    }
  }

  /** Ends the wait for the next try. */
  tryNow(): void {
    this.#patience.now();
  }

  /** Forgets everything, the receipt included. */
  reset(): void {
    const { announce, element, fill, prefill, typed } = this.#host;
    element.renderRoot.querySelector('form')?.reset();
    fill(prefill, typed());
    this.#wasEdited = true;
    this.#patience.stop();
    this.#drafting.clear();
    this.#problems.found([]);
    for (const attachment of this.#attachments.list) attachment.abort.abort();
    this.#attachments = new Attachments(element, this.#words);
    this.#submission = new Submission();
    this.#failure = this.#resumed = this.#address = undefined;
    this.#hasCopied = this.#hasLostFiles = false;
    takeThanksBack(element);
    announce('');
  }

  /** The enquiry that stands in the form; undefined: something must be put right. */
  #checked(): Enquiry | undefined {
    const { element, landing, asked, source } = this.#host;
    const standing = asked();
    const problems = problemsIn(standing);
    const { case_type, definition, lang } = source.definition!; // Only what a form holds is judged.
    this.#problems.found(problems);
    if (problems.length) return this.#refuse();
    return {
      case_type,
      definition,
      lang,
      ...standing.values,
      ...marketingOf(element, landing, document.referrer),
    };
  }

  /** Sends it once. Resolves with the answer to a failure, else with nothing. */
  async #attempt(): Promise<Answer<Receipt> | undefined> {
    const { source, element, emit, announce } = this.#host;
    const { proxy } = source;
    const submission = this.#submission;
    const enquiry = this.#resumed ?? this.#checked();
    if (!enquiry) return undefined;
    this.#isSending = true;
    this.#wasEdited = false;
    element.requestUpdate();
    const answer = await submission.send(proxy, enquiry, sent => this.#drafting.sending(sent));
    this.#isSending = false;
    if (submission !== this.#submission) return undefined; // The page has reset the form.
    const { body: receipt } = answer;
    if (answer.problems.length) {
      this.#drafting.isUnderWay = false;
      this.#drafting.save();
      this.#problems.foundByProxy(answer.problems);
      return this.#refuse();
    }
    if (!receipt) return answer;
    const { reference, enquiry_id, status } = receipt;
    const renew = () => submission.renew();
    this.#drafting.clear();
    emit('enquiry-accepted', { reference, enquiry_id, status });
    giveThanks(element);
    this.#address = successAddress(element, location.href, receipt);
    this.#attachments.upload({
      proxy,
      receipt,
      renew,
      onEnd: this.#onEnd,
      onQuarter: percent => announce(this.#translate('percentUp', { percent })),
    });
    void this.#focus('h2');
    return undefined;
  }

  #refuse(): undefined {
    const fields = this.#problems.list.map(({ field }) => field);
    this.#resumed = undefined;
    for (const field of fields) release(this.#host.element, field);
    this.#host.emit('enquiry-refused', { fields });
    this.reach?.(fields);
    void this.#focus('.summary');
  }

  /** After a reload: a request whose fate nobody knows is repeated as it was. */
  #resume = (draft: Draft): void => {
    const { element, announce } = this.#host;
    this.#submission.sent = draft.sent;
    if (!draft.isUnderWay || !draft.sent) {
      announce(this.#translate('kept'));
      return;
    }
    this.#resumed = JSON.parse(draft.sent.body);
    this.#hasLostFiles = !!draft.hadFiles;
    void element.submit();
  };

  /** Leaves for the site's own page of thanks when nothing of this one is needed any more. */
  #goOn(): void {
    const isOver = this.#attachments.list.every(({ state }) => state === 'sent');
    // A form that was taken out of the page is not what the visitor looks at.
    if (!this.#address || !isOver || !this.#host.element.isConnected) return;
    location.assign(this.#address);
    this.#address = undefined;
  }

  #look = (): void => this.#host.element.requestUpdate();

  /** Each form has its own: what one has done is no reason for another not to warn. */
  #warn = (event: BeforeUnloadEvent): void => {
    event.preventDefault();
    event.returnValue = true; // For Chromium before 119.
  };

  #act = (deed: Deed, attachment: Attachment): void => {
    this.#attachments[deed](attachment);
    this.#keepDraft();
    if (deed === 'remove') this.#host.announce(this.#translate('removed', { name: attachment.file.name }));
  };

  /** Text that comes with a picture of it, as from office programs, is pasted as text; but not the names of files,
   * which macOS gives along. */
  #paste = (event: Event): void => {
    const { clipboardData } = event as ClipboardEvent;
    const text = clipboardData?.getData('text/plain');
    const isName = [...(clipboardData?.files ?? [])].some(({ name }) => text?.includes(name));
    if (!text || isName) this.#take(event, clipboardData);
  };

  /** Files that are pasted or dropped anywhere in the form, where files can be chosen. */
  #take(event: Event, transfer: DataTransfer | null): void {
    const { element, source } = this.#host;
    const taken = [...(transfer?.files ?? [])];
    const limits = source.definition?.attachments;
    if (!limits || !taken.length || !element.renderRoot.querySelector('#files')) return;
    event.preventDefault();
    void this.add(taken, limits);
  }

  #onEnd = ({ state, code }: Attachment, { reference }: Receipt): void => {
    const { emit, announce } = this.#host;
    const attachments = this.#attachments;
    if (state === 'sent') emit('attachment-sent', { reference, count: attachments.count('sent') });
    else emit('attachment-failed', { reference, code });
    if (!attachments.count('checking', 'waiting', 'uploading')) announce(fare(this.#translate, attachments));
  };

  #copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return; // The visitor or the page's policy forbids it; the number is there to be written down.
    }
    this.#hasCopied = true;
    this.#host.announce(this.#translate('copied'));
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

/** For the page's style sheet: `:state(sending)`. */
function mark(states: CustomStateSet, state: string, isSet: boolean): void {
  try {
    states[isSet ? 'add' : 'delete'](state);
  } catch {
    // Older browsers have no states, or want dashes before the name, which nobody writes any more.
  }
}
