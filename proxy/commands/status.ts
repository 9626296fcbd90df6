import { expectNoBackup } from '../database/sqlite-copy.ts';
import { type DeliveryState, deliveryStates } from '../database/tables.ts';
import { describeStoredFailure } from '../outbox/failure.ts';
import { countDeliveries, countEnquiries, countOf, formatAge, formatNumber } from '../outbox/formats.ts';
import { describeSpace, type Inspection, inspect, verdictOf } from '../outbox/inspection.ts';
import { openStoreReadOnly, type Store } from '../outbox/outbox.ts';
import type { OutboxStatus, StateCount } from '../outbox/outbox-status.ts';
import { nameProcess, type ProcessRow } from '../outbox/processes.ts';
import type { Config } from '../settings/config.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { command, formatRow, messageOf, terminalColumns, withStore, wrap } from './command.ts';

/** The words for every state, so that TypeScript reports a new one. */
const wordsOf: Record<DeliveryState, string> = {
  ...{ delivered: 'delivered', waiting: 'waiting', held: 'held', dropped: 'dropped' },
  ...{ refused: 'returned to the visitor', test: 'sent through a test link' },
};
/** The states of enquiries that weren't acknowledged, or aren't real. */
const otherStates: DeliveryState[] = ['refused', 'test'];
const acceptedStates = deliveryStates.filter(state => !otherStates.includes(state));

/** What `status` shows. */
interface Status extends Inspection {
  accepted: number;
  keepDays: number;
}

/** Shows on one screen whether everything is being delivered, and what a person must do. Reads the store alone and changes
 * nothing. */
export const status = command({
  help:
    'Show whether everything is being delivered, and what needs you. Exit codes: 0: nothing; 1: a person must do ' +
    "something; 2: the status can't be read",
  async run({ io: { variables, print, warn } }) {
    try {
      const { settings, config } = readSettings(variables);
      const found = await readStatus(settings, config);
      print(toJson(found), toText(found));
      return found.findings.length > 0 ? 1 : 0;
    } catch (error) {
      // The settings are malformed, or the database is unreachable or from another release.
      warn(`enquiry-form: the status can't be read: ${messageOf(error)}`);
      return 2;
    }
  },
});

/** Rejects if the settings name no store that can be read. */
export async function readStatus(settings: Settings, config: Config): Promise<Status> {
  if (settings.store.databaseUrl === undefined) expectNoBackup(settings.store.dataFolder);
  const read = (store: Store) => inspect(store, { settings, config }, Date.now());
  const inspection = await withStore(settings, read, openStoreReadOnly);
  const accepted = acceptedStates.reduce((sum, state) => sum + inspection.outbox.arrived[state], 0);
  return { ...inspection, accepted, keepDays: config.delivery.keep_days };
}

function toJson(status: Status) {
  const { depth: _, ...outbox } = status.outbox;
  const { processes, accepted, space, findings } = status;
  return {
    verdict: verdictOf(status),
    needs: findings,
    accepted,
    ...outbox,
    space,
    processes: processes.map(({ host, pid, loaded_hash, same_hash_ms, test_failure }) => ({
      host,
      pid,
      loaded_hash,
      same_hash_ms,
      login_failure: describeStoredFailure(test_failure),
    })),
  };
}

function toText(found: Status): string {
  const { outbox, processes, accepted, space, findings } = found;
  const lines = [
    `${verdictOf(found)}${findings.length > 0 ? ':' : ''}`,
    ...findings.flatMap(({ problem, action, command }) =>
      ['', ...wrap(`${problem} ${action}:`, terminalColumns - 2), `    ${command}`].map(indent),
    ),
    '',
    ...formatRow('Last 24 hours', [
      `${countEnquiries(accepted)} accepted`,
      ...listStates(outbox, acceptedStates, ''),
      ...listStates(outbox, otherStates, 'not counted: '),
    ]),
    ...formatRow('Waiting', [describeState(outbox.waiting)]),
    ...formatRow('Held', [describeState(outbox.held)]),
    ...formatRow('Last delivery', describeDeliveries(found)),
    ...formatRow(
      'Space',
      space.map(each => describeSpace(each)),
    ),
    ...formatRow('Processes', processes.length > 0 ? processes.map(describeProcess) : ['none running']),
  ];
  return lines.join('\n');
}

function describeProcess(process: ProcessRow): string {
  const { loaded_hash, same_hash_ms, test_failure } = process;
  const failure =
    test_failure === null ? '' : `, test of the login fails: ${describeStoredFailure(test_failure)}`;
  return `${nameProcess(process)}: ${loaded_hash}, loaded ${formatAge(same_hash_ms)}${failure}`;
}

const indent = (line: string) => (line === '' ? line : `  ${line}`);

function listStates({ arrived }: OutboxStatus, states: DeliveryState[], prefix: string): string[] {
  const counted = states.filter(state => arrived[state] > 0);
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
