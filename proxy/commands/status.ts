import { measureDisk } from '../database/disk-reserve.ts';
import { type DeliveryState, deliveryStates } from '../database/tables.ts';
import { findLastClosedDate } from '../enquiry/opening-hours.ts';
import { describeStoredFailure } from '../outbox/failure.ts';
import { openStoreReadOnly } from '../outbox/outbox.ts';
import { type KeptCounts, type OutboxStatus, overdueMs, type StateCount } from '../outbox/outbox-status.ts';
import type { ProcessRow } from '../outbox/processes.ts';
import type { Config } from '../settings/config.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { keptFreeBytes } from '../spool/folder-spool.ts';
import { command, flag, silent } from './command.ts';
import {
  countDeliveries,
  countEnquiries,
  countOf,
  formatAge,
  formatBytes,
  formatNumber,
  terminalColumns,
  wrap,
} from './plain-words.ts';
import { describeRotation, nameProcess } from './rotation.ts';

/** Something that a person must do. */
interface Need {
  subject: 'held' | 'quarantined' | 'waiting' | 'login' | 'secret' | 'orphans' | 'limit' | 'disk' | 'hours';
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
      command: 'npx enquiry-form outbox list --state held',
    });
  }
  if (quarantined.oldest_ms !== null) {
    const count = quarantined.enquiries;
    needs.push({
      subject: 'quarantined',
      problem: `${countEnquiries(count)} ${are(count)} quarantined. ${arrived(count, quarantined.oldest_ms)}`,
      action: `Release or drop ${them(count)}`,
      command: 'npx enquiry-form outbox list --state quarantined',
    });
  }
  if (waiting.oldest_ms !== null && waiting.oldest_ms > overdueMs) {
    const count = countAll(waiting);
    needs.push({
      subject: 'waiting',
      problem: `${countDeliveries(count)} ${are(count)} waiting. ${arrived(count, waiting.oldest_ms)}`,
      action: 'Find out why',
      command: 'npx enquiry-form check',
    });
  }
  return needs;
}

const are = (count: number) => (count === 1 ? 'is' : 'are');
const them = (count: number) => (count === 1 ? 'it' : 'them');
const arrived = (count: number, ms: number) =>
  `${count === 1 ? 'It' : 'The oldest'} arrived ${formatAge(ms)}.`;

/** The last closed date must be at least this many days ahead. */
const closedAheadDays = 30;

/** What a person must do about closed days whose dates run out. */
export function findHoursNeeds({ hours, case_types }: Config, now: number): Need[] {
  const ofCaseTypes = Object.entries(case_types).map(
    ([name, own]) => [`case_types.${name}.hours`, own.hours] as const,
  );
  // Case types without hours of their own share those at the top.
  const all = [['hours', hours] as const, ...ofCaseTypes.filter(([, own]) => own !== hours)];
  return all.flatMap(([key, each]) => {
    const last = each && findLastClosedDate(each, now);
    if (!last || last.daysAhead >= closedAheadDays) return [];
    const ending = `The last date in ${key}.closed, ${last.date},`;
    return {
      subject: 'hours' as const,
      problem:
        last.daysAhead < 0
          ? `${ending} has passed, so receipts may promise a call on a holiday.`
          : `${ending} is less than ${closedAheadDays} days ahead.`,
      action: 'Add the next dates, and reload the config',
      command: 'npx enquiry-form reload',
    };
  });
}

