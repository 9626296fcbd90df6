import type { FileKind } from '../../proxy/contract/definition.ts';
import type { PhotoMessages } from '../../proxy/contract/languages/en.ts';
import { newIdempotencyKey, type StoredFile } from '../client/requests.ts';

/** `checking`: being inspected and prepared, perhaps once more. `chosen`: ready, until the enquiry is accepted. `refused`: can't
 * be sent. `missing`: not sent before a reload, so that the visitor must choose the file again. */
type BeforeSending = 'checking' | 'chosen' | 'refused' | 'missing';

/** The life cycle of an attachment. After the enquiry was accepted, it is `waiting` and then `uploading`. `sent`: received; the
 * proxy's scanner may still refuse it. `failed`: can be sent again, after a Cancel, too. */
export type AttachmentState = BeforeSending | 'waiting' | 'uploading' | 'sent' | 'failed';

/** The code of a file that exceeds the number allowed. It is inspected once there is room. */
export const overLimitCode = 'too-many-attachments';

/** The code of a file in which the proxy has found something. */
export const refusedCode = 'unsupported-media-type';

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
  /** Why the last attempt to upload it failed, until another makes progress: the connection was lost, perhaps while the browser
   * said that it was offline, or the proxy wants another attempt later. */
  interruption: 'lost' | 'offline' | 'later' | undefined;
  /** Aborts the current upload or preparation. */
  abort = new AbortController();
  state: AttachmentState = 'checking';
  /** Why it is refused or has failed, perhaps before a reload; empty in the other states. */
  code = '';

  constructor(file: File) {
    this.file = file;
    this.body = file;
    this.name = file.name;
  }

  /** A file from before a reload. */
  static restore({ name, key, state, code = '' }: StoredFile): Attachment {
    const attachment = new Attachment(new File([], name));
    attachment.key = key;
    attachment.become(state, code);
    return attachment;
  }

  /** What to keep of the file for a reload. */
  get stored(): StoredFile {
    const { key, code } = this;
    const state = this.state === 'sent' ? 'sent' : 'missing';
    return { name: this.file.name, key, state, ...(code && { code }) };
  }

  /** Whether it isn't sent, and won't be without the visitor's help. */
  get isUnsent(): boolean {
    return ['refused', 'failed', 'missing'].includes(this.state);
  }

  /** Stops what is being done with it, and frees the memory of its picture. */
  discard(): void {
    this.abort.abort();
    this.thumbnail?.close();
  }

  /** Changes the state. `code` is the reason of a refusal or failure. */
  become(state: AttachmentState, code = ''): void {
    this.state = state;
    this.code = code;
  }
}
