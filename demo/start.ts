// `npm start` builds the widget and runs the landing page, the proxy and the stand-in enquiry API. In the npm package,
// `enquiry-form demo` runs them as they were built.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { prepareConfig, UnusableConfig } from './demo-config.ts';
import { freePort, type Running, start } from './processes.ts';
import { demoConfig, isPackaged, programs, startCommand, startWithOptions } from './programs.ts';
import { parseStartOptions, type StartOptions, StartUsageError, startHelp } from './start-options.ts';
import { demoText, ownText, portNote, usualPort } from './start-text.ts';

const folder = process.env.DEMO_DATA ?? 'data/demo';
const configCopy = `${folder}/enquiry.config.json`;
/** Lets developers of server applications send enquiries to the demo. */
const keysFile = process.env.ENQUIRY_CLIENT_KEYS_FILE;
const login = { username: 'demo', password: 'demo-password' };

const running: Running[] = [];
/** The process that is being started. */
let starting: Promise<unknown> = Promise.resolve();
let isStopping = false;

async function stop(code: number): Promise<never> {
  isStopping = true;
  await starting.catch(() => {}); // run() reports the failure.
  await Promise.all(running.map(each => each.stop()));
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isStopping) for (const { child } of running) child.kill('SIGKILL');
    console.log('\nStopping…');
    stop(0).catch(fail);
  });
}

async function run(name: string, file: string, env: Record<string, string>): Promise<string> {
  if (isStopping) return new Promise(() => {}); // The process exits before anything could use the address.
  const print = (line: string) => {
    if (name === 'proxy' && /"level":[456]0/.test(line)) console.log(`proxy: ${line}`);
  };
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
  return process_.url;
}

/** Says what to do about an error, which may be the last output of a process that ended. */
function explain(error: NodeJS.ErrnoException): string {
  if (error instanceof UnusableConfig) return error.message;
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

function parseOptions(): StartOptions {
  try {
    // `npm start` changes to the folder of package.json.
    const folder = isPackaged ? process.cwd() : (process.env.INIT_CWD ?? process.cwd());
    return parseStartOptions(process.argv.slice(2), folder);
  } catch (error) {
    if (!(error instanceof StartUsageError)) throw error;
    console.error(`${error.message}\nRun "${startWithOptions} --help" for a list of options.`);
    process.exit(2);
  }
}

const { configPath, origins, isBuilding, isHelp } = parseOptions();
if (isHelp) {
  console.log(startHelp);
  process.exit(0);
}

try {
  const proxyPort = await freePort(usualPort);
  const apiPort = await freePort(proxyPort + 1);
  const sitePort = await freePort(apiPort + 1);
  const allOrigins = [`http://127.0.0.1:${sitePort}`, `http://localhost:${sitePort}`, ...origins];
  const warnings = prepareConfig(configPath ?? demoConfig, configCopy, allOrigins);
  if (
    isBuilding &&
    !isPackaged &&
    spawnSync('vite', ['build', '--logLevel=warn'], { stdio: 'inherit' }).status !== 0
  )
    throw new Error('The widget could not be built.');
  const api = await run('enquiry API', programs.enquiryApi, {
    PORT: String(apiPort),
    STANDIN_DATA: `${folder}/enquiry-api`,
    STANDIN_USERNAME: login.username,
    STANDIN_PASSWORD: login.password,
  });
  const apiUrl = `${api}/rest/enquiry-service/v1`;
  const proxy = await run('proxy', programs.proxy, {
    PORT: String(proxyPort),
    ENQUIRY_API_URL: apiUrl,
    ENQUIRY_API_USERNAME: login.username,
    ENQUIRY_API_PASSWORD: login.password,
    ENQUIRY_CONFIG: configCopy,
    ENQUIRY_DATA: `${folder}/proxy`,
    ...(keysFile && { ENQUIRY_CLIENT_KEYS_FILE: keysFile }),
  });
  const site = await run('landing page', programs.site, {
    PORT: String(sitePort),
    PROXY_URL: proxy,
    INBOX_URL: `${api}/inbox`,
    ...(configPath && { CONFIG: configCopy }),
  });

  const addresses = { site, proxy, inbox: `${api}/inbox`, apiUrl, ...login };
  const note = portNote([proxyPort, apiPort, sitePort]);
  if (note) console.log(`\n  ${note}`);
  console.log(configPath ? ownText(addresses, { configPath, origins, warnings }) : demoText(addresses));
} catch (error) {
  fail(error as Error);
}
