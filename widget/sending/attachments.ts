import type { ReactiveControllerHost } from 'lit';
import type { AttachmentLimits } from '../../proxy/contract/definition.ts';
import type { Receipt } from '../../proxy/contract/enquiry.ts';
import { type Kind, kindBytes, kindOf } from '../../proxy/contract/kind.ts';
import { postAttachment } from '../client/attachment.ts';
import { online } from './patience.ts';
import { pauseBeforeAttachment } from './retry.ts';
import { newKey, pause } from './submission.ts';

/** A file's life: looked at, then `chosen` or `refused`; after the receipt `waiting`, `uploading`, and `sent`
 * or `failed`, from where it may be tried again; or `refused` after all. */
export interface Attachment {
  file: File;
  /** The same at every try, so that a file arrives once. */
  key: string;
  state: 'checking' | 'chosen' | 'refused' | 'waiting' | 'uploading' | 'sent' | 'failed';
  /** What it is by its content. */
  kind: Kind | undefined;
  /** Why it is refused or has failed. */
  code: string;
  /** How much is up, 0 to 1. */
  share: number;
  abort: AbortController;
}

/** Where the files go, and who hears of it. */
export interface Target {
  proxy: string;
  receipt: Receipt;
  renew(): Promise<string | undefined>;
  onEnd(attachment: Attachment, receipt: Receipt): void;
}

/** Requests at a time. */
const atOnce = 2;

/** The visitor's files: chosen with the form, sent after the enquiry. */
export class Attachments {
  list: Attachment[] = [];
  #host: ReactiveControllerHost;
  #target: Target | undefined;
  #looks: Promise<void>[] = [];
  #maxFiles = 0;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** How many are in one of these states. */
  count(...states: Attachment['state'][]): number {
    return this.list.filter(({ state }) => states.includes(state)).length;
  }

  /** Adds files, looking into each; resolves with them when it is known which can be sent. */
  async add(files: Iterable<File>, limits: AttachmentLimits): Promise<Attachment[]> {
    this.#maxFiles = limits.max_files;
    const added = [...files].map(
      (file): Attachment => ({
        file,
        key: newKey(),
        state: 'checking',
        kind: undefined,
        code: '',
        share: 0,
        abort: new AbortController(),
      }),
    );
    this.list.push(...added);
    const looked = Promise.all(added.map(attachment => look(attachment, limits.max_bytes))).then(() =>
      this.#admit(),
    );
    this.#looks.push(looked);
    await looked;
    return added;
  }

  /** Takes a file out of the list; what is under way is aborted. */
  remove(attachment: Attachment): void {
    attachment.abort.abort();
    this.list = this.list.filter(other => other !== attachment);
    this.#admit();
  }

  /** Sends what was chosen, two files at a time. */
  async upload(target: Target): Promise<void> {
    await Promise.all(this.#looks);
    this.#target = target;
    this.list = this.list.filter(({ state }) => state === 'chosen');
    for (const attachment of this.list) attachment.state = 'waiting';
    this.#next();
  }

  /** Stops sending a file; it may be tried again. */
  cancel(attachment: Attachment): void {
    attachment.abort.abort();
    attachment.state = 'failed';
    attachment.code = 'cancelled';
    this.#next();
  }

  /** Sends a failed file again, as the same request. */
  retry(attachment: Attachment): void {
    attachment.state = 'waiting';
    attachment.code = '';
    attachment.abort = new AbortController();
    this.#next();
  }

  /** The first so many that can be sent are admitted: removing one makes room for another. */
  #admit(): void {
    let room = this.#maxFiles;
    for (const attachment of this.list) {
      const { state, code } = attachment;
      if (state !== 'chosen' && code !== 'too-many-attachments') continue;
      if (this.#target) break;
      attachment.state = room-- > 0 ? 'chosen' : 'refused';
      attachment.code = attachment.state === 'chosen' ? '' : 'too-many-attachments';
    }
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
    const { receipt } = target;
    const { signal } = attachment.abort;
    const address = `${target.proxy}enquiries/${receipt.reference}/attachments`;
    let mayRenew = true;
    attachment.state = 'uploading';
    for (let attempt = 1; ; attempt++) {
      attachment.share = 0;
      await online(signal);
      if (signal.aborted) return;
      const token = receipt.upload_token;
      const answer = await postAttachment(address, token, {
        key: attachment.key,
        file: attachment.file,
        kind: attachment.kind!, // What is uploading was chosen, and what was chosen has a kind.
        signal,
        onProgress: share => {
          attachment.share = share;
          this.#host.requestUpdate();
        },
      });
      if (answer.status === 401 && mayRenew) {
        mayRenew = false;
        // Another file may have renewed it meanwhile.
        if (token === receipt.upload_token) receipt.upload_token = (await target.renew()) ?? token;
      } else {
        // Being offline is nobody's failure.
        if (answer.status === 0 && !navigator.onLine) attempt = 0;
        const pauseMs = pauseBeforeAttachment(answer, attempt);
        if (pauseMs === undefined) {
          if (signal.aborted) return;
          attachment.state = answer.body ? 'sent' : isFinal(answer) ? 'refused' : 'failed';
          attachment.code = answer.body ? '' : answer.code;
          break;
        }
        await pause(pauseMs);
      }
      if (signal.aborted) return; // It was cancelled, and may be under way anew.
    }
    target.onEnd(attachment, receipt);
    this.#next();
  }
}

/** Whether the proxy will never take this file. */
function isFinal({ status, code }: { status: number; code: string }): boolean {
  return status === 413 || status === 415 || status === 422 || code === 'too-many-attachments';
}

/** Looks into a file: whether it can be sent, by its content, never by its name. */
async function look(attachment: Attachment, maxBytes: number): Promise<void> {
  const { file } = attachment;
  let code = '';
  try {
    attachment.kind = kindOf(new Uint8Array(await file.slice(0, kindBytes).arrayBuffer()));
    if (!file.size) code = 'empty';
    else if (!attachment.kind) code = /^(audio|video)/.test(file.type) ? 'media' : 'unsupported-media-type';
    else if (file.size > maxBytes) code = 'too-large';
  } catch {
    code = 'unreadable'; // A folder, or a file that is gone.
  }
  attachment.code = code;
  attachment.state = code ? 'refused' : 'chosen';
}
