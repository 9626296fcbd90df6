import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type DiskSpace, measureDisk } from '../database/disk-reserve.ts';
import { WrongEncoding } from '../database/postgres.ts';
import { OutboxLost } from '../database/sqlite.ts';
import { OlderTables } from '../database/tables.ts';
import { createEnquiryApi } from '../delivery/enquiry-api.ts';
import { sendLoginTest } from '../delivery/login-test.ts';
import type { Outcome } from '../delivery/outcome.ts';
import { namesOf } from '../enquiry/definitions.ts';
import { isPostgresDiskFull, openStoreBeside } from '../outbox/outbox.ts';
import { countKept, type KeptCounts } from '../outbox/outbox-status.ts';
import type { ProcessRow } from '../outbox/processes.ts';
import type { Config } from '../settings/config.ts';
import { InvalidConfiguration } from '../settings/configuration-error.ts';
import { generatedSecretError } from '../settings/generated-secret.ts';
import { configPath, readConfig, readSettings } from '../settings/read-settings.ts';
import {
  type EnquiryApiSettings,
  isLoopback,
  type Settings,
  type StoreSettings,
} from '../settings/settings.ts';
import { keptFreeBytes, listFiles } from '../spool/folder-spool.ts';
import { command, flag, silent, text } from './command.ts';
import { acceptIds, findChangedIds, lockPath } from './ids.ts';
import { countOf } from './plain-words.ts';
import { describeRotation, nameProcess } from './rotation.ts';
import { findDeliveryNeeds, findHoursNeeds } from './status.ts';

/** The result of one check. */
interface Finding {
  /** The subject of the check. */
  check: string;
  status: 'ok' | 'warning' | 'failed';
  /** The problem and its solution, or what to do next. Absent if there is nothing to do. */
  advice?: string;
}

/** `check`: reports every problem that can be found before the first visitor arrives; with `--config`, only those of this
 * config file. Creates nothing at the enquiry API. */
export const check = command({
  options: { json: flag, config: text, 'accept-ids': flag },
  async run(values, io) {
    const findings: Finding[] = [];
    const report = (finding: Finding) => {
      findings.push(finding);
      const { check, status, advice } = finding;
      io.print({ check, status, advice }, `${status.padEnd(7)}  ${check}${advice ? `: ${advice}` : ''}`);
    };
    const variables = values.config === undefined ? io.variables : { ENQUIRY_CONFIG: values.config };
    let read: { settings?: Settings; config: Config };
    try {
      read = values.config === undefined ? readSettings(variables) : readConfig(variables);
    } catch (error) {
      if (!(error instanceof InvalidConfiguration)) throw error;
      for (const line of error.lines) report({ check: 'settings', status: 'failed', advice: line });
      return 1;
    }
    const { settings, config } = read;
    report({ check: 'settings', status: 'ok' });
    for (const finding of checkConfig(config, settings?.requests.publicOrigin)) report(finding);
    for (const finding of checkIds(config, lockPath(configPath(variables)), values['accept-ids']))
      report(finding);
    if (settings) await checkServices(settings, report);
    return findings.some(({ status }) => status === 'failed') ? 1 : 0;
  },
});

async function checkServices(settings: Settings, report: (finding: Finding) => void): Promise<void> {
  report(checkWebServers(settings));
  for (const finding of await checkStore(settings.store)) report(finding);
  if (settings.store.databaseUrl === undefined) {
    report(checkFolder(settings.store.dataFolder));
    report(await checkDisk(settings));
  }
  if (settings.secrets === undefined) report(checkSecret(settings.store.dataFolder));
  for (const finding of await checkEnquiryApi(settings.enquiryApi)) report(finding);
}

/** Only a web server on the same machine can pass on visitors' requests to loopback. */
function checkWebServers({ server, requests }: Settings): Finding {
  const check = 'web servers in front';
  const { publicOrigin, trustedProxyHops } = requests;
  const isForThisComputer = publicOrigin !== undefined && isLoopback(new URL(publicOrigin).hostname);
  if (trustedProxyHops > 0 || !isLoopback(server.host) || isForThisComputer) return { check, status: 'ok' };
  const advice =
    'limits per address do not apply, because the proxy listens on loopback and visitors come through a web server: ' +
    'set TRUSTED_PROXY_HOPS to the number of your web servers';
  return { check, status: 'warning', advice };
}

