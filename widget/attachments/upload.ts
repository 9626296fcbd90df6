import type { Receipt } from '../../proxy/contract/enquiry.ts';
import { postAttachment } from '../client/attachment.ts';
import { newIdempotencyKey } from '../client/idempotency-key.ts';
import type { ProxyResponse } from '../client/response.ts';
import { uploadRetryDelay } from '../client/retry.ts';
import { wait, waitUntilOnline } from '../client/wait.ts';
import type { Attachment } from './attachment.ts';

/** The enquiry that files are uploaded to. */
export interface UploadTarget {
  proxy: string;
  receipt: Receipt;
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
  const { receipt } = target;
  const { signal } = attachment.abort;
  const address = `${target.proxy}enquiries/${receipt.reference}/attachments`;
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
    if (response.status === 401 && target.renewToken && mayRenew) {
      // The upload of another file may have renewed it meanwhile.
      const fresh = token === receipt.upload_token ? await target.renewToken() : receipt.upload_token;
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
    if (response.status === 401 && !target.renewToken) response.code = 'closed';
    const delayMs = isFinal(response) ? undefined : uploadRetryDelay(response, attempts);
    if (delayMs === undefined) {
      settle(attachment, response);
      return true;
    }
    attachment.share = 0;
    onProgress();
    await wait(delayMs);
    if (signal.aborted) return false;
  }
}

function settle(attachment: Attachment, response: ProxyResponse<unknown>): void {
  attachment.share = response.body ? 1 : 0;
  if (response.body) attachment.apply('complete');
  else attachment.apply(isFinal(response) ? 'refuse' : 'fail', response.code);
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
