// `npm start` builds the widget and runs the site, the proxy and the stand-in enquiry API. In the npm package,
// `enquiry-form demo` runs them as they were built.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { followConfig } from './demo-config.ts';
import { listPresets, readPreset } from './presets.ts';
import { freePort, type Running, start } from './processes.ts';
import { demoConfig, isPackaged, programs, startCommand, startWithOptions } from './programs.ts';
import { type Shown, startSite } from './site/site.ts';
import { parseStartOptions, type StartOptions, StartUsageError, startHelp } from './start-options.ts';
import { demoText, findingsText, ownText, portNote, usualPort } from './start-text.ts';

const folder = process.env.DEMO_DATA ?? 'data/demo';
const configCopy = `${folder}/enquiry.config.json`;
/** Lets developers of server applications send enquiries to the demo. */
const keysFile = process.env.ENQUIRY_CLIENT_KEYS_FILE;
const login = { username: 'demo', password: 'demo-password' };

const running: Running[] = [];
let site: Awaited<ReturnType<typeof startSite>> | undefined;
/** The process that is being started. */
let starting: Promise<unknown> = Promise.resolve();
let isStopping = false;

async function stop(code: number): Promise<never> {
  isStopping = true;
  await starting.catch(() => {}); // run() reports the failure.
  await Promise.all([site?.stop(), ...running.map(each => each.stop())]);
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isStopping) for (const { child } of running) child.kill('SIGKILL');
    console.log('\nStopping…');
    stop(0).catch(fail);
  });
}

/** Starts a program. `print` gets every line of its output. */
async function run(
  name: string,
  {
    file,
    env,
    print = () => {},
  }: { file: string; env: Record<string, string>; print?: (line: string) => void },
): Promise<Running> {
  if (isStopping) return new Promise(() => {}); // The process exits before anything could use it.
  const started = start(file, env, { print }).then(process_ => {
    running.push(process_);
    return process_;
  });
  starting = started;
  const process_ = await started;
  process_.child.once('exit', code => {
    if (isStopping) return;
    console.error(`The ${name} exited unexpectedly (code ${code}). Stopping the other processes.`);
    stop(1).catch(fail);
  });
  return process_;
}

/** Starts the proxy. Resolves with a function that lets it load the config again, which resolves with whether it could. */
async function runProxy(env: Record<string, string>): Promise<() => Promise<boolean>> {
  let onReloaded: (isLoaded: boolean) => void = () => {};
  const print = (line: string) => {
    const { level = 0, msg = '' } = line.startsWith('{')
      ? (JSON.parse(line) as { level?: number; msg?: string })
      : {};
    if (msg === 'reloaded') onReloaded(true);
    else if (msg.startsWith('reload failed')) onReloaded(false);
    // The demo shows errors of the config itself.
    if (level >= 40 && msg !== 'reload failed: configuration error') console.log(`proxy: ${line}`);
  };
  const { child } = await run('proxy', { file: programs.proxy, env, print });
  return () =>
    new Promise(resolve => {
      onReloaded = resolve;
      child.kill('SIGHUP');
    });
}

/** Says what to do about an error, which may be the last output of a process that ended. */
function explain(error: NodeJS.ErrnoException): string {
  const [, port] = /(?:EADDRINUSE.*:|Port )(\d+)/.exec(error.message) ?? [];
  if (port) return `Port ${port} is in use. Stop the program that uses it, and start again.`;
  if (/in use by another proxy/.test(error.message))
    return `The demo is already running in ${resolve(folder)}. Stop it, or set DEMO_DATA to another folder.`;
  if (error.syscall === 'mkdir' || error.path?.startsWith(folder))
    return `${resolve(folder)} can’t be written (${error.code}). Start the demo in a folder that you may write, or set DEMO_DATA to one.`;
  return `${startCommand} failed: ${error.message}`;
}

function fail(error: Error): void {
  console.error(explain(error));
  for (const { child } of running) child.kill('SIGKILL');
  process.exit(1);
}

