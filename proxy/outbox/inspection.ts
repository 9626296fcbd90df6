import { deskTexts } from '../contract/languages/desk-texts.ts';
import { type DiskSpace, isReserveUsed, measureDisk } from '../database/disk-reserve.ts';
import { findLastClosedDate } from '../enquiry/opening-hours.ts';
import type { Config } from '../settings/config.ts';
import type { Settings } from '../settings/settings.ts';
import { keptFree, toOrphanedFolder } from '../spool/folder-spool.ts';
import {
  decodeFailure,
  describeCause,
  describeFailure,
  describeStoredFailure,
  refusesLogin,
} from './failure.ts';
import { countDeliveries, countEnquiries, countOf, formatAge, formatBytes, formatNumber } from './formats.ts';
import type { BlockingPage } from './hourly-counts.ts';
import { findLeftBehind, type LeftBehind, type Store } from './outbox.ts';
import type { OutboxStatus, QueueDepth, StateCount } from './outbox-status.ts';
import { findSecretFault, locateProcess, nameProcess, type ProcessRow } from './processes.ts';

/** Each subject, what a person does about it, and the command to begin with. */
const remedies = {
  stopped: ['no running proxy', () => 'Start it', 'serve'],
  left_behind: ['enquiries that were left behind', () => 'See how to move', 'check'],
  held: ['held deliveries', (them: string) => `Release or drop ${them}`, 'outbox list --state held'],
  waiting: ['deliveries that wait for over an hour', () => 'Find out why', 'check'],
  failing: [
    'deliveries that fail',
    (them: string) => `See which, and ask the enquiry API's operator about ${them}`,
    'outbox list',
  ],
  login: ['a refused login', () => 'Check the settings', 'check'],
  secret: ['the rotation of the secret', () => 'See how far the rotation is', 'check'],
  processes: ['processes that differ', () => 'Copy the current files there, and load them', 'reload'],
  orphans: ['orphaned files', (them: string) => `Look through ${them}, and delete the folder`, 'ls -l'],
  limit: ['a limit that is nearly reached', () => 'Find out what fills it', 'outbox list'],
  disk: ['a disk that is nearly full', () => 'Make room', 'df -h'],
  hours: ['closed dates that run out', () => 'Add the next dates, and reload the config', 'reload'],
  blocking: ['a page that blocks sending', () => 'See what the page lacks', 'check --page URL'],
  alerts: ['an alert that could not be sent', () => 'Test the settings', 'check --alert'],
} as const;

/** Something that only a person can end. It is found for as long as it lasts. */
export interface Finding {
  subject: keyof typeof remedies;
  /** The subject, as a phrase. */
  title: string;
  /** Which one, if there may be several of the subject: the name of a setting or of a part of the config. */
  which?: string;
  /** `failed`: something waits for this person alone, or visitors are refused. */
  level: 'failed' | 'warning';
  /** How many deliveries, processes or files. Absent if it has no number. */
  count?: number;
  /** How old the oldest one is, in milliseconds. Absent if that is unknown. */
  oldest_ms?: number;
  problem: string;
  /** What to do, without a full stop, because the command follows. */
  action: string;
  command: string;
}

function toFinding(subject: Finding['subject'], problem: string, facts: Partial<Finding> = {}): Finding {
  const [title, toAction, arguments_] = remedies[subject];
  const action = toAction(facts.count === 1 ? 'it' : 'them');
  const command = subject === 'disk' ? arguments_ : `npx enquiry-form ${arguments_}`;
  return { subject, title, level: 'warning', problem, action, command, ...facts };
}

/** The use of a limit, or of the disk and its inodes. */
export interface Space {
  /** The setting or the key of the config. */
  limit: 'ENQUIRY_OUTBOX_MOST' | 'ENQUIRY_SPOOL_BYTES' | 'disk' | 'inodes';
  used: number;
  most: number;
}

