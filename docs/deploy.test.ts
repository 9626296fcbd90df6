import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseConfig } from '../proxy/settings/parse-config.ts';
import { settings } from '../proxy/settings/settings.ts';
import { origin, proxyForAllTests } from '../tools/testing/proxy/proxy.ts';
import { codeIn, read, root, rowsIn, section } from './markdown.ts';

const files = [
  'Containerfile',
  'coolify.yaml',
  'docs/deploy/compose.yaml',
  'docs/deploy/nginx.conf',
  'docs/deploy/kubernetes/deployment.yaml',
  'docs/deploy/kubernetes/kustomization.yaml',
];
const deploying = read('docs/deploying.md');
/** Variables with a prefix of the proxy's settings. */
const setting = /\b(?:ENQUIRY|ADMIN|TRUSTED|DATABASE)_[A-Z_]+\b/g;

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

test('the image has the labels of the package', () => {
  const { name, description, homepage, repository, license } = JSON.parse(read('package.json'));
  const labels = read('Containerfile').matchAll(/org\.opencontainers\.image\.(\w+)="([^"]+)"/g);
  expect(Object.fromEntries(Array.from(labels, ([, key, value]) => [key, value]))).toMatchObject({
    ...{ title: name, description, url: homepage, licenses: license },
    source: repository.url.replace('git+', ''),
  });
});

test('Coolify gets a config that is accepted, a domain that leads to the port, and no port of the host', () => {
  const coolify = read('coolify.yaml');
  const [, config = ''] = /content: \|\n(.*?)\n {4}\w/s.exec(coolify) ?? [];
  expect(parseConfig(config)).toHaveProperty('config');
  const [, port] = /SERVICE_URL_PROXY_(\d+)/.exec(coolify) ?? [];
  expect(read('Containerfile')).toContain(`PORT=${port} `);
  expect(coolify).not.toMatch(/^ +(?:ports|args|container_name):/m);
});

test('workflows use actions by their commits', () => {
  const used = globSync('.github/workflows/*.yml', { cwd: root }).flatMap(path =>
    Array.from(read(path).matchAll(/uses: (.*)/g), ([, action]) => action),
  );
  expect(used.length).toBeGreaterThan(2);
  expect(used.filter(action => !/^actions\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(action!))).toEqual([]);
});

test('a container has more time to stop than the proxy takes', () => {
  const unit = Number(/TimeoutStopSec=(\d+)/.exec(read('proxy/enquiry-proxy.service'))?.[1]);
  expect(unit).toBeGreaterThan(60);
  for (const path of ['docs/deploy/compose.yaml', 'coolify.yaml'])
    expect(read(path)).toContain(`stop_grace_period: ${unit}s`);
  expect(read('docs/deploy/kubernetes/deployment.yaml')).toContain(`terminationGracePeriodSeconds: ${unit}`);
  expect(deploying).toContain(`--stop-timeout ${unit}`);
});

const rules = 'docs/deploy/prometheus-rules.yaml';
const alerts = [...read(rules).matchAll(/alert: (\w+)/g)].map(([, name]) => name!);
const config = 'enquiry_proxy_loaded_config_info';
const depth = (state: string, cause = '') =>
  `enquiry_proxy_outbox_depth{kind="enquiry",state="${state}",cause="${cause}"}`;
const oldest = (state: string, cause = '') =>
  `enquiry_proxy_outbox_oldest_seconds{kind="enquiry",state="${state}",cause="${cause}"}`;
const running = { [`${config}{hash="a"}`]: '1x60' };

/** What a proxy measures in each minute of an hour, and the minutes in which an alert fires. In the notation of promtool,
 * `1x2` is 1 three times, and `_x2` is no value twice. */
const cases: [alert: string, measured: Record<string, string>, firing: number[], quiet: number[]][] = [
  ['EnquiryProxyStopped', { [`${config}{hash="a"}`]: '1x9 stale _x60' }, [20, 60], [5, 12]],
  [
    'EnquiriesHeld',
    { [depth('held', 'refused')]: '0x9 1x9 0x40', [depth('held', 'suspect')]: '1x60' },
    [10, 19],
    [9, 20],
  ],
  ['EnquiriesNotDelivered', { [oldest('waiting')]: '3590+60x9 0x40' }, [1, 9], [0, 10]],
  [
    'EnquiriesFail',
    {
      [oldest('waiting')]: '600+60x60',
      'enquiry_proxy_login_tests_total{outcome="succeeded"}': '1x20 2+1x10 12x40',
    },
    [22, 40],
    [19, 48],
  ],
  [
    'EnquiryPageBlocksSending',
    { 'enquiry_proxy_funnel_total{step="blocked",site="https://www.example.com"}': '_x5 1x54' },
    [5, 30],
    [4],
  ],
  [
    'EnquiryApiRefusesLogin',
    { 'enquiry_proxy_login_tests_total{outcome="failed"}': '_x5 1x54' },
    [5, 30],
    [4, 40],
  ],
  [
    'EnquiryApiRefusesLogin',
    { 'enquiry_proxy_enquiry_api_seconds_count{outcome="misconfigured"}': '1x40 2x19' },
    [42, 60],
    [35],
  ],
  [
    'EnquiryOutboxFills',
    { [depth('waiting')]: '49990+10x30', [depth('held', 'refused')]: '5x30' },
    [1, 30],
    [0],
  ],
  ['EnquiryProxiesDiffer', { ...running, [`${config}{hash="b"}`]: '_x5 1x20 stale' }, [15, 25], [14, 40]],
  ['EnquirySuspectsForgotten', { [oldest('held', 'suspect')]: '172800+60x9 0x40' }, [1, 9], [0, 10]],
  ['EnquiryAddressLimitsOff', { enquiry_proxy_address_limits_off: '0x9 1x50' }, [10, 60], [9]],
];

const isThere = spawnSync('promtool', ['--version']).status === 0;
test.skipIf(!isThere && process.env.TESTS !== 'all')('each rule for Prometheus fires when it should', () => {
  expect(new Set(cases.map(([alert]) => alert))).toEqual(new Set(alerts));
  const folder = mkdtempSync(join(tmpdir(), 'rules-'));
  const file = join(folder, 'tests.json');
  const tests = cases.map(([alert, measured, firing, quiet]) => ({
    interval: '1m',
    input_series: Object.entries({ ...(alert !== 'EnquiryProxyStopped' && running), ...measured }).map(
      ([series, values]) => ({ series, values }),
    ),
    promql_expr_test: [...firing, ...quiet].map(minute => ({
      expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`,
      eval_time: `${minute}m`,
      exp_samples: firing.includes(minute) ? [{ labels: '{}', value: 1 }] : [],
    })),
  }));
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ rule_files: [resolve(rules)], evaluation_interval: '1m', tests }));
  for (const words of [
    ['check', 'rules', rules],
    ['test', 'rules', file],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', words, { encoding: 'utf8' });
    expect(status, stdout + stderr).toBe(0);
  }
  rmSync(folder, { recursive: true });
});

test('the rules for Prometheus name only metrics that are described', () => {
  const named = read(rules).match(/enquiry_proxy_[a-z_]+/g) ?? [];
  const described = section(read('docs/monitoring.md'), 'Metrics');
  expect(named.length).toBeGreaterThan(5);
  // A histogram has a count.
  expect(named.filter(name => !described.includes(`\`${name.replace(/_count$/, '')}`))).toEqual([]);
});
