import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { decide, pauseMs, toFound } from '../alerts/alerts.ts';
import { request } from '../alerts/channels.ts';
import { expectNoBackup } from '../database/sqlite-copy.ts';
import { type DeliveryState, deliveryStates } from '../database/tables.ts';
import { describeFailure, describeStoredFailure } from '../outbox/failure.ts';
import { countDeliveries, countEnquiries, countOf, formatAge, formatNumber } from '../outbox/formats.ts';
import { describeSpace, type Finding, type Inspection, inspect } from '../outbox/inspection.ts';
import { openStoreReadOnly } from '../outbox/outbox.ts';
import type { OutboxStatus, StateCount } from '../outbox/outbox-status.ts';
import { nameProcess, type ProcessRow } from '../outbox/processes.ts';
import type { Config } from '../settings/config.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { command, flag, formatRow, silent, terminalColumns, text, wrap } from './command.ts';

/** The states of enquiries that were acknowledged, and their words. */
const acceptedStates = {
  delivered: 'delivered',
  waiting: 'waiting',
  held: 'held',
  dropped: 'dropped',
};
/** The other states. */
const otherStates = { refused: 'returned to the visitor', test: 'sent through a test link' };
/** Every state, so that TypeScript reports a new one. */
const wordsOf: Record<DeliveryState, string> = { ...acceptedStates, ...otherStates };

/** What `status` shows. */
interface Status extends Inspection {
  accepted: number;
  keepDays: number;
}

/** `status`: shows on one screen whether everything is being delivered, and what a person must do. Reads the store alone
 * and changes nothing. The exit code is 1 if a person must do something, and 2 if the status can't be read. */
export const status = command({
  options: { json: flag, ping: text, changes: text },
  async run(values, io) {
    const { variables, print, warn } = io;
    let code: number;
    let report: string;
    try {
      const { settings, config } = readSettings(variables);
      const found = await readStatus(settings, config);
      code = found.findings.length > 0 ? 1 : 0;
      report = toText(found);
      if (values.changes === undefined || hasChanged(values.changes, found.findings))
        print(toJson(found), report);
    } catch (error) {
      // The settings are malformed, or the database is unreachable or from another release.
      const { code: name, message } = error as { code?: string; message: string };
      code = 2;
      report = `enquiry-proxy: the status can't be read: ${message || name}`;
      if (values.changes === undefined || isNewFault(values.changes, report)) warn(report);
    }
    if (values.ping === undefined) return code;
    const failure = await request(`${values.ping}/${code}`, new AbortController().signal, report);
    if (failure) warn(`enquiry-proxy: the status could not be sent (${describeFailure(failure)})`);
    return failure ? 2 : code;
  },
});

/** Whether more or less needs a person than the last time, which a file remembers. */
function hasChanged(file: string, findings: Finding[]): boolean {
  const told = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
  const { message } = decide(findings, { told, passing: '{}', since_told_ms: pauseMs }, '');
  if (message) writeFileSync(file, JSON.stringify(toFound(findings)));
  return message !== undefined;
}

/** Whether the status couldn't be read for another reason the last time, or could be. */
function isNewFault(file: string, title: string): boolean {
  const told = JSON.stringify({ unreadable: { title, level: 'failed' } });
  try {
    if (existsSync(file) && readFileSync(file, 'utf8') === told) return false;
    writeFileSync(file, told);
  } catch {
    // The report may be about this file: then it is printed each time.
  }
  return true;
}

async function readStatus(settings: Settings, config: Config): Promise<Status> {
  if (settings.store.databaseUrl === undefined) expectNoBackup(settings.store.dataFolder);
  const opened = await openStoreReadOnly(settings.store, Date.now, silent);
  try {
    const inspection = await inspect(opened, { settings, config }, Date.now());
    const accepted = sumOf(inspection.outbox, acceptedStates);
    return { ...inspection, accepted, keepDays: config.delivery.keep_days };
  } finally {
    await opened.outbox.close();
  }
}

const sumOf = ({ arrived }: OutboxStatus, states: object) =>
  deliveryStates.filter(state => state in states).reduce((sum, state) => sum + arrived[state], 0);

function toJson({ outbox: { depth: _, ...outbox }, processes, accepted, space, findings }: Status) {
  return {
    verdict: verdictOf(outbox, findings),
    needs: findings,
    accepted,
    ...outbox,
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

function verdictOf({ failures }: Pick<OutboxStatus, 'failures'>, { length }: Finding[]): string {
  if (length > 0) return `${countOf(length, 'thing')} ${length === 1 ? 'needs' : 'need'} you`;
  if (failures.length > 0) return 'Deliveries are failing and will be repeated. Nothing needs you yet.';
  return 'Everything is being delivered.';
}

function toText(found: Status): string {
  const { outbox, processes, accepted, space, rotationStep, findings } = found;
  const lines = [
    `${verdictOf(outbox, findings)}${findings.length > 0 ? ':' : ''}`,
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
    ...formatRow('Space', space.map(describeSpace)),
    ...formatRow('Processes', processes.length > 0 ? processes.map(describeProcess) : ['none running']),
    ...(rotationStep === undefined ? [] : formatRow('Secret', [rotationStep])),
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
