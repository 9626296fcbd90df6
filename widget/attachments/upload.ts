import type { AttachmentReceipt } from '../../proxy/contract/enquiry.ts';
import { uploadRetryDelay } from '../client/next-step.ts';
import {
  newIdempotencyKey,
  type ProxyResponse,
  parseResponse,
  type UploadPermission,
  wait,
} from '../client/requests.ts';
import type { Attachment } from './attachment.ts';

/** The enquiry that files are uploaded to. */
export interface UploadTarget extends UploadPermission {
  /** Resolves with a new upload token; undefined if there is none now. Default: the token can't be renewed, because the
   * request is gone since a reload. */
  renewToken?: () => Promise<string | undefined>;
}

/** An upload without progress for this long is aborted. */
const stallMs = 60_000;
/** The lowest rate, in bytes per millisecond, at which proxies, VPNs and virus scanners are expected to pass on what they have
 * buffered. The browser reports those bytes as sent. */
const bufferedPerMs = 50;

/** Uploads a file as one request, with retries. The attachment must be `waiting`; afterwards it is `sent`, `refused` or
 * `failed`, unless the upload was aborted. Resolves with the proxy's status for it, or with whether it ended, false: it was
 * aborted. `onProgress` is called when another share of the file is uploaded. */
export async function upload(
  attachment: Attachment,
  target: UploadTarget,
  onProgress: () => void,
): Promise<AttachmentReceipt['status'] | boolean> {
  const { receipt, renewToken } = target;
  const { signal } = attachment.abort;
  let mayRenew = true;
  attachment.become('uploading');
  attachment.interruption = undefined;
  for (let attempts = 1; ; attempts++) {
    attachment.share = 0;
    const token = receipt.upload_token;
    const response = await post(attachment, target, onProgress);
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
    // The browser may be wrong about being offline, so that is no reason to wait, only one not to give up.
    // If bytes were sent, it is wrong, and something else is the matter.
    const isOffline = !navigator.onLine && !attachment.share;
    attachment.interruption = response.status ? 'later' : isOffline ? 'offline' : 'lost';
    if (attachment.interruption === 'offline') attempts = 1;
    if (response.status === 401 && !renewToken) response.code = 'closed';
    attachment.share = response.body ? 1 : 0;
    // No retry can help.
    const isRefused =
      [413, 415, 422].includes(response.status) ||
      /^(too-many-attachments|changed|closed)$/.test(response.code);
    const delayMs = isRefused || response.body ? undefined : uploadRetryDelay(response, attempts);
    if (delayMs === undefined) {
      if (response.body) attachment.become('sent');
      else attachment.become(isRefused ? 'refused' : 'failed', response.code);
      return response.body?.status ?? true;
    }
    onProgress();
    const isBackOnline = new Promise(resolve => {
      addEventListener('online', resolve, { once: true, signal });
    });
    if (await Promise.race([isBackOnline, wait(delayMs)])) attempts = 0;
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

/** `POST /enquiries/{reference}/attachments`. Uses XHR because `fetch` reports no upload progress. Never rejects:
 * a lost connection is a response with status 0. */
function post(
  attachment: Attachment,
  { proxy, receipt: { reference, upload_token } }: UploadTarget,
  onProgress: () => void,
): Promise<ProxyResponse<AttachmentReceipt>> {
  return new Promise(resolve => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    let stallTimer: ReturnType<typeof setTimeout>;
    const restartStallTimer = (ms = stallMs) => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(abort, ms);
    };
    xhr.open('POST', `${proxy}enquiries/${reference}/attachments`);
    xhr.setRequestHeader('authorization', `Bearer ${upload_token}`);
    xhr.setRequestHeader('idempotency-key', attachment.key);
    xhr.setRequestHeader('content-type', attachment.kind!); // A chosen file has a kind.
    xhr.setRequestHeader('content-disposition', contentDisposition(attachment.name));
    xhr.upload.onprogress = ({ loaded, total }) => {
      restartStallTimer();
      attachment.interruption = undefined;
      attachment.share = loaded / total;
      onProgress();
    };
    xhr.upload.onload = ({ total }) => restartStallTimer(stallMs + total / bufferedPerMs);
    xhr.onloadend = () => {
      clearTimeout(stallTimer);
      const retryAfter = xhr.status ? xhr.getResponseHeader('retry-after') : null;
      resolve(parseResponse(xhr.status, textOf(xhr), retryAfter, 'reference'));
    };
    attachment.abort.signal.onabort = abort;
    restartStallTimer();
    xhr.send(attachment.body);
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
