// Installs the tarball that pack.ts has written into an empty project, as an operator does, with an empty home folder and
// no cache. Sends an enquiry with a file through the installed proxy to the stand-in enquiry API.
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pdf } from '../../e2e/files/documents.ts';
import { startEnquiryApi } from '../../e2e/processes/enquiry-api.ts';
import { createClient, startProxy } from '../../e2e/processes/proxies.ts';

const [tarball, ...others] = globSync('release/files/*.tgz');
if (!tarball || others.length) throw new Error('release/files must have one tarball: run tools/ci/pack.ts.');
const folder = mkdtempSync(join(tmpdir(), 'try-package-'));
const running: { stop(): Promise<unknown> }[] = [];
try {
  const project = join(folder, 'project');
  mkdirSync(project);
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const npmSettings = { npm_config_cache: join(folder, 'cache'), npm_config_registry: registry };
  // `npm run` passes on its settings, including the path of the user's own settings file.
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const env = { ...Object.fromEntries(inherited), HOME: folder, ...npmSettings };
  const npm = (...words: string[]) => execFileSync('npm', words, { cwd: project, env, stdio: 'inherit' });
  npm('init', '--yes', '--loglevel=error');
  npm('install', '--no-audit', '--no-fund', resolve(tarball));
  const installed = join(project, 'node_modules/enquiry-form');
  const { bin, version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));

  const api = await startEnquiryApi(join(folder, 'enquiry-api'));
  running.push(api);
  const program = join(installed, bin['enquiry-form']);
  const proxy = await startProxy({ program, settings: { HOME: folder, ENQUIRY_API_URL: api.apiUrl } });
  running.push(proxy);
  const client = createClient(proxy.url, [201, 202]);
  const receipt = await client.sendEnquiry({ forename: 'Grace' });
  await client.sendAttachment(receipt, new Uint8Array(pdf().buffer));
  for (let attempts = 0; ; attempts++) {
    const { enquiries } = await api.inbox();
    if (enquiries[0]?.forename === 'Grace' && enquiries[0].files.length === 1) break;
    if (attempts === 100) throw new Error(`The inbox has ${JSON.stringify(enquiries)}.`);
    await pause(100);
  }
  console.log(`The tarball of ${version} was installed. An enquiry and its file have arrived.`);
} finally {
  for (const { stop } of running.reverse()) await stop();
  rmSync(folder, { recursive: true });
}
