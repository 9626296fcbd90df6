import type { AttachmentRoom } from '../../proxy/contract/enquiry.ts';
import { fetchFresh, type UploadPermission } from './requests.ts';

/** What has become of an enquiry's files, and what can still be added: other devices may have added some already. `closed`:
 * nothing, because the token isn't valid or the enquiry is gone. `failed`: that is unknown, and another attempt may help. */
export type RoomLeft = AttachmentRoom | 'closed' | 'failed';

/** `GET /enquiries/{reference}/attachment-limits`. Never rejects. */
export async function getRoomLeft({ proxy, receipt }: UploadPermission): Promise<RoomLeft> {
  try {
    const response = await fetchFresh(`${proxy}enquiries/${receipt.reference}/attachment-limits`, 15_000, {
      headers: { authorization: `Bearer ${receipt.upload_token}` },
    });
    if (response.status === 401 || response.status === 404) return 'closed';
    const room: AttachmentRoom = await response.json();
    return Number.isFinite(room.left) ? room : 'failed';
  } catch {
    return 'failed'; // The network failed, or a captive portal responded instead of the proxy.
  }
}