/** The state of the outbox and everything around it, without visitors' data. */
export interface Inspection {
  outbox: OutboxStatus;
  /** Those of the outbox's counts whose oldest delivery has waited for too long. */
  overdue: QueueDepth[];
  processes: ProcessRow[];
  /** The deliveries that fail although the enquiry API can be reached. Null if there are none. */
  failing: OutboxStatus['failing'];
  space: Space[];
  /** Empty if nothing needs a person. */
  findings: Finding[];
}

/** What the settings and the config say about the store. */
interface Expected {
  settings: Pick<Settings, 'store' | 'requests' | 'uploads'>;
  config: Pick<Config, 'hours' | 'case_types'>;
}

/** The age at which a waiting delivery needs attention. */
const overdueMs = 3_600_000;
/** The same if deliveries fail although the enquiry API can be reached: it may not recover by itself. */
const failingMs = 15 * 60_000;

/** Finds out what state the outbox is in, and what needs a person. It is the one place that knows: `status` and `check`
 * print it, and maintenance logs it. Changes nothing. `now` is in milliseconds since 1970. */
export async function inspect(store: Store, expected: Expected, now: number): Promise<Inspection> {
  const { databaseUrl, dataFolder } = expected.settings.store;
  const folder = databaseUrl === undefined ? dataFolder : undefined;
  const outbox = await store.outbox.operator.status();
  // One that was killed leaves its row behind.
  const processes = (await store.outbox.processes.list()).filter(each => locateProcess(each) !== 'ended');
  const leftBehind = await findLeftBehind(expected.settings.store, () => now);
  const orphanedFiles = await store.spool.countOrphans();
  const disk = folder === undefined ? undefined : measureDisk(folder);
  const space = listSpace(outbox, await store.spool.bytes(), disk, expected);
  const overdue = outbox.depth.filter(({ state, oldest_ms }) => state === 'waiting' && oldest_ms > overdueMs);
  const fault = findSecretFault(processes);
  const failedTests = processes.flatMap(({ test_failure }) => decodeFailure(test_failure) ?? []);
  const refusals = failedTests.filter(refusesLogin).map(describeFailure);
  const logins = [...new Set([...outbox.refused_logins, ...refusals])].join(', ');
  const isReached = logins === '' && failedTests.every(({ status = 500 }) => status < 500);
  const failing = isReached ? outbox.failing : null;
  const orphanedFolder = toOrphanedFolder(dataFolder);
  const findings = [
    processes.length === 0 &&
      toFinding('stopped', 'No proxy is running: visitors can send nothing, and nothing is delivered.', {
        level: 'failed',
      }),
    leftBehind &&
      toFinding('left_behind', `${describeLeftBehind(leftBehind, dataFolder)}.`, {
        level: 'failed',
        ...(leftBehind.count !== undefined && { count: leftBehind.count }),
      }),
    ...outbox.held_causes.map(({ cause, ...counts }) =>
      findDeliveries('held', counts, {
        which: cause,
        because: `: ${cause === 'infected' ? outbox.infected.map(({ reason }) => reason).join(', ') : describeCause(cause)}`,
        level: cause === 'suspect' ? 'warning' : 'failed',
      }),
    ),
    overdue.length > 0 &&
      findDeliveries('waiting', outbox.waiting, {
        because: outbox.unscanned
          .map(({ reason, count, since_ms }) => `, ${count} with "${reason}", first ${formatAge(since_ms)}`)
          .join(''),
      }),
    failing &&
      failing.oldest_ms! > failingMs &&
      findDeliveries('failing', failing, {
        because: ` although the enquiry API can be reached: ${failing.reason}`,
      }),
    logins !== '' && toFinding('login', `The enquiry API refuses the login or the address (${logins}).`),
    fault !== undefined && toFinding('secret', `${fault}.`),
    findOutdated(processes),
    orphanedFiles > 0 &&
      toFinding(
        'orphans',
        `The enquiries of ${countOf(orphanedFiles, 'file')} in ${orphanedFolder} aren't in the outbox, because it was lost ` +
          'or restored from an earlier backup.',
        { level: 'failed', count: orphanedFiles, command: `ls -l ${orphanedFolder}` },
      ),
    ...findFull(space, folder === undefined ? undefined : { folder, isRefusing: isReserveUsed(folder) }),
    ...findEndingHours(expected.config, now),
    ...(await store.outbox.hourlyCounts.listBlocking()).map(findBlocking),
    ...(await store.outbox.alertChannels.failing()).map(({ name, failure }) =>
      toFinding(
        'alerts',
        `The last message for ${name} couldn't be sent (${describeStoredFailure(failure)}).`,
        {
          which: name,
        },
      ),
    ),
  ].filter(each => each !== undefined && each !== null && each !== false);
  return { outbox, overdue, processes, failing, space, findings };
}

