import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { settings } from '../proxy/settings/settings.ts';
import { createProgram } from '../tools/testing/proxy/program.ts';
import { origin, proxyForAllTests } from '../tools/testing/proxy/proxy.ts';
import { startWebhook } from '../tools/testing/proxy/told.ts';
import { codeIn, read, rowsIn, section } from './markdown.ts';

const files = [
  'Containerfile',
  'docs/deploy/compose.yaml',
  'docs/deploy/nginx.conf',
  'docs/deploy/kubernetes/deployment.yaml',
  'docs/deploy/kubernetes/kustomization.yaml',
  'docs/deploy/kubernetes/status-cronjob.yaml',
  'docs/deploy/enquiry-status.service',
];
const deploying = read('docs/deploying.md');
/** Variables with a prefix of the proxy's settings. */
const setting = /\b(?:ENQUIRY|ADMIN|TRUSTED|DATABASE)_[A-Z_]+\b/g;

test('every setting is described with its meaning and default, and nothing else', () => {
  const rows = settings.map(({ name, description, byDefault }) => [`\`${name}\``, description, byDefault]);
  expect(rowsIn(section(deploying, 'Settings')).toSorted()).toEqual(rows.toSorted());
});

const proxy = proxyForAllTests();
const caching = rowsIn(section(deploying, 'Behind a CDN')).flatMap(([paths = '', value = '']) =>
  codeIn(paths).map(path => [path, codeIn(value)[0]] as const),
);

test.each(caching)('a CDN may cache %s as described: %s', async (path, value) => {
  const address = path.replace('{case_type}', 'injury').replace('{name}', 'lazy-1234.js');
  const { status, headers } = await proxy.app.request(address, { headers: { origin } });
  expect(headers.get('cache-control')).toBe(value);
  expect(status < 300).toBe(!['/forms', '/enquiries', '/test-links'].includes(path)); // These need more.
});

test.each(files)('%s names only settings that exist', file => {
  const named = (read(file).match(setting) ?? []).map(name => name.replace(/_FILE$/, ''));
  const examples = ['ENQUIRY_PROXY_SERVICE_HOST'];
  const known: string[] = settings.map(({ name }) => name);
  expect(named.filter(name => !known.includes(name) && !examples.includes(name))).toEqual([]);
});

test('probes ask for addresses that exist, on the port of the image', () => {
  const paths = files.flatMap(file => read(file).match(/\/health\/[a-z]+/g) ?? []);
  expect(new Set(paths)).toEqual(new Set(['/health/live', '/health/ready']));
  expect(read('Containerfile')).toContain('PORT=8080');
  expect(read('docs/deploy/kubernetes/deployment.yaml')).toContain('containerPort: 8080');
  for (const n of [1, 2, 3]) expect(read('docs/deploy/nginx.conf')).toContain(`server proxy-${n}:8080`);
});

test('a container has more time to stop than the proxy takes', () => {
  const unit = Number(/TimeoutStopSec=(\d+)/.exec(read('proxy/enquiry-proxy.service'))?.[1]);
  expect(unit).toBeGreaterThan(60);
  expect(read('docs/deploy/compose.yaml')).toContain(`stop_grace_period: ${unit}s`);
  expect(read('docs/deploy/kubernetes/deployment.yaml')).toContain(`terminationGracePeriodSeconds: ${unit}`);
  expect(deploying).toContain(`--stop-timeout ${unit}`);
});

/** The commands of the examples that tell somebody the status, as they are run. */
const statusCommands: [string, RegExp][] = [
  ['docs/deploy/enquiry-status.service', /^ExecStart=\/usr\/bin\/env enquiry-proxy (.+)$/m],
  ['docs/deploy/kubernetes/status-cronjob.yaml', /args: \[(.+)\]$/m],
  ['docs/monitoring.md', /\* enquiry-proxy (status .+)$/m],
];

test.each(statusCommands)(
  'the command in %s says whether something needs a person',
  async (file, pattern) => {
    const program = await createProgram();
    const webhook = await startWebhook();
    const words = pattern
      .exec(read(file))![1]!
      .replace(/\$[({]STATUS_PING[)}]/, webhook.url)
      .replace('/var/lib/enquiry-proxy', program.folder)
      .split(/[ ,]+/);
    const { code, err } = await program.run(words);
    webhook.stop();
    await program.stop();
    // There is no outbox.
    expect([code, err]).toEqual([2, expect.stringContaining('the status can')]);
    expect(webhook.requests.map(({ path }) => path)).toEqual(words.includes('--ping') ? ['/hook/2'] : []);
  },
);

const rules = 'docs/deploy/prometheus-rules.yaml';
test.skipIf(spawnSync('promtool', ['--version']).status !== 0)('Prometheus accepts the rules', () => {
  const { status, stdout } = spawnSync('promtool', ['check', 'rules', rules], { encoding: 'utf8' });
  expect(status, stdout).toBe(0);
});

test('the rules for Prometheus name only metrics that are described', () => {
  const named = read(rules).match(/enquiry_proxy_[a-z_]+/g) ?? [];
  const described = section(read('docs/monitoring.md'), 'Metrics');
  expect(named.length).toBeGreaterThan(5);
  // A histogram has a count.
  expect(named.filter(name => !described.includes(`\`${name.replace(/_count$/, '')}`))).toEqual([]);
});