function checkConfig(config: Config, publicOrigin: string | undefined): Finding[] {
  const findings: Finding[] = [];
  const warn = (check: string, advice: string) => findings.push({ check, status: 'warning', advice });
  const caseTypes = Object.entries(config.case_types);
  const unexplained = caseTypes.filter(([, { privacy }]) => !privacy).map(([name]) => name);
  if (unexplained.length > 0) {
    const place = unexplained.length < caseTypes.length ? ` (missing for ${unexplained.join(', ')})` : '';
    warn('privacy', `add "privacy" to the config, to show a privacy notice above the Send button${place}`);
  }
  const origins = [...config.origins, publicOrigin].filter(each => each !== undefined);
  if (origins.length === 0)
    warn('origins', 'no page can send enquiries: add its origin to "origins" in the config');
  for (const origin of origins) {
    if (origin.startsWith('http:') && !/\/\/(localhost|127\.)/.test(origin))
      warn('origins', `${origin} does not use https`);
  }
  for (const { problem, action, command } of findHoursNeeds(config, Date.now()))
    warn('hours', `${problem} ${action}: ${command}`);
  for (const advice of findMixedIds(config)) warn('names', advice);
  return findings;
}

/** Without a lock file, nobody wants the ids checked. */
function checkIds(config: Config, path: string, accept = false): Finding[] {
  const check = 'ids';
  if (accept) acceptIds(config, path);
  if (!existsSync(path)) return [];
  const changes = findChangedIds(config, path);
  if (changes.length > 0) return changes.map(advice => ({ check, status: 'failed', advice }));
  return [{ check, status: 'ok', ...(accept && { advice: `recorded in ${path}` }) }];
}

/** The enquiry API expects the same ids within a case type (spec 2.2), and several of ours may be sent under one name. */
function findMixedIds(config: Config): string[] {
  const first = new Map<string, { name: string; type: string }>();
  return Object.keys(config.case_types).flatMap(name => {
    const { questions, sent } = namesOf(config, name);
    return questions.flatMap(({ id, type }) => {
      const sentId = sent.questions.get(id)!.id;
      const key = JSON.stringify([sent.case_type, sentId]);
      const earlier = first.get(key) ?? { name, type };
      first.set(key, earlier);
      if (earlier.type === type) return [];
      return (
        `${earlier.name} and ${name} are both sent as "${sent.case_type}", but "${sentId}" is ${earlier.type} in one ` +
        `and ${type} in the other: send another id or case type for one of them`
      );
    });
  });
}

async function checkStore(store: StoreSettings): Promise<Finding[]> {
  const check = store.databaseUrl === undefined ? `store in ${store.dataFolder}` : 'store in PostgreSQL';
  try {
    const { outbox, spool, orphans } = await openStoreBeside(store, Date.now, silent, { mayCreate: true });
    await outbox.archive.probe();
    await spool.probe();
    const durabilityWarning = await outbox.archive.durabilityWarning();
    const orphaned = (await orphans?.list())?.length ?? 0;
    const running = await outbox.processes.list();
    const contents = [
      ...checkDeliveries(countKept(await outbox.operator.depth())),
      checkProcesses(running),
      checkRotation(running),
    ];
    await outbox.close();
    if (orphaned > 0) {
      const advice = `${countOf(orphaned, 'orphaned file')} in the spool: list them with "outbox orphans", then adopt or drop each`;
      return [{ check, status: 'failed', advice }, ...contents];
    }
    if (durabilityWarning) {
      const advice = `database is not crash-safe: ${durabilityWarning}`;
      return [{ check, status: 'failed', advice }, ...contents];
    }
    return [{ check, status: 'ok' }, ...contents];
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (error instanceof OlderTables) return [{ check, status: 'warning', advice: message }];
    if (error instanceof OutboxLost || error instanceof WrongEncoding)
      return [{ check, status: 'failed', advice: message }];
    if (isPostgresDiskFull(error)) {
      const advice = 'database disk full: free or add space on the disk of the database';
      return [{ check, status: 'failed', advice }];
    }
    const advice = `cannot be written (${code ?? message}): check that it is reachable and writable, and not full`;
    return [{ check, status: 'failed', advice }];
  }
}

/** Held deliveries wait for a person. The others may be all right. */
function checkDeliveries(counts: KeptCounts): Finding[] {
  const check = 'deliveries';
  const needs = findDeliveryNeeds(counts);
  if (needs.length === 0) return [{ check, status: 'ok' }];
  return needs.map(({ subject, problem, action, command }) => ({
    check,
    status: subject === 'held' ? 'failed' : 'warning',
    // The next checks may find out why deliveries are waiting.
    advice: subject === 'waiting' ? problem : `${problem} ${action}: ${command}`,
  }));
}

/** How long processes may differ while a change is rolled out. */
const rolloutMs = 10 * 60_000;

