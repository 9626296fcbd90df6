import type { Environment } from './environment.ts';
import type { Spool } from './outbox/spool.ts';
import { Refusal, storing } from './refusal.ts';

/** How long it is known how much waits in the spool; what this process takes in meanwhile is added. */
const freshMs = 10_000;
/** Seconds after which another try is worth while. */
const retrySeconds = { uploads: 5, spool: 60 };

type Limits = Pick<Environment, 'ENQUIRY_UPLOADS' | 'ENQUIRY_UPLOADS_PER_ADDRESS' | 'ENQUIRY_SPOOL_BYTES'>;

/** Lets in as many uploads at once as there may be, in all and from one address, and no more bytes than may wait. */
export function createUploadRoom(
  { ENQUIRY_UPLOADS, ENQUIRY_UPLOADS_PER_ADDRESS, ENQUIRY_SPOOL_BYTES }: Limits,
  spool: Pick<Spool, 'bytes'>,
  monotonicMs: () => number,
) {
  const byAddress = new Map<string, number>();
  let uploads = 0;
  /** Bytes that may still come, and those that have come since the spool was asked. */
  let promised = 0;
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

  function full(rule: string): Refusal {
    const headers = { 'retry-after': String(retrySeconds.uploads) };
    return new Refusal('too-many-requests', { headers, rule });
  }

  return {
    /** Takes a place for an upload of at most so many bytes. Throws a refusal when there is none; resolves with how
     * to give it back, saying how many bytes were kept. */
    async enter(address: string | undefined, bytes: number): Promise<(kept: number) => void> {
      const ofAddress = address === undefined ? 0 : (byAddress.get(address) ?? 0);
      if (ofAddress >= ENQUIRY_UPLOADS_PER_ADDRESS) throw full('uploads-per-address');
      if (uploads >= ENQUIRY_UPLOADS) throw full('uploads');
      uploads += 1;
      promised += bytes;
      if (address !== undefined) byAddress.set(address, ofAddress + 1);
      function leave(kept: number) {
        uploads -= 1;
        promised -= bytes;
        added += kept;
        if (address === undefined) return;
        const left = byAddress.get(address)! - 1;
        if (left > 0) byAddress.set(address, left);
        else byAddress.delete(address);
      }
      try {
        if ((await storing(waiting)) + added + promised <= ENQUIRY_SPOOL_BYTES) return leave;
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