/** What a person must do about the whole proxy. `folder` is the data folder, if there is one. */
function findNeeds(
  { outbox, processes, orphanedFiles, space }: Omit<Status, 'needs'>,
  folder: string | undefined,
): Need[] {
  const needs = findDeliveryNeeds(outbox);
  const failedTests = processes.flatMap(({ login_failure }) => describeStoredFailure(login_failure) ?? []);
  const refusedLogins = [...new Set([...outbox.refused_logins, ...failedTests])];
  if (refusedLogins.length > 0) {
    needs.push({
      subject: 'login',
      problem: `The enquiry API refuses the login or the address (${refusedLogins.join(', ')}).`,
      action: 'Check the settings',
      command: 'npx enquiry-form check',
    });
  }
  const { fault } = describeRotation(processes);
  if (fault !== undefined)
    needs.push({
      subject: 'secret',
      problem: `${fault}.`,
      action: 'See how far the rotation is',
      command: 'npx enquiry-form check',
    });
  if (orphanedFiles > 0) {
    needs.push({
      subject: 'orphans',
      problem: `${countOf(orphanedFiles, 'orphaned file')} ${are(orphanedFiles)} in the spool.`,
      action: `Adopt or drop ${them(orphanedFiles)}`,
      command: 'npx enquiry-form outbox orphans',
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
        command: `npx enquiry-form outbox list${each.limit === 'spam.most' ? ' --state quarantined' : ''}`,
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
function describeSpace({ limit, used, most }: Space): string {
  const percent = most > 0 ? ` (${formatNumber(Math.floor((100 * used) / most))} %)` : '';
  if (limit === 'disk') return `${formatBytes(most - used)} of ${formatBytes(most)} free on the disk`;
  if (limit === 'ENQUIRY_SPOOL_BYTES')
    return `${formatBytes(used)} of ${formatBytes(most)} in the spool${percent}`;
  const place = limit === 'spam.most' ? 'quarantine' : 'outbox';
  return `${formatNumber(used)} of ${countEnquiries(most)} in the ${place}${percent}`;
}

const labelColumns = 15;

/** The states of enquiries that were acknowledged, and their words. */
const acceptedStates = {
  delivered: 'delivered',
  waiting: 'waiting',
  held: 'held',
  quarantined: 'quarantined',
  dropped: 'dropped',
};
/** The other states. */
const otherStates = { refused: 'returned to the visitor', test: 'sent through a test link' };
/** Every state, so that TypeScript reports a new one. */
const wordsOf: Record<DeliveryState, string> = { ...acceptedStates, ...otherStates };

/** What `status` shows. */
interface Status {
  outbox: OutboxStatus;
  processes: ProcessRow[];
  accepted: number;
  orphanedFiles: number;
  space: Space[];
  keepDays: number;
  needs: Need[];
}

/** `status`: shows on one screen whether everything is being delivered, and what a person must do. Reads the store alone
 * and changes nothing. The exit code is 1 if a person must do something, and 2 if the status can't be read. */
export const status = command({
  options: { json: flag },
  async run(_values, { variables, print, warn }) {
    try {
      const { settings, config } = readSettings(variables);
      const found = await readStatus(settings, config);
      print(toJson(found), toText(found));
      return found.needs.length > 0 ? 1 : 0;
    } catch (error) {
      // The settings are malformed, or the database is unreachable or from another release.
      const { code, message } = error as { code?: string; message: string };
      warn(`enquiry-proxy: the status can't be read: ${message || code}`);
      return 2;
    }
  },
});

async function readStatus({ store, requests, uploads }: Settings, config: Config): Promise<Status> {
  const { spam, delivery } = config;
  const opened = openStoreReadOnly(store, Date.now, silent);
  try {
    const outbox = await opened.outbox.operator.status();
    const orphanedFiles = (await opened.orphans?.list())?.length ?? 0;
    const folder = store.databaseUrl === undefined ? store.dataFolder : undefined;
    const undelivered = outbox.waiting.enquiries + outbox.held.enquiries;
    const quarantined = outbox.quarantined.enquiries;
    const space: Space[] = [
      { limit: 'ENQUIRY_OUTBOX_MOST', used: undelivered, most: requests.maxUndelivered },
      { limit: 'ENQUIRY_SPOOL_BYTES', used: await opened.spool.bytes(), most: uploads.maxSpoolBytes },
    ];
    if (spam.suspects === 'quarantine' || quarantined > 0)
      space.push({ limit: 'spam.most', used: quarantined, most: spam.most });
    if (folder !== undefined) {
      const { bytes, freeBytes } = measureDisk(folder);
      if (Number.isFinite(bytes)) space.push({ limit: 'disk', used: bytes - freeBytes, most: bytes });
    }
    const found = {
      outbox,
      processes: await opened.outbox.processes.list(),
      accepted: sumOf(outbox, acceptedStates),
      orphanedFiles,
      space,
      keepDays: delivery.keep_days,
    };
    return { ...found, needs: [...findNeeds(found, folder), ...findHoursNeeds(config, Date.now())] };
  } finally {
    await opened.outbox.close();
  }
}

const sumOf = ({ arrived }: OutboxStatus, states: object) =>
  deliveryStates.filter(state => state in states).reduce((sum, state) => sum + arrived[state], 0);

function toJson({ outbox, processes, accepted, orphanedFiles, space, needs }: Status) {
  return {
    verdict: verdictOf(outbox, needs),
    needs,
    accepted,
    ...outbox,
    orphaned_files: orphanedFiles,
    space,
    processes: processes.map(({ host, pid, loaded_hash, same_hash_ms, login_failure }) => ({
      host,
      pid,
      loaded_hash,
      same_hash_ms,
      login_failure: describeStoredFailure(login_failure),
    })),
  };
}

function verdictOf({ failures }: OutboxStatus, needs: Need[]): string {
  if (needs.length > 0)
    return `${countOf(needs.length, 'thing')} ${needs.length === 1 ? 'needs' : 'need'} you`;
  if (failures.length > 0) return 'Deliveries are failing and will be repeated. Nothing needs you yet.';
  return 'Everything is being delivered.';
}

function toText(found: Status): string {
  const { outbox, processes, accepted, space, needs } = found;
  const { step } = describeRotation(processes);
  const row = (label: string, lines: string[]) =>
    lines
      .flatMap(line => wrap(line, terminalColumns - labelColumns))
      .map((line, index) => `${(index === 0 ? label : '').padEnd(labelColumns)}${line}`);
  const lines = [
    `${verdictOf(outbox, needs)}${needs.length > 0 ? ':' : ''}`,
    ...needs.flatMap(({ problem, action, command }) =>
      ['', ...wrap(`${problem} ${action}:`, terminalColumns - 2), `    ${command}`].map(indent),
    ),
    '',
    ...row('Last 24 hours', [
      `${countEnquiries(accepted)} accepted`,
      ...listStates(outbox, acceptedStates, ''),
      ...listStates(outbox, otherStates, 'not counted: '),
    ]),
    ...row('Waiting', [describeState(outbox.waiting)]),
    ...row('Held', [describeState(outbox.held)]),
    ...row('Quarantined', [describeState(outbox.quarantined)]),
    ...row('Last delivery', describeDeliveries(found)),
    ...row('Space', space.map(describeSpace)),
    ...row('Processes', processes.length > 0 ? processes.map(describeProcess) : ['none running']),
    ...(step === undefined ? [] : row('Secret', [step])),
  ];
  return lines.join('\n');
}

function describeProcess(process: ProcessRow): string {
  const { loaded_hash, same_hash_ms, login_failure } = process;
  const failure = login_failure === null ? '' : `, login fails: ${describeStoredFailure(login_failure)}`;
  return `${nameProcess(process)}: ${loaded_hash}, loaded ${formatAge(same_hash_ms)}${failure}`;
}

const indent = (line: string) => (line === '' ? line : `  ${line}`);

function listStates({ arrived }: OutboxStatus, states: object, prefix: string): string[] {
  const counted = deliveryStates.filter(state => state in states && arrived[state] > 0);
  if (counted.length === 0) return [];
  return [prefix + counted.map(state => `${formatNumber(arrived[state])} ${wordsOf[state]}`).join(', ')];
}

function describeState({ enquiries, attachments, oldest_ms }: StateCount): string {
  if (oldest_ms === null) return 'nothing';
  const counts = [
    enquiries > 0 ? countEnquiries(enquiries) : [],
    attachments > 0 ? countOf(attachments, 'file') : [],
  ];
  return `${counts.flat().join(' and ')}, the oldest arrived ${formatAge(oldest_ms)}`;
}

function describeDeliveries({ outbox: { last_delivery_ms, failures }, keepDays }: Status): string[] {
  const last =
    last_delivery_ms === null ? `none in the last ${countOf(keepDays, 'day')}` : formatAge(last_delivery_ms);
  const failed = failures.reduce((sum, { count }) => sum + count, 0);
  if (failed === 0) return [`${last}, no failures since`];
  return [
    last,
    `since then, ${countDeliveries(failed)} failed${failures.length > 1 ? ', most often' : ''}: ${failures[0]!.reason}`,
  ];
}
