import type { AttachmentLimits } from '../../proxy/contract/definition.ts';
import { getRoomLeft } from '../client/attachment-room.ts';
import type { StoredFile } from '../client/requests.ts';
import { Attachment, type AttachmentState, overLimitCode, refusedCode } from './attachment.ts';
import { inspect, type PhotoPreparation } from './inspect-file.ts';
import { type UploadTarget, upload } from './upload.ts';

const maxParallelUploads = 2;
/** How long after an upload the list first asks what the proxy's scanner has found. */
const firstLookMs = 5_000;

export interface AttachmentListener {
  /** Called when anything has changed that is shown. */
  onChange(): void;
  /** Called when an upload has ended: the attachment is `sent`, `refused` or `failed`; and when a `sent` one is `refused`. */
  onEnd(attachment: Attachment, target: UploadTarget): void;
  /** Called when 25, 50 and 75 percent of all bytes are uploaded. */
  onQuarter(percent: number): void;
}

/** The files that the visitor has added. They are uploaded once the enquiry is accepted. */
export class AttachmentList {
  all: Attachment[] = [];
  /** Set once the enquiry is accepted, so that files are uploaded at once. */
  target: UploadTarget | undefined;
  #listener: AttachmentListener;
  #photos: PhotoPreparation;
  #limits: AttachmentLimits | undefined;
  #inspections = new Set<Promise<void>>();
  /** The files of earlier uploads, which the progress of later ones leaves out. */
  #settled = new Set<Attachment>();
  #quarter = 0;
  #lookTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(listener: AttachmentListener, photos: PhotoPreparation) {
    this.#listener = listener;
    this.#photos = photos;
  }

  /** The number of attachments in any of these states. */
  count(...states: AttachmentState[]): number {
    return this.all.filter(({ state }) => states.includes(state)).length;
  }

  /** The attachments that aren't sent, or won't be. */
  get unsent(): Attachment[] {
    return this.all.filter(({ isUnsent }) => isUnsent);
  }

  /** The names of the files that will be sent with the enquiry. */
  get names(): string[] {
    const chosen = this.all.filter(({ state }) => state === 'chosen' || state === 'checking');
    return chosen.map(({ file }) => file.name);
  }

  /** What to keep of the files of an accepted enquiry for a reload. */
  get stored(): StoredFile[] {
    return this.all.map(({ stored }) => stored);
  }

  /** Whether a file is still to be uploaded. */
  get isBusy(): boolean {
    return this.count('checking', 'waiting', 'uploading') > 0;
  }

  /** Whether uploads seem to wait for a connection. */
  get isOffline(): boolean {
    return this.all.some(({ state, interruption }) => state === 'uploading' && interruption === 'offline');
  }

  /** The number of files that are being uploaded or were just sent, their uploaded bytes and all their bytes. */
  get progress(): { files: number; uploaded: number; total: number } {
    const counted = this.all.filter(
      attachment =>
        /checking|waiting|uploading|sent/.test(attachment.state) && !this.#settled.has(attachment),
    );
    let [uploaded, total] = [0, 0];
    // Old JavaScript libraries replace `reduce`.
    for (const { body, share } of counted) {
      uploaded += body.size * share;
      total += body.size;
    }
    return { files: counted.length, uploaded, total };
  }

  /** Adds files, in place of `replaced` or of the unsent files that they are other versions of. Resolves with their
   * attachments once all that there is room for are inspected. */
  async add(files: File[], limits: AttachmentLimits, replaced?: Attachment): Promise<Attachment[]> {
    this.#limits = limits;
    if (!this.isBusy) {
      this.#settled = new Set(this.all.filter(({ state }) => state === 'sent'));
      this.#quarter = 0;
    }
    const earlier = [...this.all];
    const added = files.map(file => {
      const attachment = new Attachment(file);
      attachment.become('refused', overLimitCode);
      const candidates = earlier.filter(each => this.all.includes(each));
      const target = replaced ?? findReplaced(candidates, file.name);
      replaced = undefined;
      if (target) this.#replace(target, attachment);
      else this.all.push(attachment);
      return attachment;
    });
    this.#admit();
    while (added.some(({ state }) => state === 'checking')) await Promise.all(this.#inspections);
    return added;
  }

  /** Removes a file from the list and aborts its upload. */
  remove(attachment: Attachment): void {
    attachment.discard();
    this.all = this.all.filter(other => other !== attachment);
    this.#admit();
  }

  /** Aborts an upload. The visitor can send the file again. */
  cancel(attachment: Attachment): void {
    attachment.abort.abort();
    attachment.become('failed', 'cancelled');
    this.#startUploads();
  }

  /** Uploads a failed file again, with the same key; or inspects one again that couldn't be prepared. */
  retry(attachment: Attachment): void {
    if (attachment.state === 'refused') {
      this.#inspect(attachment);
      return;
    }
    attachment.become('waiting');
    attachment.abort = new AbortController();
    this.#startUploads();
  }

  /** Starts to upload the chosen files. Those that are still being inspected follow. */
  uploadTo(target: UploadTarget): void {
    this.target = target;
    for (const attachment of this.all) {
      if (attachment.isUnprepared && attachment.state === 'chosen') this.#inspect(attachment);
    }
    this.#admit();
    if (this.count('sent')) this.#lookLater(target, 0);
  }

  /** Lists the files from before a reload. */
  restore(files: StoredFile[]): void {
    this.all.unshift(...files.map(Attachment.restore));
    this.#listener.onChange();
  }

  /** Aborts everything, for a list that is no longer needed. */
  abort(): void {
    clearTimeout(this.#lookTimer);
    this.target = undefined; // What is asked now has no answer.
    for (const attachment of this.all) attachment.discard();
  }

  #replace(replaced: Attachment, attachment: Attachment): void {
    // It may have arrived before the reload. With the same key, it arrives once.
    if (replaced.state === 'missing' && replaced.file.name === attachment.file.name) {
      attachment.key = replaced.key;
      attachment.isKeyReused = true;
    }
    replaced.discard();
    this.all = this.all.map(other => (other === replaced ? attachment : other));
  }

  #inspect(attachment: Attachment): void {
    attachment.become('checking');
    const limits = this.#limits!; // Set when the file was added.
    const inspection = inspect(attachment, limits, this.#photos)
      .then(() => this.#admit())
      .finally(() => this.#inspections.delete(inspection));
    this.#inspections.add(inspection);
    this.#listener.onChange();
  }

  /** Admits the first files up to the limit, and inspects them. Removing one makes room for another. */
  #admit(): void {
    let room = (this.#limits?.max_files ?? 0) - this.count('waiting', 'uploading', 'sent', 'failed');
    for (const attachment of this.all) {
      const { state, code, kind } = attachment;
      if (state !== 'checking' && state !== 'chosen' && code !== overLimitCode) continue;
      const isAdmitted = room-- > 0;
      if (state === 'chosen' && !isAdmitted) attachment.become('refused', overLimitCode);
      if (state === 'refused' && isAdmitted) {
        if (kind) attachment.become('chosen');
        else this.#inspect(attachment);
      }
      if (attachment.state === 'chosen' && this.target) attachment.become('waiting');
    }
    this.#startUploads();
  }

  #startUploads(): void {
    for (const attachment of this.all) {
      if (!this.target || this.count('uploading') >= maxParallelUploads) break;
      if (attachment.state === 'waiting') void this.#upload(attachment, this.target);
    }
    this.#listener.onChange();
  }

  async #upload(attachment: Attachment, target: UploadTarget): Promise<void> {
    const end = await upload(attachment, target, () => this.#reportProgress());
    if (!end) return; // The upload was cancelled, and may have been restarted.
    this.#listener.onEnd(attachment, target);
    this.#startUploads();
    if (end === 'accepted') this.#lookLater(target, firstLookMs);
  }

  /** Asks which of the sent files the proxy's scanner has refused, ever more rarely until it has looked at all. */
  #lookLater(target: UploadTarget, delayMs: number): void {
    clearTimeout(this.#lookTimer);
    this.#lookTimer = setTimeout(async () => {
      const room = await getRoomLeft(target);
      if (target !== this.target || room === 'closed') return;
      const { refused, checking } = room === 'failed' ? { refused: [], checking: true } : room;
      for (const attachment of this.all) {
        if (attachment.state !== 'sent' || !refused.some(({ key }) => key === attachment.key)) continue;
        attachment.become('refused', refusedCode);
        this.#listener.onEnd(attachment, target);
      }
      this.#startUploads();
      if (checking) this.#lookLater(target, 2 * delayMs || firstLookMs);
    }, delayMs);
  }

  /** Reports each quarter once, even if a file starts again. */
  #reportProgress(): void {
    const { uploaded, total } = this.progress;
    const quarter = Math.floor((4 * uploaded) / total);
    if (quarter > this.#quarter && quarter < 4) this.#listener.onQuarter(25 * quarter);
    this.#quarter = Math.max(quarter, this.#quarter);
    this.#listener.onChange();
  }
}

/** The reasons that the visitor can remove by saving the file in another format. */
const isAboutFormat = /^(unsupported-media-type|wrong-type|photo_)/;

/** The unsent file that a file of this name is another version of: one of the same name, or, if its format was refused, one
 * whose name differs only in the extension; undefined if there is none. Files that only lack room don't count, because
 * cameras give all photos the same name. */
function findReplaced(attachments: Attachment[], name: string): Attachment | undefined {
  const unsent = attachments.filter(
    ({ state, code }) => (state === 'refused' && code !== overLimitCode) || state === 'missing',
  );
  const stem = (fileName: string) => fileName.replace(/\.[^.]*$/, '');
  return (
    unsent.find(({ file }) => file.name === name) ??
    unsent.find(({ file, code }) => isAboutFormat.test(code) && stem(file.name) === stem(name))
  );
}
