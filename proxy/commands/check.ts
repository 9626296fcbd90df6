import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { pino } from 'pino';
import { OutboxLost } from '../database/sqlite.ts';
import { createEnquiryApi } from '../delivery/enquiry-api.ts';
import { openStoreBeside } from '../outbox/open-store.ts';
import type { Config } from '../settings/config.ts';
import type { Environment } from '../settings/environment.ts';
import { secretFault } from '../settings/secret.ts';
import { readSettings, SettingsFaulty } from '../settings/settings.ts';
import { type Command, Misuse, print } from './command.ts';

/** One finding: what was looked at, whether it is well, and what to do when it is not. */
interface Finding {
  check: string;
  status: 'ok' | 'warning' | 'failed';
  advice?: string;
}

const clockSkewMs = 60_000;

/** `check`: everything that can be known before the first visitor comes; nothing is created. */
export const check: Command = async (words, options, variables) => {
  if (words.length > 0) throw new Misuse('check takes no further word.');
  let isWell = true;
  const say = ({ check, status, advice }: Finding) => {
    if (status === 'failed') isWell = false;
    print(options, { check, status, advice }, `${status.padEnd(7)}  ${check}${advice ? `: ${advice}` : ''}`);
  };
  let read: { settings: Environment; config: Config };
  try {
    read = readSettings(variables);
  } catch (error) {
    if (!(error instanceof SettingsFaulty)) throw error;
    for (const line of error.lines) say({ check: 'settings', status: 'failed', advice: line.trim() });
    return 1;
  }
  const { settings, config } = read;
  say({ check: 'settings', status: 'ok' });
  for (const finding of warnings(config, settings)) say(finding);
  say(await checkStore(settings));
  if (settings.DATABASE_URL === undefined) say(checkFolder(settings.ENQUIRY_DATA));
  if (settings.ENQUIRY_SECRET === undefined) say(checkSecret(settings.ENQUIRY_DATA));
  for (const finding of await checkEnquiryApi(settings)) say(finding);
  return isWell ? 0 : 1;
};

function warnings(config: Config, { ENQUIRY_PUBLIC_ORIGIN }: Environment): Finding[] {
  const found: Finding[] = [];
  const warn = (what: string, advice: string) => found.push({ check: what, status: 'warning', advice });
  if (!config.privacy)
    warn('privacy', 'the config has no "privacy": say above Send what happens to the data');
  const origins = [...config.origins, ENQUIRY_PUBLIC_ORIGIN].filter(each => each !== undefined);
  if (origins.length === 0) warn('origins', 'the config names no page that may post');
  for (const origin of origins) {
    if (origin.startsWith('http:') && !/\/\/(localhost|127\.)/.test(origin))
      warn('origins', `${origin} is not https`);
  }
  return found;
}

async function checkStore(settings: Environment): Promise<Finding> {
  const name =
    settings.DATABASE_URL === undefined ? `store in ${settings.ENQUIRY_DATA}` : 'store in PostgreSQL';
  try {
    const { outbox, spool, orphans } = await openStoreBeside(settings, Date.now, pino({ level: 'silent' }), {
      mayCreate: true,
    });
    await outbox.archive.probe();
    await spool.probe();
    const warning = await outbox.archive.durabilityWarning();
    const orphaned = (await orphans?.list())?.length ?? 0;
    await outbox.close();
    if (orphaned > 0) {
      const advice = `${orphaned} orphaned files in the spool: "outbox orphans" lists them; adopt or drop each`;
      return { check: name, status: 'failed', advice };
    }
    if (warning)
      return { check: name, status: 'failed', advice: `${warning}: what it acknowledged may be lost` };
    return { check: name, status: 'ok' };
  } catch (error) {
    // The machine's or the operator's fault.
    const { code, message } = error as { code?: string; message: string };
    if (error instanceof OutboxLost) return { check: name, status: 'failed', advice: message };
    return {
      check: name,
      status: 'failed',
      advice: `nothing can be stored (${code ?? message}); is it reachable, writable and not full?`,
    };
  }
}

function checkFolder(folder: string): Finding {
  const others = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0;
  if ((others & 0o077) === 0) return { check: 'rights of the data folder', status: 'ok' };
  return {
    check: 'rights of the data folder',
    status: 'warning',
    advice: `others can look into it: chmod 700 ${folder}`,
  };
}

function checkSecret(folder: string): Finding {
  const advice = secretFault(folder);
  return { check: 'secret', status: advice === undefined ? 'ok' : 'failed', ...(advice && { advice }) };
}

/** What to do about a connection that failed, by the code of OpenSSL or Node in the reason. */
function connectionAdvice(reason: string): string {
  if (reason.includes('CERT_HAS_EXPIRED'))
    return 'the certificate of the enquiry API has expired: its operator has to renew it';
  if (/SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(reason))
    return 'the certificate of the enquiry API is not trusted: if it is from a private CA, name that CA in NODE_EXTRA_CA_CERTS';
  if (reason.includes('ALTNAME')) return 'the certificate is for another host: check ENQUIRY_API_URL';
  if (/SSL|EPROTO/.test(reason)) return 'the port does not speak TLS: check ENQUIRY_API_URL';
  return 'is ENQUIRY_API_URL right, and the network?';
}

/** A create without a forename is answered 400 when the login is right and 401 when it is wrong (spec 7), and
 * creates nothing. */
async function checkEnquiryApi(settings: Environment): Promise<Finding[]> {
  let answeredAt: number | undefined;
  const client = createEnquiryApi(settings, Date.now, date => {
    answeredAt = date;
  });
  const outcome = await client.create({
    forename: '',
    case_type: 'check',
    meta: [],
    marketing_keywords: randomBytes(4).toString('hex'),
  });
  await client.close();
  const name = 'enquiry API and login';
  const failed = (advice: string): Finding[] => [{ check: name, status: 'failed', advice }];
  if (outcome.kind === 'unavailable') return failed(`${outcome.reason}; ${connectionAdvice(outcome.reason)}`);
  if (outcome.kind === 'unknown') return failed(`${outcome.reason}; it is there, but does not work`);
  if (outcome.kind === 'misconfigured') {
    const isLogin = /40[13]/.test(outcome.reason);
    return failed(
      `${outcome.reason}; ${isLogin ? 'ENQUIRY_API_USERNAME or ENQUIRY_API_PASSWORD is wrong' : 'ENQUIRY_API_URL is not where it is'}`,
    );
  }
  if (outcome.kind === 'delivered')
    return failed('it created an enquiry without a forename, against its specification');
  const findings: Finding[] = [{ check: name, status: 'ok' }];
  if (answeredAt === undefined) return findings;
  const skewMs = Math.abs(answeredAt - Date.now());
  findings.push(
    skewMs < clockSkewMs
      ? { check: 'clock', status: 'ok' }
      : {
          check: 'clock',
          status: 'warning',
          advice: `differs from the enquiry API's by ${Math.round(skewMs / 1000)} s; set it by NTP`,
        },
  );
  return findings;
}
