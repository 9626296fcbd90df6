import type { AttachmentLimits } from '../../proxy/contract/definition.ts';
import { Attachment, type AttachmentState, type StoredFile } from './attachment.ts';
import { inspect } from './inspect.ts';
import type { RunWithPhotos } from './photo-preparation.ts';
import { type UploadTarget, upload } from './upload.ts';

const maxParallelUploads = 2;

/** The events that the list reports. */
export interface AttachmentListener {
  /** Called when anything has changed that is shown. */
  onChange(): void;
  /** Called when an upload has ended: the attachment is `sent`, `refused` or `failed`. */
  onEnd(attachment: Attachment): void;
  /** Called when 25, 50 and 75 percent of all bytes are uploaded. */
  onQuarter(percent: number): void;
}

/** The files that the visitor has added. They are uploaded once the enquiry is accepted. */
export class AttachmentList {
  all: Attachment[] = [];
  #listener: AttachmentListener;
  #runWithPhotos: RunWithPhotos;
  #limits: AttachmentLimits | undefined;
  /** Set once the enquiry is accepted. */
  #target: UploadTarget | undefined;
  #quarter = 0;

  constructor(listener: AttachmentListener, runWithPhotos: RunWithPhotos) {
    this.#listener = listener;
    this.#runWithPhotos = runWithPhotos;
  }

  /** The number of attachments in any of these states. */
  count(...states: AttachmentState[]): number {
    return this.all.filter(({ state }) => states.includes(state)).length;
  }

  /** Whether a file is still to be uploaded. */
  get isBusy(): boolean {
    return this.count('checking', 'waiting', 'uploading') > 0;
  }

  /** The uploaded bytes and the total of all files that are sent or going to be. */
  get progress(): { uploaded: number; total: number } {
    const counted = this.all.filter(({ state }) => /checking|waiting|uploading|sent/.test(state));
    const sum = (bytesOf: (attachment: Attachment) => number) =>
      counted.reduce((bytes, attachment) => bytes + bytesOf(attachment), 0);
    return { uploaded: sum(({ body, share }) => body.size * share), total: sum(({ body }) => body.size) };
  }

  /** Adds files. Resolves with their attachments once all are inspected. */
  async add(files: File[], limits: AttachmentLimits): Promise<Attachment[]> {
    this.#limits = limits;
    const added = files.map(file => new Attachment(file));
    this.all.push(...added);
    this.#listener.onChange();
    await Promise.all(added.map(attachment => this.#inspect(attachment)));
    return added;
  }

  /** Removes a file from the list and aborts its upload. */
  remove(attachment: Attachment): void {
    attachment.abort.abort();
    attachment.thumbnail?.close();
    this.all = this.all.filter(other => other !== attachment);
    // Others may have been refused as its duplicates.
    for (const other of this.all) if (other.code === 'duplicate') void this.#recheck(other);
    this.#admit();
  }

  /** Aborts an upload. The visitor can send the file again. */
  cancel(attachment: Attachment): void {
    attachment.abort.abort();
    attachment.apply('fail', 'cancelled');
    this.#startUploads();
  }

  /** Uploads a failed file again, with the same key; or inspects one again that couldn't be prepared. */
  retry(attachment: Attachment): void {
    if (attachment.state === 'refused') return void this.#recheck(attachment);
    attachment.apply('queue');
    attachment.abort = new AbortController();
    this.#startUploads();
  }

  /** Replaces a missing file by the one that the visitor has chosen again. */
  replace(missing: Attachment, file: File, limits: AttachmentLimits): Promise<Attachment[]> {
    const adding = this.add([file], limits);
    const chosen = this.all.pop()!; // It was added last.
    this.all[this.all.indexOf(missing)] = chosen;
    if (file.name === missing.file.name) {
      chosen.key = missing.key;
      chosen.isKeyReused = true;
    }
    return adding;
  }

  /** Lists the files from before a reload. */
  restore(files: StoredFile[]): void {
    this.all.unshift(...files.map(Attachment.restore));
    this.#listener.onChange();
  }

  /** Starts to upload the chosen files. Those that are still being inspected follow; refused ones are dropped. */
  uploadTo(target: UploadTarget): void {
    this.#target = target;
    this.all = this.all.filter(({ state }) => /chosen|checking|missing|sent/.test(state));
    for (const attachment of this.all) {
      if (attachment.isUnprepared && attachment.state === 'chosen') void this.#recheck(attachment);
    }
    this.#admit();
  }

  /** Aborts everything, for a list that is no longer needed. */
  abort(): void {
    for (const attachment of this.all) attachment.abort.abort();
  }

  #recheck(attachment: Attachment): Promise<void> {
    attachment.apply('check');
    this.#listener.onChange();
    return this.#inspect(attachment);
  }

  async #inspect(attachment: Attachment): Promise<void> {
    const position = Math.max(this.all.indexOf(attachment), 0);
    const earlier = this.all
      .slice(0, position)
      .filter(({ state, code }) => state !== 'refused' || code === 'too-many-attachments');
    const limits = this.#limits!; // Set when the file was added.
    await inspect(attachment, { limits, earlier, runWithPhotos: this.#runWithPhotos });
    this.#admit();
  }

  /** Admits the first files up to the limit. Removing one makes room for another. */
  #admit(): void {
    let room = this.#limits?.max_files ?? 0;
    if (this.#target) room -= this.count('waiting', 'uploading', 'sent', 'failed');
    for (const attachment of this.all) {
      const { state, code } = attachment;
      // This file comes first, even if later ones are inspected sooner.
      if (this.#target && state === 'checking') room--;
      if (state !== 'chosen' && code !== 'too-many-attachments') continue;
      const isAdmitted = room-- > 0;
      if (isAdmitted && state === 'refused') attachment.apply('choose');
      if (isAdmitted && this.#target) attachment.apply('queue');
      if (!isAdmitted && state === 'chosen') attachment.apply('refuse', 'too-many-attachments');
    }
    this.#startUploads();
  }

  #startUploads(): void {
    for (const attachment of this.all) {
      if (!this.#target || this.count('uploading') >= maxParallelUploads) break;
      if (attachment.state === 'waiting') void this.#upload(attachment, this.#target);
    }
    this.#listener.onChange();
  }

  async #upload(attachment: Attachment, target: UploadTarget): Promise<void> {
    const hasEnded = await upload(attachment, target, () => this.#reportProgress());
    if (!hasEnded) return; // The upload was cancelled, and may have been restarted.
    this.#listener.onEnd(attachment);
    this.#startUploads();
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
