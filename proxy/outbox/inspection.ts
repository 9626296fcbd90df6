import { type DeskTexts, deskTexts } from '../contract/languages/desk-texts.ts';
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
import { formatAge, formatBytes, formatNumber } from './formats.ts';
import { findLeftBehind, type Store } from './outbox.ts';
import type { OutboxStatus, StateCount } from './outbox-status.ts';
import { findSecretFault, locateProcess, nameProcess, type ProcessRow } from './processes.ts';

/** Each subject as a phrase, and the command to begin with. */
const remedies = {
  stopped: ['no running proxy', 'serve'],
  left_behind: ['enquiries that were left behind', 'check'],
  held: ['held deliveries', 'outbox list --state held'],
  waiting: ['deliveries that wait for over an hour', 'check'],
  failing: ['deliveries that fail', 'outbox list'],
  login: ['a refused login', 'check'],
  secret: ['the rotation of the secret', 'check'],
  processes: ['processes that differ', 'reload'],
  orphans: ['orphaned files', 'ls -l'],
  limit: ['a limit that is nearly reached', 'outbox list'],
  disk: ['a disk that is nearly full', 'df -h'],
  hours: ['closed dates that run out', 'reload'],
  blocking: ['a page that blocks sending', 'check --page URL'],
  alerts: ['an alert that could not be sent', 'check --alert'],
} as const satisfies Record<keyof DeskTexts['findings']['actions'], [title: string, command: string]>;

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

/** What a finding is beside its subject and its words. */
type Facts = Partial<Finding> & Pick<Finding, 'problem'>;

function toFinding(subject: Finding['subject'], facts: Facts, { findings } = deskTexts.en): Finding {
  const [title, arguments_] = remedies[subject];
  const action = findings.actions[subject](facts.count === 1 ? 'it' : 'them');
  const command = subject === 'disk' ? arguments_ : `npx enquiry-form ${arguments_}`;
  return { subject, title, level: 'warning', action, command, ...facts };
}

/** The use of a limit, or of the disk and its inodes. */
export interface Space {
  /** The setting or the key of the config. */
  limit: 'ENQUIRY_OUTBOX_MOST' | 'ENQUIRY_SPOOL_BYTES' | 'disk' | 'inodes';
  used: number;
  most: number;
}

/** The state of the outbox and everything around it, without visitors' data. */
export type Inspection = Awaited<ReturnType<typeof inspect>>;

/** What the settings and the config say about the store. */
interface Expected {
  settings: Pick<Settings, 'store' | 'requests' | 'uploads'>;
  config: Pick<Config, 'hours' | 'case_types'>;
}

/** The age at which a waiting delivery needs attention. */
const overdueMs = 3_600_000;
/** The same if deliveries fail although the enquiry API can be reached: it may not recover by itself. */
const failingMs = 15 * 60_000;

/** Finds out what state the outbox is in, and what needs a person. It is the one place that knows: `status`, `check` and the
 * desk show it, and maintenance logs it. Changes nothing. `now` is in milliseconds since 1970. */
