import type { FileKind } from '../../proxy/contract/definition.ts';
import {
  newIdempotencyKey,
  type ProxyResponse,
  postAttachment,
  type StoredFile,
  type UploadPermission,
  wait,
} from '../client/requests.ts';
import { uploadRetryDelay } from '../client/retry.ts';
import type { PhotoMessages } from '../messages/en-photos.ts';

/** `checking`: being inspected and prepared. `chosen`: ready, until the enquiry is accepted. `refused`: can't be sent.
 * `waiting` and `uploading`: after the enquiry was accepted. `failed`: can be sent again. `missing`: not sent before a
 * reload, so that the visitor must choose the file again. */
export type AttachmentState =
  | 'checking'
  | 'chosen'
  | 'refused'
  | 'waiting'
  | 'uploading'
  | 'sent'
  | 'failed'
  | 'missing';

/** The events in an attachment's life. `queue` is also the visitor's retry, and `fail` their Cancel. */
export type AttachmentEvent = 'check' | 'choose' | 'refuse' | 'queue' | 'start' | 'complete' | 'fail';

/** The life cycle of an attachment: which state each event leads to. */
const transitions: Record<AttachmentState, Partial<Record<AttachmentEvent, AttachmentState>>> = {
  checking: { choose: 'chosen', refuse: 'refused' },
  chosen: { check: 'checking', refuse: 'refused', queue: 'waiting' },
  refused: { check: 'checking', choose: 'chosen' },
  waiting: { start: 'uploading' },
  uploading: { complete: 'sent', refuse: 'refused', fail: 'failed' },
  sent: {},
  failed: { queue: 'waiting' },
  missing: {},
};

/** The state that an event leads to. Throws if the event can't happen in this state. */
export function nextState(state: AttachmentState, event: AttachmentEvent): AttachmentState {
  const next = transitions[state][event];
  if (!next) throw new Error(`attachment: ${event} is invalid while ${state}`);
  return next;
}

/** The code of a file that exceeds the number allowed. It is inspected once there is room. */
export const overLimitCode = 'too-many-attachments';

/** A file that the visitor has added. */
export class Attachment {
  /** The file that the visitor chose; empty for one from before a reload. */
  readonly file: File;
  /** The idempotency key, which stays the same for every attempt so that the file arrives once. */
  key = newIdempotencyKey();
  /** Whether the key is that of an upload before a reload, which may have been of another file of the same name. */
  isKeyReused = false;
  /** The content to send: the file itself or its converted version. */
  body: Blob;
  /** The name of `body`. */
  name: string;
  /** The type found in the content; undefined if it is unknown or can't be sent. */
  kind: FileKind | undefined;
  /** Whether the photo is unprocessed because the code for photos couldn't be loaded. */
  isUnprepared = false;
  /** The changes made to prepare the file. */
  changes: (keyof PhotoMessages)[] = [];
  thumbnail: ImageBitmap | undefined;
  /** The uploaded share, 0 to 1. */
  share = 0;
  /** Aborts the current upload or preparation. */
  abort = new AbortController();
  #state: AttachmentState = 'checking';
  #code = '';

  constructor(file: File) {
    this.file = file;
    this.body = file;
    this.name = file.name;
  }

  /** A file from before a reload. */
  static restore({ name, key, state, code = '' }: StoredFile): Attachment {
    const attachment = new Attachment(new File([], name));
    attachment.key = key;
    attachment.#state = state;
    attachment.#code = code;
    return attachment;
  }

  /** What to keep of the file for a reload. */
  get stored(): StoredFile {
    const { key, code } = this;
    const state = this.#state === 'sent' ? 'sent' : 'missing';
    return { name: this.file.name, key, state, ...(code && { code }) };
  }

  get state(): AttachmentState {
    return this.#state;
  }

  /** Why it is refused or has failed, perhaps before a reload; empty in the other states. */
  get code(): string {
    return this.#code;
  }

