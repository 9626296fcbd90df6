import type { AttachmentRoom } from '../../proxy/contract/enquiry.ts';
import type { UploadPermission } from './requests.ts';

/** Why the room for files is unknown: the token isn't valid or the enquiry is gone, so that no file can be added; or
 * another attempt may help. */
export type UnknownRoom = 'closed' | 'failed';

/** `GET /enquiries/{reference}/attachment-limits`: resolves with what can still be added to the enquiry. Never rejects. */
export async function getAttachmentRoom({
  proxy,
  receipt: { reference, upload_token },
}: UploadPermission): Promise<AttachmentRoom | UnknownRoom> {
  try {
    const response = await fetch(`${proxy}enquiries/${reference}/attachment-limits`, {
      headers: { authorization: `Bearer ${upload_token}` },
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(15_000),
    });
    if (response.status === 401 || response.status === 404) return 'closed';
    const room: AttachmentRoom = await response.json();
    return Number.isFinite(room.left) ? room : 'failed';
  } catch {
    return 'failed'; // The network failed, or a captive portal responded instead of the proxy.
  }
}
