import type { FileKind } from '../../proxy/contract/definition.ts';
import type { AttachmentReceipt } from '../../proxy/contract/enquiry.ts';
import { type ProxyResponse, parseResponse } from './requests.ts';

/** An upload without progress for this long is aborted. */
const stallMs = 60_000;

/** What is known of a file after a reload. */
export interface StoredFile {
  name: string;
  /** The idempotency key of its upload. */
  key: string;
  state: 'sent' | 'missing';
  /** Why a missing file was refused or had failed. */
  code?: string;
}

export interface AttachmentRequest {
  address: string;
  token: string;
  /** The same for every attempt, so that the proxy recognises a repeat. */
  key: string;
  body: Blob;
  name: string;
  kind: FileKind;
  /** Aborts the request at once. */
  signal: AbortSignal;
  /** Called with the share that is uploaded, 0 to 1. */
  onProgress(share: number): void;
}

/** `POST /enquiries/{reference}/attachments`. Uses XHR because `fetch` reports no upload progress. Never rejects:
 * a lost connection is a response with status 0. */
export function postAttachment(request: AttachmentRequest): Promise<ProxyResponse<AttachmentReceipt>> {
  const { address, token, key, body, name, kind, signal, onProgress } = request;
  return new Promise(resolve => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    let stallTimer: ReturnType<typeof setTimeout>;
    const restartStallTimer = () => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(abort, stallMs);
    };
    xhr.open('POST', address);
    xhr.setRequestHeader('authorization', `Bearer ${token}`);
    xhr.setRequestHeader('idempotency-key', key);
    xhr.setRequestHeader('content-type', kind);
    xhr.setRequestHeader('content-disposition', contentDisposition(name));
    xhr.upload.onprogress = ({ loaded, total }) => {
      restartStallTimer();
      onProgress(loaded / total);
    };
    xhr.onloadend = () => {
      clearTimeout(stallTimer);
      const retryAfter = xhr.status ? xhr.getResponseHeader('retry-after') : null;
      resolve(parseResponse(xhr.status, textOf(xhr), retryAfter, 'reference'));
    };
    signal.onabort = abort;
    restartStallTimer();
    xhr.send(body);
  });
}

/** The body of a response; empty if a script of the page has changed the type of the response. */
function textOf(xhr: XMLHttpRequest): string {
  try {
    return xhr.responseText;
  } catch {
    return '';
  }
}

/** A file name as the value of `Content-Disposition` (RFC 6266, RFC 8187). */
export function contentDisposition(name: string): string {
  const encoded = encodeURIComponent(name.replace(/\p{Cs}/gu, '_')).replace(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}
