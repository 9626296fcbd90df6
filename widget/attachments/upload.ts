import type { Receipt } from '../../proxy/contract/enquiry.ts';
import { postAttachment } from '../client/attachment.ts';
import { pauseBeforeAttachment } from '../client/retry.ts';
import { pause } from '../submission/enquiry-request.ts';
import { online } from '../submission/retry-countdown.ts';
import type { Attachment } from './attachments.ts';

/** Where the files go, and who hears of it. */
export interface Target {
  proxy: string;
  receipt: Receipt;
  renew(): Promise<string | undefined>;
  onEnd(attachment: Attachment, receipt: Receipt): void;
  /** Called when 25, 50 and 75 percent of all bytes are up. */
  onQuarter(percent: number): void;
}

/** Sends a file as one request, with repeats, until it is there or of no more use. Whether that is so; else it was
 * aborted. `onShare` is called when more of it is up. */
export async function send(attachment: Attachment, target: Target, onShare: () => void): Promise<boolean> {
  const { receipt } = target;
  const { signal } = attachment.abort;
  const address = `${target.proxy}enquiries/${receipt.reference}/attachments`;
  let mayRenew = true;
  attachment.state = 'uploading';
  for (let attempt = 1; ; attempt++) {
    attachment.share = 0;
    await online(signal);
    if (signal.aborted) return false;
    const token = receipt.upload_token;
    const answer = await postAttachment(address, token, {
      key: attachment.key,
      body: attachment.body,
      name: attachment.name,
      kind: attachment.kind!, // What is uploading was chosen, and what was chosen has a kind.
      signal,
      onProgress: share => {
        attachment.share = share;
        onShare();
      },
    });
    // Browsers tell of a file that has changed on the disk, or is gone, as of a lost connection.
    if (!answer.status && !(await isReadable(attachment.body))) answer.code = 'changed';
    if (signal.aborted) return false;
    if (answer.status === 401 && mayRenew) {
      // Another file may have renewed it meanwhile.
      const fresh = token === receipt.upload_token ? await target.renew() : receipt.upload_token;
      if (signal.aborted) return false;
      if (fresh) {
        receipt.upload_token = fresh;
        mayRenew = false;
        continue;
      }
      answer.status = 0; // The network's fault, as a rule.
    }
    // Being offline is nobody's failure.
    if (answer.status === 0 && !navigator.onLine) attempt = 0;
    const pauseMs = isFinal(answer) ? undefined : pauseBeforeAttachment(answer, attempt);
    if (pauseMs === undefined) {
      attachment.state = answer.body ? 'sent' : isFinal(answer) ? 'refused' : 'failed';
      attachment.code = answer.body ? '' : answer.code;
      attachment.share = answer.body ? 1 : 0;
      return true;
    }
    await pause(pauseMs);
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

/** Whether this file will never be there. */
function isFinal({ status, code }: { status: number; code: string }): boolean {
  return [413, 415, 422].includes(status) || code === 'too-many-attachments' || code === 'changed';
}
