// `npm start`: builds the widget and runs the landing page, the proxy and the stand-in enquiry API.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { freePort, type Running, start } from './processes.ts';

const folder = 'data/demo';
const login = { username: 'demo', password: 'demo-password' };

const built = spawnSync('vite', ['build', '--logLevel=warn'], { stdio: 'inherit' });
if (built.status !== 0) process.exit(1);

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
  const started = start(file, env, line => {
    if (name === 'proxy' && /"level":[456]0/.test(line)) console.log(`proxy: ${line}`);
  }).then(process_ => {
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

function fail(error: Error): void {
  console.error(error.message);
  for (const { child } of running) child.kill('SIGKILL');
  process.exit(1);
}

try {
  mkdirSync(folder, { recursive: true });
  const proxyPort = await freePort(8080);
  const apiPort = await freePort(proxyPort + 1);
  const sitePort = await freePort(apiPort + 1);
  const config = JSON.parse(readFileSync('demo/enquiry.config.json', 'utf8'));
  config.origins = [`http://127.0.0.1:${sitePort}`, `http://localhost:${sitePort}`];
  writeFileSync(`${folder}/enquiry.config.json`, JSON.stringify(config, null, 2));

  const api = await run('enquiry API', 'demo/enquiry-api/main.ts', {
    PORT: String(apiPort),
    STANDIN_DATA: `${folder}/enquiry-api`,
    STANDIN_USERNAME: login.username,
    STANDIN_PASSWORD: login.password,
  });
  const proxy = await run('proxy', 'proxy/main.ts', {
    PORT: String(proxyPort),
    ENQUIRY_API_URL: `${api}/rest/enquiry-service/v1`,
    ENQUIRY_API_USERNAME: login.username,
    ENQUIRY_API_PASSWORD: login.password,
    ENQUIRY_CONFIG: `${folder}/enquiry.config.json`,
    ENQUIRY_DATA: `${folder}/proxy`,
  });
  const site = await run('landing page', 'demo/site/main.ts', {
    PORT: String(sitePort),
    PROXY_URL: proxy,
    INBOX_URL: `${api}/inbox`,
  });

  console.log(`
  Landing page   ${site}/
  Inbox          ${api}/inbox   (stand-in enquiry API: see what arrived, simulate faults)
  Proxy          ${proxy}/health/ready

  Try this:
  1. Open the landing page and the inbox side by side. Fill in the form, add a photo or a PDF, then send it.
  2. Choose “is down” in the inbox and send another enquiry. The visitor gets a reference, and the enquiry is
     delivered automatically when you turn the fault off.
  3. Try a campaign link: ${site}/house-move.html?utm_source=radio-kent&utm_campaign=autumn
  4. Step by step: ${site}/steps.html
     Three looks:  ${site}/looks.html
     Arabic:       ${site}/arabic.html

  Press Ctrl-C to stop.
`);
} catch (error) {
  fail(error as Error);
}
