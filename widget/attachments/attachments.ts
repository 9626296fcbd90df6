import { html, type ReactiveController, type TemplateResult } from 'lit';
import type { AttachmentLimits } from '../../proxy/contract/definition.ts';
import type { StoredFile } from '../client/attachment.ts';
import type { FormContext } from '../form/form-context.ts';
import { type AttachmentMessages, attachmentMessages } from '../messages/en-attachments.ts';
import type { Translate } from '../messages/format.ts';
import type { Attachment } from './attachment.ts';
import { AttachmentList } from './attachment-list.ts';
import { fileButton, watchTransferredFiles } from './choosing.ts';
import type { FileTranslators } from './file-messages.ts';
import { addedSentence } from './file-messages.ts';
import type { FileAction, FileListView } from './file-rows.ts';
import { fileCount, fileRows, totalBar, unsentNote, uploadSummary } from './file-rows.ts';
import { PhotoPreparation } from './photo-preparation.ts';
import { RowFocus, Thumbnails } from './row-updates.ts';
import type { UploadTarget } from './upload.ts';

/** The files of a form: adds those that are chosen, pasted or dropped, shows them, and uploads them. */
export class Attachments implements ReactiveController {
  #context: FormContext;
  #onChange: () => void;
  #photos: PhotoPreparation;
  #translate: Translate<AttachmentMessages>;
  #list: AttachmentList;
  #reference = '';

  /** `onChange` is called when a file was added or removed, and with each step of an upload. */
  constructor(context: FormContext, onChange: () => void) {
    const { host, localizer } = context;
    this.#context = context;
    this.#onChange = onChange;
    this.#photos = new PhotoPreparation(localizer);
    this.#translate = localizer.translator(attachmentMessages);
    this.#list = this.#createList();
    host.addController(this);
    host.addController(new RowFocus(host));
    host.addController(new Thumbnails(host, () => this.#list.all));
    watchTransferredFiles(host.renderRoot, files => void this.add(files));
  }

  hostConnected(): void {
    addEventListener('online', this.#requestUpdate);
    addEventListener('offline', this.#requestUpdate);
  }

  hostDisconnected(): void {
    removeEventListener('online', this.#requestUpdate);
    removeEventListener('offline', this.#requestUpdate);
  }

  get isEmpty(): boolean {
    return !this.#list.all.length;
  }

  /** Whether a file is still to be uploaded. */
  get isBusy(): boolean {
    return this.#list.isBusy;
  }

  /** Whether a file wasn't sent, perhaps because it can't be. */
  get hasFailed(): boolean {
    return this.#list.unsent.length > 0;
  }

  get areAllSent(): boolean {
    return this.#list.all.every(({ state }) => state === 'sent');
  }

  /** The files that the visitor chose and has not removed. */
  get files(): File[] {
    return this.#list.all.map(({ file }) => file);
  }

  /** The names of the files that will be sent with the enquiry. */
  get names(): string[] {
    const chosen = this.#list.all.filter(({ state }) => state === 'chosen' || state === 'checking');
    return chosen.map(({ file }) => file.name);
  }

  /** Adds files and announces them: a single one by name, several by their number. On the receipt, they are uploaded
   * at once. With `replaced`, the first takes the place of a file that wasn't sent. */
  async add(added: File[], replaced?: Attachment): Promise<void> {
    const { announce, model } = this.#context;
    const limits = model.source.definition!.attachments; // Files are only added to a form or a receipt.
    announce('');
    const attachments = await this.#list.add(added, limits, replaced);
    const present = attachments.filter(({ abort }) => !abort.signal.aborted);
    const sentence = addedSentence(this.#translators, present, limits);
    if (sentence) announce(sentence);
  }

  /** What to keep of the files of an accepted enquiry for a reload. */
  get stored(): StoredFile[] {
    return this.#list.all.filter(({ code }) => code !== 'duplicate').map(({ stored }) => stored);
  }

  /** Lists the files from before a reload. */
  restore(files: StoredFile[]): void {
    this.#list.restore(files);
  }

  /** A button on the receipt that adds more files; undefined if there is no room for another. */
  addMore({ max_files }: AttachmentLimits): TemplateResult | undefined {
    const isClosed = this.#list.all.some(({ code }) => code === 'closed');
    if (isClosed || this.#list.count('checking', 'waiting', 'uploading', 'sent', 'failed') >= max_files) {
      return undefined;
    }
    const add = (files: File[]) => void this.add(files);
    return fileButton('quiet', this.#translate('addMoreFiles'), add, { id: 'files', isMultiple: true });
  }

  /** Uploads the files to an enquiry that was accepted. */
  uploadTo(target: UploadTarget): void {
    this.#reference = target.receipt.reference;
    this.#list.uploadTo(target);
  }

  /** Aborts all uploads and empties the list. */
  reset(): void {
    this.#list.abort();
    this.#list = this.#createList();
  }

  /** The list of files, in the form with their number; undefined without files. */
  rows(limits: AttachmentLimits): TemplateResult | undefined {
    if (this.isEmpty) return undefined;
    const view: FileListView = {
      ...this.#translators,
      list: this.#list,
      limits,
      act: this.#act,
      replace: (replaced, file) => void this.add([file], replaced),
    };
    return html`${this.#list.isUploading ? '' : fileCount(view)}${fileRows(view)}`;
  }

  /** Says above Send which files won't be sent; undefined if all will be. */
  unsentNote(): TemplateResult | undefined {
    return unsentNote(this.#translate, this.#list);
  }

  /** One progress bar for all files; undefined unless several are being uploaded. */
  totalBar(): TemplateResult | undefined {
    return totalBar(this.#translate, this.#list);
  }

  /** A sentence about all uploads. */
  summary(): string {
    return uploadSummary(this.#translate, this.#list);
  }

  get #translators(): FileTranslators {
    return { translate: this.#translate, translatePhotos: this.#photos.translate };
  }

  #createList(): AttachmentList {
    const { announce } = this.#context;
    const listener = {
      onChange: () => {
        this.#requestUpdate();
        this.#onChange();
      },
      onEnd: this.#onEnd,
      onQuarter: (percent: number) => announce(this.#translate('percentUploaded', { percent })),
    };
    return new AttachmentList(listener, this.#photos.run);
  }

  /** The summary depends on whether the browser is online. */
  #requestUpdate = (): void => this.#context.host.requestUpdate();

  #act = (action: FileAction, attachment: Attachment): void => {
    this.#list[action](attachment);
    if (action !== 'remove') return;
    this.#context.announce(this.#translate('removed', { name: attachment.file.name }));
  };

  #onEnd = ({ state, code }: Attachment): void => {
    const { emit, announce } = this.#context;
    const reference = this.#reference;
    if (state === 'sent') emit('attachment-sent', { reference, count: this.#list.count('sent') });
    else emit('attachment-failed', { reference, code });
    if (!this.#list.isBusy) announce(this.summary());
  };
}
