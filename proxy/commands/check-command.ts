import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { isWell } from '../alerts/alerts.ts';
import { createChannels, createHeartbeat } from '../alerts/channels.ts';
import { deskTexts } from '../contract/languages/desk-texts.ts';
import { enquiryTextsIn } from '../contract/languages/enquiry-texts.ts';
import { WrongEncoding } from '../database/postgres.ts';
import { OutboxLost } from '../database/sqlite.ts';
import { expectNoBackup, hasDatabase, UnpackedBackup } from '../database/sqlite-copy.ts';
import { NoTables, OlderTables } from '../database/tables.ts';
import type { Outcome } from '../delivery/api-outcome.ts';
import { sendLoginTest } from '../delivery/availability.ts';
import { createEnquiryApi } from '../delivery/enquiry-api.ts';
import { createScanner, type Scanner } from '../delivery/scanner.ts';
import { namesOf } from '../enquiry/definitions.ts';
import { describeFailure } from '../outbox/failure.ts';
import { formatNumber } from '../outbox/formats.ts';
import { type Finding, findEndingHours, inspect } from '../outbox/inspection.ts';
import { findLeftBehind, isPostgresDiskFull } from '../outbox/outbox.ts';
import { type Config, settingsOf } from '../settings/config.ts';
import { InvalidConfiguration } from '../settings/configuration-error.ts';
import type { ConfigMistake } from '../settings/parse-config.ts';
import { configPath, formatMistake, readConfigFile, readEnvironment } from '../settings/read-settings.ts';
import { generatedSecretError } from '../settings/secrets.ts';
import { type EnquiryApiSettings, isLoopback, type Settings } from '../settings/settings.ts';
import { isPair, textsOf } from '../settings/texts.ts';
import { noOwner } from '../spool/spool.ts';
import { command, flag, type Io, messageOf, type Needs, parsed, text, withStore } from './command.ts';
import { acceptIds, findChangedIds, lockPath } from './ids.ts';
import { parsePage } from './snippet.ts';
import { readStatus } from './status.ts';

/** The result of one check. */
interface Result {
  /** The subject of the check. */
  check: string;
  status: 'ok' | 'warning' | 'failed';
  /** The problem and its solution, or what to do next. Absent if there is nothing to do. */
  advice?: string | undefined;
  /** A mistake in the config file. */
  mistake?: ConfigMistake & { file: string };
}
/** Reports a check: without advice as `ok`, and otherwise at a level, by default `failed`. */
type Report = (check: string, advice?: string, level?: Result['status']) => void;

/** Reports every problem that can be found before the first visitor arrives. Creates nothing at the enquiry API. */
export const check = command({
  help: 'Check the settings, the store and the login to the enquiry API, without creating anything',
  options: {
    config: text('FILE', 'check only this config file'),
    page: parsed(
      'URL',
      'check only this page: what keeps its form from working, and the line to change. ' +
        "Exit code 2: the page can't be read",
      parsePage,
    ),
    alert: flag('send a test through every channel for alerts'),
    'accept-ids': flag(
      'record the names that the enquiry API gets in enquiry.ids.json, beside the config. Afterwards, "check" ' +
        'fails if a published name was removed or changed, and if there are new ones',
    ),
  },
  async run({ values, io }) {
    const { page } = values;
    let isFine = true;
    const print = ({ check, status, advice, mistake }: Result) => {
      isFine &&= status !== 'failed';
      const lines = [`${status.padEnd(7)}  ${check}${advice ? `: ${advice}` : ''}`];
      if (mistake?.text) lines.push(...markedLine(mistake));
      io.print({ check, status, advice, ...mistake }, lines.join('\n'));
    };
    const report: Report = (check, advice, level = 'failed') =>
      print({ check, status: advice === undefined ? 'ok' : level, advice });
    const variables = values.config === undefined ? io.variables : { ENQUIRY_CONFIG: values.config };
    let settings: Settings | undefined;
    try {
      if (values.config === undefined) settings = readEnvironment(variables);
    } catch (error) {
      if (!(error instanceof InvalidConfiguration)) throw error;
      for (const line of error.lines) report('settings', line);
    }
    const { config, mistakes, path: file } = readConfigFile(variables);
    for (const mistake of page && config ? [] : mistakes) {
      const status = mistake.level === 'error' ? 'failed' : 'warning';
      const advice = formatMistake(file, mistake);
      print({ check: 'config', status, advice, mistake: { file, ...mistake } });
    }
    if (!config || !isFine) return 1;
    if (page) return await reportPage(page, { ...(settings && { settings }), config }, { io, report });
    report('settings');
    checkConfig(config, settings?.requests.publicUrl?.origin, report);
    checkIds(config, lockPath(configPath(variables)), { accept: values['accept-ids'], report });
    if (settings) {
      await checkServices({ settings, config }, report, variables.ENQUIRY_DESK_USERS_FILE);
      await checkAlerts({ settings, config }, { isTest: values.alert, report });
    }
    return isFine ? 0 : 1;
  },
});