/** Where the command was called. `npm start` changes to the folder of package.json. */
const calledIn = isPackaged ? process.cwd() : (process.env.INIT_CWD ?? process.cwd());
/** The config file without --config, as that of the proxy. */
const usualConfig = join(calledIn, 'enquiry.config.json');

function parseOptions(): StartOptions {
  try {
    return parseStartOptions(process.argv.slice(2), calledIn);
  } catch (error) {
    if (!(error instanceof StartUsageError)) throw error;
    console.error(`${error.message}\nRun "${startWithOptions} --help" for a list of options.`);
    process.exit(2);
  }
}

const {
  configPath = existsSync(usualConfig) ? usualConfig : undefined,
  origins,
  isBuilding,
  isHelp,
} = parseOptions();
if (isHelp) {
  console.log(startHelp);
  process.exit(0);
}

try {
  mkdirSync(folder, { recursive: true, mode: 0o700 }); // `data` may become a proxy's data folder.
  const proxyPort = await freePort(usualPort);
  const apiPort = await freePort(proxyPort + 1);
  const sitePort = await freePort(apiPort + 1);
  if (
    isBuilding &&
    !isPackaged &&
    spawnSync('vite', ['build', '--logLevel=error'], { stdio: 'inherit' }).status !== 0
  )
    throw new Error('The widget could not be built.');
  const { url: api } = await run('enquiry API', {
    file: programs.enquiryApi,
    env: {
      PORT: String(apiPort),
      STANDIN_DATA: `${folder}/enquiry-api`,
      STANDIN_USERNAME: login.username,
      STANDIN_PASSWORD: login.password,
    },
  });
  const apiUrl = `${api}/rest/enquiry-service/v1`;
  const addresses = {
    site: `http://127.0.0.1:${sitePort}`,
    proxy: `http://127.0.0.1:${proxyPort}`,
    inbox: `${api}/inbox`,
    apiUrl,
    ...login,
  };
  const pages = await startSite({
    port: sitePort,
    proxy: addresses.proxy,
    inbox: addresses.inbox,
    isLive: true,
    beginning: {
      path: usualConfig,
      presets: listPresets(),
      async begin(preset) {
        writeFileSync(usualConfig, readPreset(preset), { flag: 'wx' });
        console.log(`  Wrote ${usualConfig}: change it, and the page shows each change.`);
        await followAnother({ file: usualConfig, isOwn: true });
      },
    },
  });
  site = pages;
  let isStarted = false;
  let last: Shown | undefined;
  const show = (shown: Shown) => {
    pages.show(shown);
    const text = findingsText(shown, last);
    if (isStarted && text) console.log(text);
    last = shown;
  };
  const startProxy = () =>
    runProxy({
      PORT: String(proxyPort),
      ENQUIRY_API_URL: apiUrl,
      ENQUIRY_API_USERNAME: login.username,
      ENQUIRY_API_PASSWORD: login.password,
      ENQUIRY_CACHING: 'off',
      ENQUIRY_CONFIG: configCopy,
      ENQUIRY_DATA: `${folder}/proxy`,
      ...(keysFile && { ENQUIRY_CLIENT_KEYS_FILE: keysFile }),
    });
  const allOrigins = [addresses.site, `http://localhost:${sitePort}`, ...origins];
  const source = { file: configPath ?? demoConfig, isOwn: configPath !== undefined };
  const followAnother = await followConfig({
    source,
    target: configCopy,
    origins: allOrigins,
    start: startProxy,
    show,
    onError: fail,
  });
  isStarted = true;

  const note = portNote([proxyPort, apiPort, sitePort]);
  if (note) console.log(`\n  ${note}`);
  const findings = last ? findingsText(last, undefined) : '';
  console.log(configPath ? ownText(addresses, { configPath, origins, findings }) : demoText(addresses));
} catch (error) {
  fail(error as Error);
}
