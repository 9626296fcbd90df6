import { html, type TemplateResult } from 'lit';
import type { AttachmentLimits } from '../../proxy/contract/definition.ts';
import type { StoredFile } from '../client/requests.ts';
import type { LazyObject } from '../form/lazy-object.ts';
import type { AttachmentList } from './attachment-list.ts';
import { styles, watchTransferredFiles } from './choosing.ts';
import type { Attachments, FilesContext } from './form-attachments.ts';
import type { UploadTarget } from './upload.ts';

/** The files of a form. The code that lists and uploads them is a lazy part, because most visitors send none: it loads
 * when the visitor is about to choose a file, or when there is one. Files that are added meanwhile wait for it. */
export class LazyAttachments {
  #part: LazyObject<Attachments>;
  #context: FilesContext;
  #onChange: () => void;
  /** The files that wait for the part. */
  #waiting: File[] = [];
  /** The files from before a reload, until the part is loaded. */
  #restored: StoredFile[] = [];
  #target: UploadTarget | undefined;
  /** Whether there were files, but the part couldn't be loaded. The visitor must choose them again. */
  #isLost = false;

  /** `onChange` is called when a file was added or removed, and with each step of an upload. */
  constructor(context: FilesContext, onChange: () => void) {
    const root = context.host.renderRoot;
    this.#context = context;
    this.#onChange = onChange;
    const begin = (part: Attachments) => {
      part.list.restore(this.#restored);
      this.#restored = [];
      if (this.#target) part.list.uploadTo(this.#target);
    };
    this.#part = context.lazy(() => import('./form-attachments.ts'), context, onChange, begin);
    watchTransferredFiles(root, files => void this.add(files));
    root.addEventListener('click', ({ target }) => {
      if ((target as Element).matches('[type=file]')) void this.#load(); // The file dialog opens.
    });
    root.adoptedStyleSheets.push(styles.styleSheet!);
  }

  get isEmpty(): boolean {
    return !this.files.length && !this.#restored.length && !this.#isLost;
  }

  /** Whether a file is still to be uploaded. */
  get isBusy(): boolean {
    return this.#waiting.length > 0 || !!this.#list?.isBusy;
  }

  /** Whether a file wasn't sent, perhaps because it can't be. */
  get hasFailed(): boolean {
    return this.#isLost || !!this.#list?.unsent.length;
  }

  get areAllSent(): boolean {
    const areSent = !this.isBusy && !this.#isLost && this.#list?.all.every(({ state }) => state === 'sent');
    return this.isEmpty || !!areSent;
  }

  /** The files that the visitor chose and has not removed. */
  get files(): File[] {
    return [...(this.#list?.all ?? []).map(({ file }) => file), ...this.#waiting];
  }

  /** The names of the files that will be sent with the enquiry. */
  get names(): string[] {
    return [...(this.#list?.names ?? []), ...this.#waiting.map(({ name }) => name)];
  }

  /** What to keep of the files of an accepted enquiry for a reload. */
  get stored(): StoredFile[] {
    return this.#list?.stored ?? this.#restored;
  }

  get #list(): AttachmentList | undefined {
    return this.#part.current?.list;
  }

  /** Adds files and announces them. On the receipt, they are uploaded at once. */
  async add(added: File[]): Promise<void> {
    this.#waiting.push(...added);
    const part = await this.#load();
    const files = added.filter(file => this.#waiting.includes(file)); // The form may have been reset.
    this.#waiting = this.#waiting.filter(file => !files.includes(file));
    this.#context.host.requestUpdate();
    if (files.length) await part?.add(files);
  }

  /** Lists the files from before a reload. */
  restore(files: StoredFile[]): void {
    if (!files.length) return;
    if (this.#list) this.#list.restore(files);
    else {
      this.#restored = files;
      void this.#load();
    }
  }

  /** Uploads the files to an enquiry that was accepted. */
  uploadTo(target: UploadTarget): void {
    this.#target = target;
    if (this.#list) this.#list.uploadTo(target);
    else this.#onChange();
  }

  /** Aborts all uploads and empties the list. */
  reset(): void {
    this.#waiting = [];
    this.#restored = [];
    this.#target = undefined;
    this.#isLost = false;
    this.#part.current?.reset();
  }

  /** Whether there is room for another file in the enquiry. */
  hasRoom({ max_files }: AttachmentLimits): boolean {
    return (this.#part.current?.usedPlaces ?? 0) < max_files;
  }

  /** The list of files, in the form with their number; undefined without files. */
  rows(limits: AttachmentLimits): TemplateResult | undefined {
    return this.#part.current?.rows(limits);
  }

  /** Says which files won't be sent, or that files couldn't be added; undefined if all will be sent. */
  unsentNote(): TemplateResult | undefined {
    return this.#lostNote() ?? this.#part.current?.unsentNote();
  }

  /** On the receipt: a sentence about all uploads, their progress, and the list of files; undefined without files. */
  summary(limits: AttachmentLimits): TemplateResult | undefined {
    if (this.isEmpty) return undefined;
    const rows = this.rows(limits);
    return html`${this.#lostNote()}${rows && html`${this.#part.current?.progress()}${rows}`}`;
  }

  #lostNote(): TemplateResult | undefined {
    if (!this.#isLost) return undefined;
    return html`<p class="note bad" part="note" role="alert">${this.#context.localizer.translate('filesFailed')}</p>`;
  }

  async #load(): Promise<Attachments | undefined> {
    if (this.#part.current) return this.#part.current;
    this.#isLost = false;
    this.#context.host.requestUpdate();
    const part = await this.#part.load();
    this.#isLost = !part && this.#waiting.length + this.#restored.length > 0;
    this.#context.host.requestUpdate();
    return part;
  }
}