export async function inspect(store: Store, expected: Expected, now: number, texts = deskTexts.en) {
  const { databaseUrl, dataFolder } = expected.settings.store;
  const folder = databaseUrl === undefined ? dataFolder : undefined;
  const outbox = await store.outbox.operator.status(texts);
  // One that was killed leaves its row behind.
  const processes = (await store.outbox.processes.list()).filter(each => locateProcess(each) !== 'ended');
  const leftBehind = await findLeftBehind(expected.settings.store, () => now);
  const orphans = await store.spool.countOrphans();
  const disk = folder === undefined ? undefined : measureDisk(folder);
  const space = listSpace(outbox, await store.spool.bytes(), disk, expected);
  /** Those of the outbox's counts whose oldest delivery has waited for too long. */
  const overdue = outbox.depth.filter(({ state, oldest_ms }) => state === 'waiting' && oldest_ms > overdueMs);
  const fault = findSecretFault(processes, texts);
  const failedTests = processes.flatMap(({ test_failure }) => decodeFailure(test_failure) ?? []);
  const refusals = failedTests.filter(refusesLogin).map(each => describeFailure(each, texts));
  const logins = [...new Set([...outbox.refused_logins, ...refusals])].join(', ');
  const isReached = logins === '' && failedTests.every(({ status = 500 }) => status < 500);
  /** The deliveries that fail although the enquiry API can be reached. Null if there are none. */
  const failing = isReached ? outbox.failing : null;
  const orphanedFolder = toOrphanedFolder(dataFolder);
  const unscanned = outbox.unscanned.map(each => ({ ...each, since: formatAge(each.since_ms, texts) }));
  const words = texts.findings;
  const failed = { level: 'failed' } as const;
  const find = (subject: Finding['subject'], facts: Facts) => toFinding(subject, facts, texts);
  const countFound = (
    subject: 'held' | 'waiting' | 'failing',
    { enquiries, attachments, oldest_ms }: StateCount,
    word: (count: number, age: string) => string,
    facts: Partial<Finding> = {},
  ) => {
    const count = enquiries + attachments;
    if (oldest_ms === null) return [];
    return find(subject, { count, oldest_ms, problem: word(count, formatAge(oldest_ms, texts)), ...facts });
  };
  const findings = [
    processes.length === 0 ? find('stopped', { ...failed, problem: words.stopped }) : [],
    leftBehind
      ? find('left_behind', {
          ...failed,
          problem: `${words.leftBehind(dataFolder, leftBehind)}.`,
          ...(leftBehind.count !== undefined && { count: leftBehind.count }),
        })
      : [],
    outbox.held_causes.map(({ cause, ...counts }) => {
      const names = outbox.infected.map(({ reason }) => reason).join(', ');
      const why = cause === 'infected' ? names : describeCause(cause, texts);
      const level = cause === 'suspect' ? 'warning' : 'failed';
      return countFound('held', counts, (...count) => words.held(...count, why), { which: cause, level });
    }),
    overdue.length > 0
      ? countFound('waiting', outbox.waiting, (...count) => words.waiting(...count, unscanned))
      : [],
    failing && failing.oldest_ms! > failingMs
      ? countFound('failing', failing, (...count) => words.failing(...count, failing.reason))
      : [],
    logins === '' ? [] : find('login', { problem: words.login(logins) }),
    fault === undefined ? [] : find('secret', { problem: fault }),
    findOutdated(processes, texts),
    orphans > 0
      ? find('orphans', {
          ...failed,
          count: orphans,
          problem: words.orphans(orphans, orphanedFolder),
          command: `ls -l ${orphanedFolder}`,
        })
      : [],
    findFull(space, folder === undefined ? undefined : { folder, isRefusing: isReserveUsed(folder) }, texts),
    findEndingHours(expected.config, now, texts),
    (await store.outbox.hourlyCounts.listBlocking()).map(({ origin, noted_ms }) =>
      // It may not be the page at this address, which has the same origin.
      find('blocking', {
        ...{ which: origin, problem: words.blocking(origin, formatAge(noted_ms, texts)) },
        command: `npx enquiry-form check --page ${origin}/`,
      }),
    ),
    (await store.outbox.alertChannels.failing()).map(({ name, failure }) => {
      const problem = words.alerts(name, describeStoredFailure(failure, texts)!); // It failed.
      return find('alerts', { which: name, problem });
    }),
  ].flat(2);
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

/** How long processes may differ while a change is rolled out. */
const rolloutMs = 10 * 60_000;

/** Finds processes that don't use the same config, login, secrets and client keys as the others. */
function findOutdated(processes: ProcessRow[], texts: DeskTexts): Finding[] {
  // All were the same until a process loaded the second version. Others may have loaded it or been started since.
  const versions = [...Map.groupBy(processes, ({ loaded_hash }) => loaded_hash).values()]
    .map(own => ({ own, sinceMs: Math.max(...own.map(({ same_hash_ms }) => same_hash_ms)) }))
    .sort((a, b) => b.sinceMs - a.sinceMs);
  const oldest_ms = versions[1]?.sinceMs ?? 0;
  if (oldest_ms <= rolloutMs) return [];
  const outdated = versions.slice(0, -1).flatMap(({ own }) => own.map(nameProcess));
  const problem = texts.findings.processes(outdated.join(', '));
  return [toFinding('processes', { problem, count: outdated.length, oldest_ms }, texts)];
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

const isOfDisk = (limit: Space['limit']): limit is 'disk' | 'inodes' =>
  limit === 'disk' || limit === 'inodes';

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
  texts = deskTexts.en,
): Finding[] =>
  space.filter(isNearlyFull).map(each => {
    const { limit, used, most } = each;
    const { findings } = texts;
    const words = describeSpace(each, texts);
    if (!isOfDisk(limit)) {
      const level = used >= most ? 'failed' : 'warning';
      return toFinding('limit', { which: limit, level, problem: findings.limit(limit, words) }, texts);
    }
    const isFull = data?.isRefusing || most - used < keptFree[limit](most);
    const state = data?.isRefusing ? 'full' : isFull ? 'fullForFiles' : 'nearlyFull';
    const level = isFull ? 'failed' : 'warning';
    const command = `df ${limit === 'disk' ? '-h' : '-i'} ${data?.folder}`;
    return toFinding('disk', { which: limit, level, problem: findings.disk[state](words), command }, texts);
  });

/** Describes the use of a limit: `3 of 100,000 enquiries in the outbox (0 %)`. */
export function describeSpace({ limit, used, most }: Space, texts = deskTexts.en): string {
  const isBytes = limit === 'disk' || limit === 'ENQUIRY_SPOOL_BYTES';
  const format = (value: number) => (isBytes ? formatBytes(value, texts) : formatNumber(value, texts));
  const words = texts.space[limit](format(isOfDisk(limit) ? most - used : used), format(most));
  if (isOfDisk(limit) || most === 0) return words;
  return `${words} (${formatNumber(Math.floor((100 * used) / most), texts)} %)`;
}

/** The last closed date must be at least this many days ahead. */
const closedAheadDays = 30;

/** Finds closed days whose dates run out. */
export function findEndingHours(
  { hours, case_types }: Pick<Config, 'hours' | 'case_types'>,
  now: number,
  texts = deskTexts.en,
): Finding[] {
  const ofCaseTypes = Object.entries(case_types).map(
    ([name, own]) => [`case_types.${name}.hours`, own.hours] as const,
  );
  // Case types without hours of their own share those at the top.
  const all = [['hours', hours] as const, ...ofCaseTypes.filter(([, own]) => own !== hours)];
  return all.flatMap(([key, each]) => {
    const last = each && findLastClosedDate(each, now);
    if (!last || last.daysAhead >= closedAheadDays) return [];
    const { past, soon } = texts.findings.hours;
    const problem = last.daysAhead < 0 ? past(key, last.date) : soon(key, last.date, closedAheadDays);
    return [toFinding('hours', { which: key, problem }, texts)];
  });
}
