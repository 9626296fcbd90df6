import { statSync } from 'node:fs';
import { pino } from 'pino';
import type { Definition } from '../contract/definition.ts';
import { WrongEncoding } from '../database/postgres.ts';
import { OutboxLost } from '../database/sqlite.ts';
import { readDefinitions } from '../enquiry/read-definitions.ts';
import { reserveHeightCss } from '../form-height/reserve-height.ts';
import { openStoreBeside } from '../outbox/open-store.ts';
import { countKept, type KeptCounts } from '../outbox/outbox-status.ts';
import { noTrustedHops } from '../settings/advice.ts';
import type { Config } from '../settings/config.ts';
import { InvalidConfiguration } from '../settings/configuration-error.ts';
import { generatedSecretError } from '../settings/generated-secret.ts';
import { readConfig, readSettings } from '../settings/read-settings.ts';
import type { Settings, StoreSettings } from '../settings/settings.ts';
import { checkDisk } from './check-disk.ts';
import { checkEnquiryApi } from './check-enquiry-api.ts';
import { type Command, expectNoArguments, print } from './command.ts';
import type { Finding } from './finding.ts';
import { findDeliveryNeeds } from './needs.ts';
import { countOf } from './plain-words.ts';

/** `check`: reports every problem that can be found before the first visitor arrives; with `--config`, only those of this
 * config file. Also prints the CSS for the pages. Creates nothing at the enquiry API. */
export const check: Command = async (args, options, variables) => {
  expectNoArguments('check', args);
  const findings: Finding[] = [];
  const report = (finding: Finding) => {
    findings.push(finding);
    const { check, status, advice } = finding;
    print(options, { check, status, advice }, `${status.padEnd(7)}  ${check}${advice ? `: ${advice}` : ''}`);
  };
  let read: { settings?: Settings; config: Config };
  try {
    read =
      options.config === undefined ? readSettings(variables) : readConfig({ ENQUIRY_CONFIG: options.config });
  } catch (error) {
    if (!(error instanceof InvalidConfiguration)) throw error;
    for (const line of error.lines) report({ check: 'settings', status: 'failed', advice: line });
    return 1;
  }
  const { settings, config } = read;
  report({ check: 'settings', status: 'ok' });
  for (const finding of checkConfig(config, settings?.requests.publicOrigin)) report(finding);
  if (settings) await checkServices(settings, report);
  const css = reserveHeightCss(await definitionsOf(config));
  print(options, { css }, `\nCSS that reserves the form's height while it loads:\n\n${css}`);
  return findings.some(({ status }) => status === 'failed') ? 1 : 0;
};

async function definitionsOf(config: Config): Promise<Definition[]> {
  const definitions = await readDefinitions(config);
  return definitions.caseTypes.map(name => definitions.current(name)).filter(each => each !== undefined);
}

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
  const isOnLoopback = /^(localhost|127(\.\d+){3}|::1)$/.test(server.host);
  if (requests.trustedProxyHops > 0 || !isOnLoopback) return { check, status: 'ok' };
  return { check, status: 'warning', advice: noTrustedHops };
}

function checkConfig(config: Config, publicOrigin: string | undefined): Finding[] {
  const findings: Finding[] = [];
  const warn = (check: string, advice: string) => findings.push({ check, status: 'warning', advice });
  if (!config.privacy)
    warn('privacy', 'add "privacy" to the config, to show a privacy notice above the Send button');
  const origins = [...config.origins, publicOrigin].filter(each => each !== undefined);
  if (origins.length === 0)
    warn('origins', 'no page can send enquiries: add its origin to "origins" in the config');
  for (const origin of origins) {
    if (origin.startsWith('http:') && !/\/\/(localhost|127\.)/.test(origin))
      warn('origins', `${origin} does not use https`);
  }
  return findings;
}

async function checkStore(store: StoreSettings): Promise<Finding[]> {
  const check = store.databaseUrl === undefined ? `store in ${store.dataFolder}` : 'store in PostgreSQL';
  try {
    const { outbox, spool, orphans } = await openStoreBeside(store, Date.now, pino({ level: 'silent' }), {
      mayCreate: true,
    });
    await outbox.archive.probe();
    await spool.probe();
    const durabilityWarning = await outbox.archive.durabilityWarning();
    const orphaned = (await orphans?.list())?.length ?? 0;
    const deliveries = checkDeliveries(countKept(await outbox.operator.depth()));
    await outbox.close();
    if (orphaned > 0) {
      const advice = `${countOf(orphaned, 'orphaned file')} in the spool: list them with "outbox orphans", then adopt or drop each`;
      return [{ check, status: 'failed', advice }, ...deliveries];
    }
    if (durabilityWarning) {
      const advice = `database is not crash-safe: ${durabilityWarning}`;
      return [{ check, status: 'failed', advice }, ...deliveries];
    }
    return [{ check, status: 'ok' }, ...deliveries];
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (error instanceof OutboxLost || error instanceof WrongEncoding)
      return [{ check, status: 'failed', advice: message }];
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