/** The line of the config, and below it a mark. */
const markedLine = ({ text, mark: { start, end } }: ConfigMistake) =>
  [text, `${' '.repeat(start)}${'^'.repeat(end - start)}`].map(line => `         ${line}`);

/** Reports what keeps the form on a page from working. Resolves with the exit code. */
async function reportPage(
  page: URL,
  { settings, config }: { settings?: Settings; config: Config },
  { io, report }: { io: Io; report: Report },
): Promise<number> {
  // The parser takes long enough to slow down the start of the proxy.
  const { checkPage } = await import('./check-page.ts');
  let found: Awaited<ReturnType<typeof checkPage>>;
  try {
    found = await checkPage(page, settings?.requests.publicUrl?.href, config);
  } catch (error) {
    io.warn(`enquiry-form: the page can't be read: ${messageOf(error)}`);
    return 2;
  }
  for (const { check, advice, status } of found.results) report(check, advice, status);
  // Somebody has put it right. From another machine than the proxy's, the store may be out of reach: it then forgets the
  // page within a week.
  if (settings && found.results.every(({ status }) => status === 'ok'))
    await withStore(settings, ({ outbox }) => outbox.hourlyCounts.forgetBlocking(found.origin)).catch(
      () => {},
    );
  return found.results.some(({ status }) => status === 'failed') ? 1 : 0;
}

async function checkServices(read: Needs['settings'], report: Report, users?: string): Promise<void> {
  const { store, secrets, enquiryApi } = read.settings;
  report('web servers in front', adviceForWebServers(read.settings), 'warning');
  await checkStore(read, report);
  const folder = store.databaseUrl === undefined && statSync(store.dataFolder, { throwIfNoEntry: false });
  const advice = `other users have access: run chmod 700 ${store.dataFolder}`;
  if (folder) report('permissions of the data folder', folder.mode & 0o077 ? advice : undefined, 'warning');
  const readable = users !== undefined && (statSync(users).mode & 0o004) > 0;
  const remedy = readable ? `other users can read it: run chmod o-r ${users}` : undefined;
  if (users) report('permissions of ENQUIRY_DESK_USERS_FILE', remedy, 'warning');
  if (secrets === undefined) report('secret', generatedSecretError(store.dataFolder));
  await checkEnquiryApi(enquiryApi, report);
  await checkScanner(read, report);
}

/** Checks whether anybody is told what needs a person, and if asked to, sends a test through every channel. */
async function checkAlerts(
  { settings, config }: Needs['settings'],
  { isTest, report }: { isTest: boolean; report: Report },
): Promise<void> {
  const { alerts, admin } = settings;
  const channels = createChannels(alerts);
  const heartbeat = createHeartbeat(alerts);
  const rings = [config, ...Object.values(config.case_types)].some(each => each.alerts?.new_enquiries);
  const isNobodyTold = channels.length === 0 && (isTest || rings || admin.port === undefined);
  const advice = rings
    ? 'nobody is told of new enquiries: set ENQUIRY_ALERT_URL or ENQUIRY_ALERT_EMAIL'
    : 'nobody is told when something needs a person: set ENQUIRY_ALERT_URL or ENQUIRY_ALERT_EMAIL, ' +
      'or collect the metrics with ADMIN_PORT';
  if (isNobodyTold || !isTest) return report('alerts', isNobodyTold ? advice : undefined, 'warning');
  const subject = 'Enquiry form: this is a test';
  const text = `${subject}. When something needs you, a message like this one says what.`;
  const { signal } = new AbortController();
  // A success would clear an alarm that is justified. A status that can't be read counts as a failure.
  const found = heartbeat && (await readStatus(settings, config).catch(() => undefined));
  const isFine = heartbeat !== undefined && found !== undefined && isWell(found.findings, heartbeat);
  const asFailure = isFine ? '' : ', as a failure: see "status"';
  const tests = [
    ...channels.map(({ name, send }) => ({ name, sent: send({ subject, text, needs: [] }, signal), as: '' })),
    ...(heartbeat ? [{ name: heartbeat.name, sent: heartbeat.send(isFine, signal), as: asFailure }] : []),
  ];
  for (const { name, sent, as } of tests) {
    const failure = await sent;
    if (failure) report(name, `the test could not be sent (${describeFailure(failure)})`);
    else report(name, `a test was sent${as}`, 'ok');
  }
}