/** Checks whether all processes use the same config, login, secrets and client keys. */
function checkProcesses(processes: ProcessRow[]): Finding {
  const check = 'processes';
  // All were the same until a process loaded the second version. Others may have loaded it or been started since.
  const versions = [...Map.groupBy(processes, ({ loaded_hash }) => loaded_hash).values()]
    .map(own => ({ own, sinceMs: Math.max(...own.map(({ same_hash_ms }) => same_hash_ms)) }))
    .sort((a, b) => b.sinceMs - a.sinceMs);
  const secondMs = versions[1]?.sinceMs ?? 0;
  if (secondMs <= rolloutMs) return { check, status: 'ok' };
  const outdated = versions.slice(0, -1).flatMap(({ own }) => own.map(nameProcess));
  const advice =
    'they use different configs, logins, secrets or client keys, as "status" shows. ' +
    `Probably outdated: ${outdated.join(', ')}. Copy the current files there, and run "reload"`;
  return { check, status: 'warning', advice };
}

/** Checks whether each process can read what the others sign, and says how far a rotation of the secret is. */
function checkRotation(processes: ProcessRow[]): Finding {
  const { step, fault } = describeRotation(processes);
  const advice = fault ?? step;
  return { check: 'secrets', status: fault === undefined ? 'ok' : 'warning', ...(advice && { advice }) };
}

function checkFolder(folder: string): Finding {
  const check = 'permissions of the data folder';
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) === 0) return { check, status: 'ok' };
  return { check, status: 'warning', advice: `other users have access: run chmod 700 ${folder}` };
}

function checkSecret(folder: string): Finding {
  const advice = generatedSecretError(folder);
  return { check: 'secret', status: advice === undefined ? 'ok' : 'failed', ...(advice && { advice }) };
}

/** What an undelivered enquiry takes on the disk, on average. */
const enquiryBytes = 3_000;

/** Checks whether the disk of the data folder has room for all that the limits allow. */
async function checkDisk({ store, uploads, requests }: Settings): Promise<Finding> {
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
  const advice =
    `ENQUIRY_SPOOL_BYTES and ENQUIRY_OUTBOX_MOST allow ${inMebibytes(allowed)}, but the disk has room for ` +
    `${inMebibytes(room)}: use a larger disk, or lower them. ` +
    'In a long outage of the enquiry API, files would be refused early';
  return { check, status: 'warning', advice };
}

const inMebibytes = (bytes: number) => `${Math.floor(bytes / 2 ** 20)} MiB`;

/** How far the clocks may differ. */
const maxSkewMs = 60_000;

/** Checks the connection, the login and the clock. */
async function checkEnquiryApi(settings: EnquiryApiSettings): Promise<Finding[]> {
  const check = 'enquiry API and login';
  let theirTime: number | undefined;
  const client = createEnquiryApi(settings, Date.now, date => {
    theirTime = date;
  });
  const outcome = await sendLoginTest(client, Math.random);
  await client.close();
  const advice = adviceFor(outcome);
  if (advice !== undefined) return [{ check, status: 'failed', advice }];
  return [{ check, status: 'ok' }, ...(theirTime === undefined ? [] : [checkClock(theirTime - Date.now())])];
}

const checkUrl = 'check ENQUIRY_API_URL';

function adviceFor(outcome: Outcome): string | undefined {
  switch (outcome.kind) {
    case 'unavailable':
      return `${outcome.reason}; ${connectionAdvice(outcome.reason)}`;
    case 'unknown':
      return `${outcome.reason}; the enquiry API is reachable, but not working`;
    case 'misconfigured': {
      const isLogin = /40[13]/.test(outcome.reason);
      return `${outcome.reason}; ${isLogin ? 'check ENQUIRY_API_USERNAME and ENQUIRY_API_PASSWORD' : checkUrl}`;
    }
    case 'delivered':
      return 'an enquiry without a forename was created, contrary to the specification';
    case 'refused':
      return undefined;
  }
}

/** Advice after a failed connection, by the OpenSSL or Node error code in the reason. */
function connectionAdvice(reason: string): string {
  if (reason.includes('CERT_HAS_EXPIRED'))
    return 'the certificate of the enquiry API has expired: ask its operator to renew it';
  if (/SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(reason))
    return `the certificate of the enquiry API is not trusted: trust a private CA with NODE_EXTRA_CA_CERTS`;
  if (reason.includes('ALTNAME')) return `the certificate is for another host: ${checkUrl}`;
  if (/SSL|EPROTO/.test(reason)) return `the port does not use TLS: ${checkUrl}`;
  return `${checkUrl} and the network`;
}

function checkClock(skewMs: number): Finding {
  const seconds = Math.round(Math.abs(skewMs) / 1_000);
  if (Math.abs(skewMs) < maxSkewMs) return { check: 'clock', status: 'ok' };
  return {
    check: 'clock',
    status: 'warning',
    advice: `differs from the enquiry API's clock by ${seconds} s: synchronise it with NTP`,
  };
}
