import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type DiskSpace, measureDisk } from '../database/disk-reserve.ts';
import type { Settings } from '../settings/settings.ts';
import { listFiles } from '../spool/folder-files.ts';
import { keptFreeBytes } from '../spool/folder-spool.ts';
import type { Finding } from './finding.ts';

/** What an undelivered enquiry takes on the disk, on average. */
const enquiryBytes = 3_000;

/** Checks whether the disk of the data folder has room for all that the limits allow. */
export async function checkDisk({ store, uploads, requests }: Settings): Promise<Finding> {
  const folder = store.dataFolder;
  if (!existsSync(folder)) return { check: 'disk of the data folder', status: 'ok' }; // The store can't be written.
  const spooled = (await listFiles(join(folder, 'spool'))).reduce((sum, { bytes }) => sum + bytes, 0);
  const stored = statSync(join(folder, 'outbox.db'), { throwIfNoEntry: false })?.size ?? 0;
  const limits = {
    maxSpoolBytes: uploads.maxSpoolBytes,
    maxOutboxBytes: requests.maxUndelivered * enquiryBytes,
  };
  return compareWithDisk(limits, measureDisk(folder), spooled + stored);
}

/** Compares the limits with the disk, of which `usedBytes` are files and enquiries already. */
export function compareWithDisk(
  { maxSpoolBytes, maxOutboxBytes }: { maxSpoolBytes: number; maxOutboxBytes: number },
  disk: DiskSpace,
  usedBytes: number,
): Finding {
  const check = 'disk of the data folder';
  const keptFree = keptFreeBytes(disk);
  if (disk.freeBytes < keptFree) {
    const advice = `only ${inMebibytes(disk.freeBytes)} are free, so files are refused: free at least ${inMebibytes(keptFree)}`;
    return { check, status: 'failed', advice };
  }
  const allowed = maxSpoolBytes + maxOutboxBytes;
  const room = disk.freeBytes - keptFree + usedBytes;
  if (allowed <= room) return { check, status: 'ok' };
  const advice = `ENQUIRY_SPOOL_BYTES and ENQUIRY_OUTBOX_MOST allow ${inMebibytes(allowed)}, but the disk has room for ${inMebibytes(room)}: use a larger disk, or lower them. In a long outage of the enquiry API, files would be refused early`;
  return { check, status: 'warning', advice };
}

const inMebibytes = (bytes: number) => `${Math.floor(bytes / 2 ** 20)} MiB`;