  /** Whether it isn't sent, and won't be without the visitor's help. A duplicate needs none. */
  get isUnsent(): boolean {
    return /refused|failed|missing/.test(this.#state) && this.#code !== 'duplicate';
  }

  /** Changes the state in response to an event. Throws if the event is invalid in the current state. */
  apply(event: 'refuse' | 'fail', code: string): void;
  apply(event: Exclude<AttachmentEvent, 'refuse' | 'fail'>): void;
  apply(event: AttachmentEvent, code = ''): void {
    this.#state = nextState(this.#state, event);
    this.#code = code;
  }
}

/** The enquiry that files are uploaded to. */
export interface UploadTarget extends UploadPermission {
  /** Resolves with a new upload token; undefined if there is none now. Default: the token can't be renewed, because the
   * request is gone since a reload. */
  renewToken?: () => Promise<string | undefined>;
}

/** Uploads a file as one request, with retries. The attachment must be `waiting`; afterwards it is `sent`, `refused` or
 * `failed`, unless the upload was aborted. Resolves with whether it ended, false: it was aborted. `onProgress` is
 * called when another share of the file is uploaded. */
export async function upload(
  attachment: Attachment,
  target: UploadTarget,
  onProgress: () => void,
): Promise<boolean> {
  const { proxy, receipt, renewToken } = target;
  const { signal } = attachment.abort;
  const address = `${proxy}enquiries/${receipt.reference}/attachments`;
  let mayRenew = true;
  attachment.apply('start');
  for (let attempts = 1; ; attempts++) {
    attachment.share = 0;
    await waitUntilOnline(signal);
    if (signal.aborted) return false;
    const token = receipt.upload_token;
    const response = await postAttachment({
      address,
      token,
      key: attachment.key,
      body: attachment.body,
      name: attachment.name,
      kind: attachment.kind!, // A chosen file has a kind.
      signal,
      onProgress: share => {
        attachment.share = share;
        onProgress();
      },
    });
    // A file that was changed or deleted on disk looks like a lost connection.
    if (!response.status && !(await isReadable(attachment.body))) response.code = 'changed';
    if (signal.aborted) return false;
    if (response.code === 'idempotency-mismatch' && attachment.isKeyReused) {
      attachment.key = newIdempotencyKey();
      attachment.isKeyReused = false;
      continue;
    }
    if (response.status === 401 && renewToken && mayRenew) {
      // The upload of another file may have renewed it meanwhile.
      const fresh = token === receipt.upload_token ? await renewToken() : receipt.upload_token;
      if (signal.aborted) return false;
      if (fresh) {
        receipt.upload_token = fresh;
        mayRenew = false;
        continue;
      }
      response.status = 0; // Usually, the network failed.
    }
    // Attempts while offline don't count.
    if (response.status === 0 && !navigator.onLine) attempts = 0;
    if (response.status === 401 && !renewToken) response.code = 'closed';
    const isDone = isFinal(response) || response.body;
    const delayMs = isDone ? undefined : uploadRetryDelay(response, attempts);
    attachment.share = response.body ? 1 : 0;
    if (delayMs === undefined) {
      if (response.body) attachment.apply('complete');
      else attachment.apply(isFinal(response) ? 'refuse' : 'fail', response.code);
      return true;
    }
    onProgress();
    await wait(delayMs);
    if (signal.aborted) return false;
  }
}

async function isReadable(body: Blob): Promise<boolean> {
  try {
    return !!(await body.slice(-1).arrayBuffer());
  } catch {
    return false;
  }
}

/** Whether no retry can help. */
function isFinal({ status, code }: ProxyResponse<unknown>): boolean {
  return [413, 415, 422].includes(status) || ['too-many-attachments', 'changed', 'closed'].includes(code);
}

/** Resolves once the browser is online, or when `signal` is aborted. */
function waitUntilOnline(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (navigator.onLine || signal.aborted) return resolve();
    addEventListener('online', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve());
  });
}
