// An upgrade from one packed version to the next, while a visitor fills in a form.
import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Running, start } from '../../demo/processes.ts';
import { login } from '../processes/enquiry-api.ts';
import { type InstalledPackage, installPackage } from '../processes/installed-package.ts';
import { startPageServer } from '../processes/page-server.ts';
import { beforeRelease, expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

const run = promisify(execFile);

/** Packs and installs a later version, which adds a table. Returns the path of its program. */
async function installLater({ folder, tarball, tarballs, program }: InstalledPackage): Promise<string> {
  const source = join(folder, 'later-source');
  const site = join(folder, 'later');
  cpSync(join(folder, 'node_modules/enquiry-form'), source, { recursive: true });
  change(join(source, 'package.json'), /"version": "[^"]+"/, '"version": "99.0.0"');
  const [migrations = ''] = globSync('dist/*.js', { cwd: source }).filter(path =>
    readFileSync(join(source, path), 'utf8').includes('"0001_first":'),
  );
  change(
    join(source, migrations),
    '"0001_first":',
    '"0002_later":{up:db=>db.schema.createTable("later").addColumn("id","integer").execute()},"0001_first":',
  );
  mkdirSync(site);
  await run('npm', ['pack', '--ignore-scripts', '--loglevel=error', `--pack-destination=${site}`], {
    cwd: source,
  });
  writeFileSync(join(site, 'package.json'), '{ "name": "later", "private": true }');
  const packages = [join(site, 'enquiry-form-99.0.0.tgz'), ...tarballs.filter(each => each !== tarball)];
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...packages], { cwd: site });
  return program.replace(folder, site);
}

function change(path: string, text: string | RegExp, replacement: string): void {
  const changed = readFileSync(path, 'utf8').replace(text, replacement);
  expect(changed).toContain(replacement);
  writeFileSync(path, changed);
}

test(
  'an upgrade loses nothing, and an open tab sends its enquiry to the later version',
  beforeRelease,
  async ({ page, stack }) => {
    test.setTimeout(180_000);
    const installed = await installPackage();
    const later = await installLater(installed);
    const pages = await startPageServer();
    const config = JSON.parse(readFileSync('demo/enquiry.config.json', 'utf8'));
    config.origins = [pages.url];
    const writeConfig = () => installed.write('enquiry.config.json', JSON.stringify(config));
    const env = {
      PORT: '0',
      ENQUIRY_API_URL: stack.apiUrl,
      ENQUIRY_API_USERNAME: login.username,
      ENQUIRY_API_PASSWORD: login.password,
      ENQUIRY_CONFIG: writeConfig(),
      ENQUIRY_DATA: join(installed.folder, 'data'),
    };
    let proxy: Running | undefined;
    try {
      proxy = await start(installed.program, env);
      env.PORT = new URL(proxy.url).port; // The open tab sends to this port.
      await page.goto(
        pages.servePage(
          `<!doctype html><html lang="en"><title>Open tab</title><link rel="icon" href="data:,">
        <script type="module" src="${proxy.url}/enquiry-form.js?case-type=house-move"></script>
        <enquiry-form case-type="house-move"></enquiry-form>`,
          '',
        ),
      );
      await fillHouseMove(page);

      // Beside the running proxy, the later version changes nothing: the earlier one can start again.
      const variables = { PATH: process.env.PATH, ...env };
      const { stdout } = await run(process.execPath, [later, 'check'], { env: variables });
      expect(stdout).toMatch(/^warning +store in .*: an earlier version has used the outbox/m);
      await proxy.stop();
      proxy = await start(installed.program, env);
      await proxy.stop();

      config.case_types['house-move'].questions = [
        { id: 'later', type: 'text', label: 'What else?', required: true },
      ];
      writeConfig();
      proxy = await start(later, env);
      await formOn(page).send();
      await expect(formOn(page).receipt).toContainText('Grace');
      expect((await stack.listEnquiries()).map(({ body }) => body.forename)).toEqual(['Grace']);
      await proxy.stop();
      await expect(start(installed.program, env)).rejects.toThrow('a newer version has used the outbox');
    } finally {
      await proxy?.stop();
      await pages.stop();
      installed.remove();
    }
  },
);
