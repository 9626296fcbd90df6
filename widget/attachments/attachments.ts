import type { ReactiveControllerHost } from 'lit';
import type { AttachmentLimits } from '../../proxy/contract/definition.ts';
import type { Kind } from '../../proxy/contract/kind.ts';
import { loadPart } from '../lazy-part.ts';
import type { PhotosMessages } from '../messages/en-photos.ts';
import { newKey } from '../submission/enquiry-request.ts';
import { look, type Turn } from './inspect.ts';
import { send, type Target } from './upload.ts';

/** A file's life: looked at, then `chosen` or `refused`; after the receipt `waiting`, `uploading`, and `sent`
 * or `failed`, from where it may be tried again; or `refused` after all. */
export interface Attachment {
  /** What was chosen. */
  file: File;
  /** What is sent of it: the same, or what was made of it, with the name that this has then. */
  body: Blob;
  name: string;
  /** The same at every try, so that a file arrives once. */
  key: string;
  state: 'checking' | 'chosen' | 'refused' | 'waiting' | 'uploading' | 'sent' | 'failed';
  /** What it is by its content. */
  kind: Kind | undefined;
  /** Whether it is as it was because what prepares photos could not be loaded. */
  isRaw: boolean;
  /** What was done to it, in words. */
  did: (keyof PhotosMessages)[];
  thumbnail: ImageBitmap | undefined;
  /** Why it is refused or has failed. */
  code: string;
  /** How much is up, 0 to 1. */
  share: number;
  abort: AbortController;
}

/** Requests at a time. */
const atOnce = 2;

/** The visitor's files: chosen with the form, sent after the enquiry. */
export class Attachments {
  list: Attachment[] = [];
  #host: ReactiveControllerHost;
  #target: Target | undefined;
  #limits: AttachmentLimits | undefined;
  /** Where the words about photos go when they are here. */
  #words: object;
  #lastTurn: Promise<unknown> = Promise.resolve();
  #quarter = 0;

  constructor(host: ReactiveControllerHost, words: object) {
    this.#host = host;
    this.#words = words;
  }

  /** How many are in one of these states. */
  count(...states: Attachment['state'][]): number {
    return this.list.filter(({ state }) => states.includes(state)).length;
  }

  /** How many bytes are up, of how many. */
  get progress(): { up: number; total: number } {
    const going = this.list.filter(({ state }) => /checking|waiting|uploading|sent/.test(state));
    const sum = (bytesOf: (attachment: Attachment) => number) =>
      going.reduce((bytes, attachment) => bytes + bytesOf(attachment), 0);
    return { up: sum(({ body, share }) => body.size * share), total: sum(({ body }) => body.size) };
  }

  /** Adds files, looking into each; resolves with them when it is known which can be sent. */
  async add(files: Iterable<File>, limits: AttachmentLimits): Promise<Attachment[]> {
    this.#limits = limits;
    const added = [...files].map(
      (file): Attachment => ({
        file,
        body: file,
        name: file.name,
        key: newKey(),
        state: 'checking',
        kind: undefined,
        isRaw: false,
        did: [],
        thumbnail: undefined,
        code: '',
        share: 0,
        abort: new AbortController(),
      }),
    );
    this.list.push(...added);
    this.#host.requestUpdate();
    await Promise.all(added.map(this.#look));
    return added;
  }

  /** Takes a file out of the list; what is under way is aborted. */
  remove(attachment: Attachment): void {
    attachment.abort.abort();
    attachment.thumbnail?.close();
    this.list = this.list.filter(other => other !== attachment);
    // It may have been the one that they are the same as.
    for (const other of this.list) if (other.code === 'duplicate') void this.#look(other);
    this.#admit();
  }

  /** Sends what was chosen, two files at a time, and what is still being looked at when that is done. */
  upload(target: Target): void {
    this.#target = target;
    this.list = this.list.filter(({ state }) => state === 'chosen' || state === 'checking');
    for (const attachment of this.list) if (attachment.isRaw) void this.#look(attachment);
    this.#admit();
  }

  /** Stops sending a file; it may be tried again. */
  cancel(attachment: Attachment): void {
    attachment.abort.abort();
    attachment.state = 'failed';
    attachment.code = 'cancelled';
    this.#next();
  }

  /** Sends a failed file again, as the same request; or looks again at one that could not be made ready. */
  retry(attachment: Attachment): void {
    if (attachment.state === 'refused') return void this.#look(attachment);
    attachment.state = 'waiting';
    attachment.code = '';
    attachment.abort = new AbortController();
    this.#next();
  }

  #look = async (attachment: Attachment): Promise<void> => {
    attachment.state = 'checking';
    attachment.code = '';
    this.#host.requestUpdate();
    const earlier = this.list.slice(0, Math.max(this.list.indexOf(attachment), 0));
    const counted = earlier.filter(
      ({ state, code }) => state !== 'refused' || code === 'too-many-attachments',
    );
    await look(attachment, counted, this.#limits!, this.#inTurn); // What is in the list was added below limits.
    this.#admit();
  };

  /** One photo at a time. */
  #inTurn: Turn = async work => {
    const last = this.#lastTurn;
    const turn = (async () => {
      await last;
      const photos = await loadPart(() => import('../photos/photos.ts'));
      Object.assign(this.#words, photos.words);
      return work(photos);
    })();
    this.#lastTurn = turn.catch(() => {}); // Who waits for it says so.
    return turn;
  };

  /** The first so many that can be sent are admitted: removing one makes room for another. */
  #admit(): void {
    const isSending = !!this.#target;
    let room = this.#limits?.max_files ?? 0;
    if (isSending) room -= this.count('waiting', 'uploading', 'sent', 'failed');
    for (const attachment of this.list) {
      const { state, code } = attachment;
      // It was chosen before those behind it, which may be looked at sooner.
      if (isSending && state === 'checking') room--;
      if (state !== 'chosen' && code !== 'too-many-attachments') continue;
      const fits = room-- > 0;
      attachment.state = !fits ? 'refused' : isSending ? 'waiting' : 'chosen';
      attachment.code = fits ? '' : 'too-many-attachments';
    }
    if (isSending) this.#next();
    this.#host.requestUpdate();
  }

  #next(): void {
    for (const attachment of this.list) {
      if (this.count('uploading') >= atOnce) break;
      if (attachment.state === 'waiting') void this.#send(attachment, this.#target!);
    }
    this.#host.requestUpdate();
  }

  async #send(attachment: Attachment, target: Target): Promise<void> {
    const hasEnded = await send(attachment, target, () => this.#tell(target));
    if (!hasEnded) return; // It was cancelled, and may be under way anew.
    target.onEnd(attachment, target.receipt);
    this.#next();
  }

  /** A quarter is told once, also when a file begins anew. */
  #tell(target: Target): void {
    const { up, total } = this.progress;
    const quarter = Math.floor((4 * up) / total);
    if (quarter > this.#quarter && quarter < 4) target.onQuarter(25 * quarter);
    this.#quarter = Math.max(quarter, this.#quarter);
    this.#host.requestUpdate();
  }
}