/** Says in one line whether everything is being delivered. */
export function verdictOf(
  { outbox, failing, findings: { length } }: Inspection,
  { verdict } = deskTexts.en,
): string {
  if (length > 0) return verdict.needed(length);
  if (outbox.failures.length === 0) return verdict.well;
  return failing ? verdict.failingThough : verdict.failing;
}

/** Says what a data folder keeps although the settings name a database. */
export function describeLeftBehind({ count, fault }: LeftBehind, dataFolder: string): string {
  const outbox =
    count === undefined
      ? `The data folder ${dataFolder} has an outbox that can’t be read (${fault})`
      : `${countDeliveries(count)} ${are(count)} in the data folder ${dataFolder}`;
  return (
    `${outbox}, but DATABASE_URL is set, so nobody delivers from there. ` +
    'Run a proxy without DATABASE_URL until nothing waits there ("Move to a fleet" in docs/deploying.md)'
  );
}

const are = (count: number) => (count === 1 ? 'is' : 'are');

function findDeliveries(
  subject: 'held' | 'waiting' | 'failing',
  { enquiries, attachments, oldest_ms }: StateCount,
  { because = '', ...facts }: Pick<Partial<Finding>, 'which' | 'level'> & { because?: string } = {},
): Finding | undefined {
  if (oldest_ms === null) return undefined;
  const count = enquiries + attachments;
  const oldest = count === 1 ? 'It' : 'The oldest';
  const problem = `${countDeliveries(count)} ${are(count)} ${subject}${because}. ${oldest} arrived ${formatAge(oldest_ms)}.`;
  return toFinding(subject, problem, { count, oldest_ms, ...facts });
}

/** How long processes may differ while a change is rolled out. */
const rolloutMs = 10 * 60_000;

/** Finds processes that don't use the same config, login, secrets and client keys as the others. */
function findOutdated(processes: ProcessRow[]): Finding | undefined {
  // All were the same until a process loaded the second version. Others may have loaded it or been started since.
  const versions = [...Map.groupBy(processes, ({ loaded_hash }) => loaded_hash).values()]
    .map(own => ({ own, sinceMs: Math.max(...own.map(({ same_hash_ms }) => same_hash_ms)) }))
    .sort((a, b) => b.sinceMs - a.sinceMs);
  const oldest_ms = versions[1]?.sinceMs ?? 0;
  if (oldest_ms <= rolloutMs) return undefined;
  const outdated = versions.slice(0, -1).flatMap(({ own }) => own.map(nameProcess));
  const problem =
    'The processes use different configs, logins, secrets or client keys. ' +
    `Probably outdated: ${outdated.join(', ')}.`;
  return toFinding('processes', problem, { count: outdated.length, oldest_ms });
}

/** Lists what is used of each limit. */
function listSpace(
  { waiting, held, held_causes }: OutboxStatus,
  spoolBytes: number,
  disk: DiskSpace | undefined,
  { settings: { requests, uploads } }: Expected,
): Space[] {
  const suspects = held_causes.find(({ cause }) => cause === 'suspect')?.enquiries ?? 0;
  const undelivered = waiting.enquiries + held.enquiries - suspects;
  const space: Space[] = [
    { limit: 'ENQUIRY_OUTBOX_MOST', used: undelivered, most: requests.maxUndelivered },
    { limit: 'ENQUIRY_SPOOL_BYTES', used: spoolBytes, most: uploads.maxSpoolBytes },
  ];
  if (disk && Number.isFinite(disk.bytes))
    space.push({ limit: 'disk', used: disk.bytes - disk.freeBytes, most: disk.bytes });
  if (disk && Number.isFinite(disk.inodes))
    space.push({ limit: 'inodes', used: disk.inodes - disk.freeInodes, most: disk.inodes });
  return space;
}

