import { hourMs } from '../contract/durations.ts';
import type { UploadSettings } from '../settings/settings.ts';
import { createRateTracker } from '../spam/trackers.ts';
import type { Spool } from '../spool/spool.ts';
import { createStoreBudget, Refusal, type StoreBudget, tooMany } from './refusal.ts';

/** The time that the sizes of the spool and of the free disk are cached. Meanwhile this process adds the bytes that it
 * spools itself. */
const cacheMs = 10_000;
/** The causes in the log of refused uploads. */
const spoolFull = 'spool full: its files have as many bytes as ENQUIRY_SPOOL_BYTES allows';
const diskAlmostFull =
  'disk almost full: files must leave 5 % of the disk of ENQUIRY_DATA, or 256 MiB, free for enquiries';
const retrySeconds = { uploads: 5, spool: 60 };
/** Once this share of the spool is used, an address may add only `sharePerAddress` of it per hour. */
const crowded = { share: 1 / 2, sharePerAddress: 1 / 10 };

/** The number of uploads in progress and the most bytes they can add up to. */
interface InProgress {
  uploads: number;
  bytes: number;
}

/** The share of all concurrent uploads that one address may have. */
const sharePerAddress = 3 / 8;
/** Beyond this number, the addresses whose last uploads are oldest are forgotten. */
const maxAddresses = 20_000;

/** Limits simultaneous uploads and the bytes in the spool, both in total and per address or client key, and leaves room
 * on the disk for enquiries. The returned function reserves room for an upload of at most this many bytes. It resolves with
 * a function that ends the reservation, given how many bytes were spooled, and throws a refusal when a limit is reached. */
export function createUploadLimits(
  { maxConcurrent, maxSpoolBytes }: UploadSettings,
  spool: Pick<Spool, 'bytes' | 'roomBytes'>,
  monotonicMs: () => number,
) {
  const maxConcurrentPerAddress = Math.ceil(sharePerAddress * maxConcurrent);
  const total: InProgress = { uploads: 0, bytes: 0 };
  const byAddress = new Map<string, InProgress>();
  /** The bytes of each address. */
  const hourly = createRateTracker(hourMs, maxAddresses, monotonicMs);
  const measured = createMeasurement(spool, monotonicMs);

  function full(reason: string, cause: string): Refusal {
    return new Refusal('storage-full', { retrySeconds: retrySeconds.spool, reason, cause: new Error(cause) });
  }

  /** Throws a refusal when the spool is crowded and the address would exceed its share. */
  function checkShare(address: string, ofAddress: InProgress, usedBytes: number): void {
    if (usedBytes < crowded.share * maxSpoolBytes) return;
    if (hourly.count(address) + ofAddress.bytes > crowded.sharePerAddress * maxSpoolBytes)
      throw tooMany('spool-per-address', retrySeconds.spool);
  }

  return async (
    address: string | undefined,
    bytes: number,
    budget: StoreBudget = createStoreBudget(),
  ): Promise<(spooledBytes: number) => void> => {
    const none = { uploads: 0, bytes: 0 };
    const ofAddress = address === undefined ? none : (byAddress.get(address) ?? none);
    if (ofAddress.uploads >= maxConcurrentPerAddress)
      throw tooMany('uploads-per-address', retrySeconds.uploads);
    if (total.uploads >= maxConcurrent) throw tooMany('uploads', retrySeconds.uploads);
    if (address !== undefined) byAddress.set(address, ofAddress);
    for (const each of [total, ofAddress]) {
      each.uploads += 1;
      each.bytes += bytes;
    }
    function end(spooledBytes: number) {
      for (const each of [total, ofAddress]) {
        each.uploads -= 1;
        each.bytes -= bytes;
      }
      measured.add(spooledBytes);
      if (address === undefined) return;
      hourly.add(address, spooledBytes);
      if (ofAddress.uploads === 0) byAddress.delete(address);
    }
    try {
      const { spoolBytes, roomBytes } = await budget.run(measured.sizes);
      const addedBytes = measured.addedBytes() + total.bytes;
      const usedBytes = spoolBytes + addedBytes - bytes;
      if (address !== undefined) checkShare(address, ofAddress, usedBytes);
      if (usedBytes + bytes > maxSpoolBytes) throw full('spool-bytes', spoolFull);
      // Uploads in progress have used some of the room already, so this is on the safe side.
      if (addedBytes > roomBytes) throw full('disk-space', diskAlmostFull);
      return end;
    } catch (error) {
      end(0);
      throw error;
    }
  };
}

/** Measures the spool and the free disk at most once per `cacheMs`. */
function createMeasurement(spool: Pick<Spool, 'bytes' | 'roomBytes'>, monotonicMs: () => number) {
  let last: { at: number; sizes: Promise<{ spoolBytes: number; roomBytes: number }> } | undefined;
  let addedBytes = 0;

  async function measure() {
    return { spoolBytes: await spool.bytes(), roomBytes: await spool.roomBytes() };
  }
  return {
    sizes() {
      if (!last || monotonicMs() - last.at >= cacheMs) {
        addedBytes = 0;
        last = { at: monotonicMs(), sizes: measure() };
        last.sizes.catch(() => {
          last = undefined; // The waiting requests get the error; the next one measures again.
        });
      }
      return last.sizes;
    },
    /** Counts bytes that this process spools. */
    add(bytes: number): void {
      addedBytes += bytes;
    },
    /** The bytes that this process has spooled since the measurement. */
    addedBytes: () => addedBytes,
  };
}
