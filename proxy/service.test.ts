import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProgram } from '../tools/testing/proxy/program.ts';

const unit = 'proxy/enquiry-proxy.service';
const template = 'proxy/enquiry-proxy@.service';
const isThere = spawnSync('systemd-analyze', ['--version']).status === 0;

const units = [unit, template];
test.skipIf(!isThere).each(units)('systemd accepts %s', file => {
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test.skipIf(!isThere).each([unit, template])('systemd rates %s as well confined', file => {
  const words = ['security', '--offline=true', '--threshold=20', '--no-pager', file];
  const { status, stdout } = spawnSync('systemd-analyze', words, { encoding: 'utf8' });
  expect(status, stdout).toBe(0);
});

test('each firm has a user, settings and a data folder of its own, where `enquiry @firm` finds them', () => {
  const text = readFileSync(template, 'utf8').replaceAll('%i', 'firm');
  const script = readFileSync('proxy/enquiry.sh', 'utf8').replaceAll('$name', 'enquiry-proxy-firm');
  const values = text.match(/^(?:User|Group|EnvironmentFile|Environment|StateDirectory)=.*$/gm);
  expect(values).toEqual([
    'User=enquiry-proxy-firm',
    'Group=enquiry-proxy-firm',
    'EnvironmentFile=/etc/enquiry-proxy-firm/enquiry.env',
    'Environment=ENQUIRY_API_PASSWORD_FILE=/etc/enquiry-proxy-firm/enquiry-api-password',
    'Environment=ENQUIRY_DATA=/var/lib/enquiry-proxy-firm',
    'StateDirectory=enquiry-proxy-firm',
  ]);
  for (const value of values!.slice(2, 5)) {
    const path = value.split('=').at(-1)!;
    expect(script).toMatch(new RegExp(`${path}["/]`));
  }
});

test.skipIf(process.getuid?.() !== 0).each([
  ['one proxy', 'enquiry-proxy', []],
  ['one of several firms', 'enquiry-proxy-firm', ['@firm']],
])(
  'the script for commands runs them as the user of %s, with its settings, where it may write',
  (_, name, instance) => {
    const root = mkdtempSync(join(tmpdir(), 'machine-'));
    chmodSync(root, 0o755);
    for (const folder of [`etc/${name}`, `var/lib/${name}`, 'bin'])
      mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, `etc/${name}/enquiry.env`), 'ENQUIRY_API_USERNAME="some one"\n');
    const program =
      '#!/bin/sh\ntouch written && echo "$(id -un) $(pwd) $ENQUIRY_API_USERNAME $ENQUIRY_DATA $*"; exit 7\n';
    writeFileSync(join(root, 'bin/enquiry-form'), program, { mode: 0o755 });
    const script = readFileSync('proxy/enquiry.sh', 'utf8')
      .replaceAll(/\/(?:etc|var\/lib)\/\$name/g, path => root + path)
      .replaceAll(/(-[ou]) "\$name"/g, '$1 nobody')
      .replace('-g "$name"', '-g nogroup');
    const words = ['-c', script, 'enquiry', ...instance, 'outbox', 'show', 'A B'];
    const { status, stdout, stderr } = spawnSync('sh', words, {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${root}/bin:${process.env.PATH}` },
    });
    const folder = `${root}/var/lib/${name}`;
    rmSync(root, { recursive: true });
    expect({ status, stdout, stderr }).toEqual({
      status: 7,
      stdout: `nobody ${folder}/copies some one ${folder} outbox show A B\n`,
      stderr: '',
    });
  },
);

test('the unit’s command lines start the proxy and let it reload', async () => {
  const program = await createProgram();
  const [start, reload] = ['ExecStart', 'ExecReload'].map(key =>
    new RegExp(`^${key}=(.+)$`, 'm').exec(readFileSync(unit, 'utf8'))![1]!.split(' '),
  );
  const options = { cwd: program.folder, env: { ...program.variablesWithPath(), PORT: '0' } };
  const proxy = spawn(start![0]!, start!.slice(1), {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let log = '';
  for await (const piece of proxy.stdout) {
    log += piece;
    if (log.includes('"msg":"listening"')) break;
  }
  const ended = once(proxy, 'exit');
  const { status, stdout } = spawnSync(reload![0]!, reload!.slice(1), { ...options, encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, expect.stringContaining(`process ${proxy.pid}`)]);
  proxy.kill();
  await ended;
  await program.stop();
});