/** The share of a limit above which it counts as nearly full. */
const nearlyFullShare = 0.9;

const isOfDisk = (limit: Space['limit']) => limit === 'disk' || limit === 'inodes';

function isNearlyFull({ limit, used, most }: Space): boolean {
  // Files are refused when only half of this is free.
  if (isOfDisk(limit)) return most - used < 2 * keptFree[limit](most);
  return used > 0 && used >= most * nearlyFullShare;
}

/** Finds limits that are nearly reached, and a disk that is nearly full. `data`: the data folder, if there is one, and
 * whether new enquiries are refused because the reserve on its disk is used up. */
export const findFull = (
  space: Space[],
  data: { folder: string; isRefusing: boolean } | undefined,
): Finding[] =>
  space.filter(isNearlyFull).map(each => {
    const { limit, used, most } = each;
    if (isOfDisk(limit)) {
      const isFull = data?.isRefusing || most - used < keptFree[limit](most);
      const refusal = data?.isRefusing ? 'full, so visitors can send nothing' : 'too full for files';
      const state = isFull ? refusal : 'nearly full';
      const problem = `The disk of the data folder is ${state}: ${describeSpace(each)}.`;
      return toFinding('disk', problem, {
        which: limit,
        level: isFull ? 'failed' : 'warning',
        command: `df ${limit === 'disk' ? '-h' : '-i'} ${data?.folder}`,
      });
    }
    const problem = `${limit} is nearly reached: ${describeSpace(each)}.`;
    return toFinding('limit', problem, {
      which: limit,
      level: used >= most ? 'failed' : 'warning',
    });
  });

/** Describes the use of a limit: `3 of 100,000 enquiries in the outbox (0 %)`. */
export function describeSpace({ limit, used, most }: Space): string {
  const percent = most > 0 ? ` (${formatNumber(Math.floor((100 * used) / most))} %)` : '';
  if (limit === 'disk') return `${formatBytes(most - used)} of ${formatBytes(most)} free on the disk`;
  if (limit === 'inodes') return `${formatNumber(most - used)} of ${countOf(most, 'inode')} free on the disk`;
  if (limit === 'ENQUIRY_SPOOL_BYTES')
    return `${formatBytes(used)} of ${formatBytes(most)} in the spool${percent}`;
  return `${formatNumber(used)} of ${countEnquiries(most)} in the outbox${percent}`;
}

/** A page whose requests don't arrive. It may not be the one at this address, which has the same origin. */
const findBlocking = ({ origin, noted_ms }: BlockingPage): Finding =>
  toFinding(
    'blocking',
    `A page of ${origin} couldn't send an enquiry ${formatAge(noted_ms)}, and its visitor had to send it from the form's ` +
      "own page. The page's policy or a script in it blocks the proxy, or only this visitor's browser did.",
    { which: origin, command: `npx enquiry-form check --page ${origin}/` },
  );

/** The last closed date must be at least this many days ahead. */
const closedAheadDays = 30;

/** Finds closed days whose dates run out. */
export function findEndingHours(
  { hours, case_types }: Pick<Config, 'hours' | 'case_types'>,
  now: number,
): Finding[] {
  const ofCaseTypes = Object.entries(case_types).map(
    ([name, own]) => [`case_types.${name}.hours`, own.hours] as const,
  );
  // Case types without hours of their own share those at the top.
  const all = [['hours', hours] as const, ...ofCaseTypes.filter(([, own]) => own !== hours)];
  return all.flatMap(([key, each]) => {
    const last = each && findLastClosedDate(each, now);
    if (!last || last.daysAhead >= closedAheadDays) return [];
    const problem =
      last.daysAhead < 0
        ? 'has passed, so receipts may promise a call on a holiday.'
        : `is less than ${closedAheadDays} days ahead.`;
    return toFinding('hours', `The last date in ${key}.closed, ${last.date}, ${problem}`, { which: key });
  });
}