/** Only a web server on the same machine can pass on visitors' requests to loopback. */
function adviceForWebServers({ server, requests }: Settings): string | undefined {
  const { publicUrl, trustedProxyHops } = requests;
  const isForThisComputer = publicUrl !== undefined && isLoopback(publicUrl.hostname);
  if (trustedProxyHops > 0 || !isLoopback(server.host) || isForThisComputer) return undefined;
  return (
    'limits per address do not apply, because the proxy listens on loopback and visitors come through a web server: ' +
    'set TRUSTED_PROXY_HOPS to the number of your web servers'
  );
}

function checkConfig(config: Config, publicOrigin: string | undefined, report: Report): void {
  const warn = (check: string, advice: string) => report(check, advice, 'warning');
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
  for (const finding of findEndingHours(config, Date.now())) warn('hours', toAdvice(finding));
  for (const advice of findMixedIds(config)) warn('names', advice);
  for (const advice of findPromisedCalls(config)) warn('next', advice);
}

/** Without a lock file, nobody wants the ids checked. */
function checkIds(
  config: Config,
  path: string,
  { accept, report }: { accept: boolean; report: Report },
): void {
  if (accept) acceptIds(config, path);
  if (!existsSync(path)) return;
  const changes = findChangedIds(config, path);
  for (const change of changes) report('ids', change);
  if (changes.length === 0) report('ids', accept ? `recorded in ${path}` : undefined, 'ok');
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

/** Words for calling and for writing, in the languages of the form. */
const callWords = /\b(?:call|phone|ring)|ffon|galw|\bruf|anruf|llam|appel|téléphon|dzwoni|تصل/i;
const writingWords = /mail|write|e-bost|ysgrif|schreib|correo|escrib|écri|pisz|بريد/i;

/** Finds texts that promise a call to visitors who may have given no number, and says what to write instead. */
function findPromisedCalls({ case_types, language }: Config): string[] {
  return Object.entries(case_types).flatMap(([name, { next, questions, hours }]) => {
    const number = questions.find(({ id }) => id === 'telephone_mobile');
    const isGiven = number?.type === 'hidden' || (number?.required && !number.shown_when);
    if (next === undefined || isPair(next) || isGiven) return [];
    if (!textsOf(next).some(text => callWords.test(text) && !writingWords.test(text))) return [];
    const replyIn = (lang: string) => enquiryTextsIn(lang).callBack.reply('{contact}', hours ? '{day}' : '');
    const languages = typeof next === 'string' ? [language] : Object.keys(next);
    const email = Object.fromEntries(languages.map(lang => [lang, replyIn(lang)]));
    return `${name} promises a call, but a visitor may give no phone number: write "next": ${JSON.stringify({ phone: next, email })}`;
  });
}

async function checkStore({ settings, config }: Needs['settings'], report: Report): Promise<void> {
  const { store } = settings;
  const check = store.databaseUrl === undefined ? `store in ${store.dataFolder}` : 'store in PostgreSQL';
  try {
    if (store.databaseUrl === undefined) {
      expectNoBackup(store.dataFolder);
      if (!hasDatabase(store.dataFolder)) return checkNewFolder(check, store.dataFolder, report);
    }
    await withStore(settings, async opened => {
      const { archive } = opened.outbox;
      await archive.probe();
      const { name } = await opened.spool.save(Readable.from([Buffer.from('test')]), noOwner);
      await opened.spool.erase(name);
      const warning = await archive.durabilityWarning();
      const { findings } = await inspect(opened, { settings, config }, Date.now());
      report(check, warning && `database is not crash-safe: ${warning}`);
      // Closed dates are a matter of the config alone.
      const own = findings.filter(({ subject }) => subject !== 'hours');
      if (own.length === 0) report('status');
      for (const each of own) report(each.title, toAdvice(each), each.level);
    });
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (error instanceof NoTables) {
      const leftBehind = await findLeftBehind(store, Date.now);
      report(check, createdLater, 'ok');
      const problem = leftBehind && deskTexts.en.findings.leftBehind(store.dataFolder, leftBehind);
      if (problem) report('enquiries that were left behind', `${problem}.`);
    } else if (error instanceof OlderTables) report(check, message, 'warning');
    else if ([OutboxLost, UnpackedBackup, WrongEncoding].some(each => error instanceof each))
      report(check, message);
    else if (isPostgresDiskFull(error))
      report(check, 'database disk full: free or add space on the disk of the database');
    else {
      const problem = `cannot be written (${code ?? message})`;
      report(check, `${problem}: check that it is reachable and writable, and not full`);
    }
  }
}

const createdLater = 'will be created at the first start';

/** Checks a data folder that has no outbox yet. Creates nothing, because a wrong folder would look like a healthy one. */
function checkNewFolder(check: string, folder: string, report: Report): void {
  let place = resolve(folder);
  while (!existsSync(place)) place = dirname(place);
  try {
    accessSync(place, constants.W_OK);
    report(check, createdLater, 'ok');
  } catch {
    report(check, `cannot be created, because ${place} cannot be written by this user`);
  }
}

/** The next checks may find out what `check` is recommended for. */
const toAdvice = ({ problem, action, command }: Finding) =>
  command === 'npx enquiry-form check' ? problem : `${problem} ${action}: ${command}`;

/** How far the clocks may differ. */
const maxSkewMs = 60_000;

/** Checks the connection, the login and the clock. */
async function checkEnquiryApi(settings: EnquiryApiSettings, report: Report): Promise<void> {
  let theirTime: number | undefined;
  const client = createEnquiryApi(settings, Date.now, date => {
    theirTime = date;
  });
  const advice = adviceFor(await sendLoginTest(client, Math.random));
  await client.close();
  report('enquiry API and login', advice);
  if (advice !== undefined || theirTime === undefined) return;
  const skewMs = Math.abs(theirTime - Date.now());
  const skew = `differs from the enquiry API's clock by ${Math.round(skewMs / 1_000)} s: synchronise it with NTP`;
  report('clock', skewMs < maxSkewMs ? undefined : skew, 'warning');
}

/** Sends the scanner the EICAR test file, put together here so that no scanner reports this program. */
async function checkScanner({ settings, config }: Needs['settings'], report: Report): Promise<void> {
  const url = settings.uploads.scanUrl;
  if (url === undefined) return;
  const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', 'STANDARD', 'ANTIVIRUS', 'TEST', 'FILE!$H+H*'].join(
    '-',
  );
  const scanner = createScanner(url);
  const failure = await scanner.scan(Readable.from([Buffer.from(eicar)]), eicar.length);
  if (failure?.cause === 'infected') return await checkLargest(scanner, config, report);
  const problem = failure ? describeFailure(failure) : 'the EICAR test file not recognised';
  report('scanner', `${problem}: check ENQUIRY_SCAN_URL, and update the signatures`);
}

