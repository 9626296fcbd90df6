import type { AttachmentReceipt } from '../../proxy/contract/enquiry.ts';
import type { Kind } from '../../proxy/contract/kind.ts';
import { type Answer, answerOf } from './enquiry.ts';

const stallMs = 60_000;

/** A file on its way up. */
export interface Upload {
  key: string;
  body: Blob;
  name: string;
  kind: Kind;
  /** Aborts the request at once. */
  signal: AbortSignal;
  /** Called with the share that is up, 0 to 1. */
  onProgress(share: number): void;
}

/** `POST /enquiries/{reference}/attachments`, by XHR: `fetch` tells no upload progress. */
export function postAttachment(
  address: string,
  token: string,
  { key, body, name, kind, signal, onProgress }: Upload,
): Promise<Answer<AttachmentReceipt>> {
  return new Promise(resolve => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    let stalled: ReturnType<typeof setTimeout>;
    const moves = () => {
      clearTimeout(stalled);
      stalled = setTimeout(abort, stallMs);
    };
    xhr.open('POST', address);
    xhr.setRequestHeader('authorization', `Bearer ${token}`);
    xhr.setRequestHeader('idempotency-key', key);
    xhr.setRequestHeader('content-type', kind);
    xhr.setRequestHeader('content-disposition', disposition(name));
    xhr.upload.onprogress = ({ loaded, total }) => {
      moves();
      onProgress(loaded / total);
    };
    xhr.onloadend = () => {
      clearTimeout(stalled);
      const retryAfter = xhr.status ? xhr.getResponseHeader('retry-after') : null;
      resolve(answerOf(xhr.status, xhr.responseText, retryAfter, 'reference'));
    };
    signal.onabort = abort;
    moves();
    xhr.send(body);
  });
}

/** A file's name as a header may carry it (RFC 6266, RFC 8187). */
export function disposition(name: string): string {
  const encoded = encodeURIComponent(name.replace(/\p{Cs}/gu, '_')).replace(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}
