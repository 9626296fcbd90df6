import { type KeptCounts, type OutboxStatus, overdueMs, type StateCount } from '../outbox/outbox-status.ts';
import { keptFreeBytes } from '../spool/folder-spool.ts';
import {
  countDeliveries,
  countEnquiries,
  countOf,
  formatAge,
  formatBytes,
  formatNumber,
} from './plain-words.ts';

/** Something that a person must do. */
export interface Need {
  subject: 'held' | 'quarantined' | 'waiting' | 'login' | 'orphans' | 'limit' | 'disk';
  problem: string;
  action: string;
  /** The command to begin with. */
  command: string;
}

/** The use of a limit, or of the disk. */
export interface Space {
  /** The setting or the key of the config. */
  limit: 'ENQUIRY_OUTBOX_MOST' | 'ENQUIRY_SPOOL_BYTES' | 'spam.most' | 'disk';
  used: number;
  most: number;
}

/** The share of a limit above which it counts as nearly full. */
const nearlyFullShare = 0.9;

const countAll = ({ enquiries, attachments }: StateCount) => enquiries + attachments;

/** What a person must do about deliveries that the proxy doesn't deliver by itself. */
export function findDeliveryNeeds(status: KeptCounts): Need[] {
  const { held, quarantined, waiting } = status;
  const needs: Need[] = [];
  if (held.oldest_ms !== null) {
    const count = countAll(held);
    needs.push({
      subject: 'held',
      problem: `${countDeliveries(count)} ${are(count)} held. ${arrived(count, held.oldest_ms)}`,
      action: `Release or drop ${them(count)}`,
      command: 'enquiry-proxy outbox list --state held',
    });
  }
  if (quarantined.oldest_ms !== null) {
    const count = quarantined.enquiries;
    needs.push({
      subject: 'quarantined',
      problem: `${countEnquiries(count)} ${are(count)} quarantined. ${arrived(count, quarantined.oldest_ms)}`,
      action: `Release or drop ${them(count)}`,
      command: 'enquiry-proxy outbox list --state quarantined',
    });
  }
  if (waiting.oldest_ms !== null && waiting.oldest_ms > overdueMs) {
    const count = countAll(waiting);
    needs.push({
      subject: 'waiting',
      problem: `${countDeliveries(count)} ${are(count)} waiting. ${arrived(count, waiting.oldest_ms)}`,
      action: 'Find out why',
      command: 'enquiry-proxy check',
    });
  }
  return needs;
}

const are = (count: number) => (count === 1 ? 'is' : 'are');
const them = (count: number) => (count === 1 ? 'it' : 'them');
const arrived = (count: number, ms: number) =>
  `${count === 1 ? 'It' : 'The oldest'} arrived ${formatAge(ms)}.`;

/** What a person must do about the whole proxy. `folder` is the data folder, if there is one. */
export function findNeeds(
  status: OutboxStatus,
  orphanedFiles: number,
  space: Space[],
  folder?: string,
): Need[] {
  const needs = findDeliveryNeeds(status);
  if (status.refused_logins.length > 0) {
    needs.push({
      subject: 'login',
      problem: `The enquiry API refuses the login or the address (${status.refused_logins.join(', ')}).`,
      action: 'Check the settings',
      command: 'enquiry-proxy check',
    });
  }
  if (orphanedFiles > 0) {
    needs.push({
      subject: 'orphans',
      problem: `${countOf(orphanedFiles, 'orphaned file')} ${are(orphanedFiles)} in the spool.`,
      action: `Adopt or drop ${them(orphanedFiles)}`,
      command: 'enquiry-proxy outbox orphans',
    });
  }
  for (const each of space) {
    if (!isNearlyFull(each)) continue;
    if (each.limit === 'disk')
      needs.push({
        subject: 'disk',
        problem: `The disk of the data folder is nearly full: ${describeSpace(each)}.`,
        action: 'Make room',
        command: `df -h ${folder}`,
      });
    else
      needs.push({
        subject: 'limit',
        problem: `${each.limit} is nearly reached: ${describeSpace(each)}.`,
        action: 'Find out what fills it',
        command: `enquiry-proxy outbox list${each.limit === 'spam.most' ? ' --state quarantined' : ''}`,
      });
  }
  return needs;
}

function isNearlyFull({ limit, used, most }: Space): boolean {
  // Files are refused when only half of this is free.
  if (limit === 'disk') return most - used < 2 * keptFreeBytes({ bytes: most });
  return used > 0 && used >= most * nearlyFullShare;
}

/** Describes the use of a limit: `3 of 100,000 enquiries in the outbox (0 %)`. */
export function describeSpace({ limit, used, most }: Space): string {
  const percent = most > 0 ? ` (${formatNumber(Math.floor((100 * used) / most))} %)` : '';
  if (limit === 'disk') return `${formatBytes(most - used)} of ${formatBytes(most)} free on the disk`;
  if (limit === 'ENQUIRY_SPOOL_BYTES')
    return `${formatBytes(used)} of ${formatBytes(most)} in the spool${percent}`;
  const place = limit === 'spam.most' ? 'quarantine' : 'outbox';
  return `${formatNumber(used)} of ${countEnquiries(most)} in the ${place}${percent}`;
}