/** Debian's limit, above which clamd calls a file clean without a look. No reply tells. */
const usualMaxFileBytes = 25 * 2 ** 20;

/** Sends the scanner as much as the largest file that visitors can send. */
async function checkLargest({ scan }: Pick<Scanner, 'scan'>, config: Config, report: Report): Promise<void> {
  const limits = Object.keys(config.case_types).map(name => settingsOf(config, name).attachments);
  const largest = Math.max(...limits.map(({ max_files, max_bytes }) => (max_files > 0 ? max_bytes : 0)));
  const chunk = Buffer.alloc(65_536);
  function* zeros() {
    for (let at = 0; at < largest; at += chunk.length) yield chunk.subarray(0, largest - at);
  }
  const failure = await scan(Readable.from(zeros()), largest);
  const above = `above max_bytes (${formatNumber(largest)})`;
  if (failure) {
    const problem = `files as large as max_bytes would be held (${describeFailure(failure)})`;
    const remedy = `set StreamMaxLength and MaxFileSize of clamd ${above}, and max_bytes to at most 67,108,864`;
    return report('scanner', `${problem}: ${remedy}`, 'warning');
  }
  const advice = `make sure that MaxFileSize of clamd is ${above}: it calls larger files clean without a look`;
  report('scanner', largest > usualMaxFileBytes ? advice : undefined, 'ok');
}

const checkUrl = 'check ENQUIRY_API_URL';
/** Advice after a failed connection, by the code of the OpenSSL or Node error. */
const connectionAdvice: [code: RegExp, advice: string][] = [
  [/CERT_HAS_EXPIRED/, 'the certificate of the enquiry API has expired: ask its operator to renew it'],
  [
    /SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/,
    'the certificate of the enquiry API is not trusted: trust a private CA with NODE_EXTRA_CA_CERTS',
  ],
  [/ALTNAME/, `the certificate is for another host: ${checkUrl}`],
  [/SSL|EPROTO/, `the port does not use TLS: ${checkUrl}`],
];

function adviceFor(outcome: Outcome): string | undefined {
  if (outcome.kind === 'refused') return undefined;
  if (outcome.kind === 'delivered')
    return 'an enquiry without a forename was created, contrary to the specification';
  const { kind, failure } = outcome;
  const { cause, status = 0, parameter = '' } = failure;
  const connection = connectionAdvice.find(([code]) => cause === 'not_connected' && code.test(parameter));
  const ofStatus: Record<number, string> = {
    0: connection?.[1] ?? `${checkUrl} and the network`,
    401: 'check ENQUIRY_API_USERNAME and ENQUIRY_API_PASSWORD',
    403: 'the login may lack permission, or a firewall may block this machine: ask the operator of the enquiry API',
  };
  const isDown = kind === 'unknown' || (kind === 'unavailable' && status > 0);
  const advice = isDown ? 'the enquiry API is reachable, but not working' : (ofStatus[status] ?? checkUrl);
  return `${describeFailure(failure)}; ${advice}`;
}
