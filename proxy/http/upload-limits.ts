import type { Environment } from '../settings/environment.ts';
import type { Spool } from '../spool/spool.ts';
import { createHourlyBytes } from './hourly-bytes.ts';
import { createStoring, Refusal, type Storing } from './refusal.ts';

/** How long it is known how much waits in the spool; what this process takes in meanwhile is added. */
const freshMs = 10_000;
/** Seconds after which another try is worth while. */
const retrySeconds = { uploads: 5, spool: 60 };
/** Once this share of the spool is used, each address may add that share of it an hour. */
const crowded = { share: 1 / 2, sharePerAddress: 1 / 10 };

type Limits = Pick<Environment, 'ENQUIRY_UPLOADS' | 'ENQUIRY_UPLOADS_PER_ADDRESS' | 'ENQUIRY_SPOOL_BYTES'>;

/** Uploads under way, and the bytes that they may bring. */
interface UnderWay {
  uploads: number;
  bytes: number;
}

/** Limits the uploads at once, in all and from one address, and the bytes in the spool: in all and, once it is half
 * full, from one address. */
export function createUploadRoom(
  { ENQUIRY_UPLOADS, ENQUIRY_UPLOADS_PER_ADDRESS, ENQUIRY_SPOOL_BYTES }: Limits,
  spool: Pick<Spool, 'bytes'>,
  monotonicMs: () => number,
) {
  const inAll: UnderWay = { uploads: 0, bytes: 0 };
  const byAddress = new Map<string, UnderWay>();
  const hourly = createHourlyBytes(monotonicMs);
  /** Bytes that have come since the spool was asked. */
  let added = 0;
  let asked: { at: number; bytes: Promise<number> } | undefined;

  function waiting(): Promise<number> {
    if (!asked || monotonicMs() - asked.at >= freshMs) {
      added = 0;
      asked = { at: monotonicMs(), bytes: spool.bytes() };
      asked.bytes.catch(() => {
        asked = undefined; // The store's fault, told to whoever asked; the next one asks again.
      });
    }
    return asked.bytes;
  }

  function tooMany(rule: string, seconds: number): Refusal {
    return new Refusal('too-many-requests', { headers: { 'retry-after': String(seconds) }, rule });
  }

  /** Throws a refusal if the address would add too much to a spool that is at least half full. */
  function checkAddress(address: string, bytes: number, ofAddress: UnderWay, usedBytes: number): void {
    if (usedBytes < crowded.share * ENQUIRY_SPOOL_BYTES) return;
    const maxBytes = crowded.sharePerAddress * ENQUIRY_SPOOL_BYTES;
    const waitMs = hourly.waitMs(address, { bytes, underWay: ofAddress.bytes - bytes, maxBytes });
    if (waitMs === 0) return;
    // A file that is larger than that has to wait until the spool is less than half full.
    const seconds = waitMs === Infinity ? retrySeconds.spool : Math.ceil(waitMs / 1_000);
    throw tooMany('spool-per-address', seconds);
  }

  return {
    /** Takes a place for an upload of at most so many bytes. Throws a refusal when there is none; resolves with how
     * to give it back, saying how many bytes were kept. */
    async enter(
      address: string | undefined,
      bytes: number,
      storing: Storing = createStoring(),
    ): Promise<(kept: number) => void> {
      const nothing = { uploads: 0, bytes: 0 };
      const ofAddress = address === undefined ? nothing : (byAddress.get(address) ?? nothing);
      if (ofAddress.uploads >= ENQUIRY_UPLOADS_PER_ADDRESS)
        throw tooMany('uploads-per-address', retrySeconds.uploads);
      if (inAll.uploads >= ENQUIRY_UPLOADS) throw tooMany('uploads', retrySeconds.uploads);
      if (address !== undefined) byAddress.set(address, ofAddress);
      for (const each of [inAll, ofAddress]) {
        each.uploads += 1;
        each.bytes += bytes;
      }
      function leave(kept: number) {
        for (const each of [inAll, ofAddress]) {
          each.uploads -= 1;
          each.bytes -= bytes;
        }
        added += kept;
        if (address === undefined) return;
        hourly.add(address, kept);
        if (ofAddress.uploads === 0) byAddress.delete(address);
      }
      try {
        const usedBytes = (await storing(waiting)) + added + inAll.bytes - bytes;
        if (address !== undefined) checkAddress(address, bytes, ofAddress, usedBytes);
        if (usedBytes + bytes <= ENQUIRY_SPOOL_BYTES) return leave;
        throw new Refusal('unavailable', {
          headers: { 'retry-after': String(retrySeconds.spool) },
          rule: 'spool-bytes',
          cause: new Error('as many bytes of files wait as ENQUIRY_SPOOL_BYTES allows'),
        });
      } catch (error) {
        leave(0);
        throw error;
      }
    },
  };
}
