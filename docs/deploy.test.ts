import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const files = [
  'Containerfile',
  'docs/deploy/compose.yaml',
  'docs/deploy/nginx.conf',
  'docs/deploy/kubernetes/deployment.yaml',
  'docs/deploy/kubernetes/kustomization.yaml',
];
const read = (file: string) => readFileSync(file, 'utf8');
const operating = read('docs/operating.md');
const documented = [...operating.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name!);
/** Variables with a prefix of the proxy's settings. */
const setting = /\b(?:ENQUIRY|ADMIN|TRUSTED|DATABASE)_[A-Z_]+\b/g;

test.each(files)('%s names only settings that exist', file => {
  const named = (read(file).match(setting) ?? []).map(name => name.replace(/_FILE$/, ''));
  const examples = ['ENQUIRY_PROXY_SERVICE_HOST'];
  expect(named.filter(name => !documented.includes(name) && !examples.includes(name))).toEqual([]);
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
  expect(operating).toContain(`--stop-timeout ${unit}`);
});
