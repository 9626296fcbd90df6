import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const unit = 'proxy/enquiry-proxy.service';
const isThere = spawnSync('systemd-analyze', ['--version']).status === 0;

const units = [unit, 'docs/deploy/enquiry-status.service', 'docs/deploy/enquiry-status.timer'];
test.skipIf(!isThere).each(units)('systemd accepts %s', file => {
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test.skipIf(!isThere)('systemd rates the unit as well confined', () => {
  const words = ['security', '--offline=true', '--threshold=20', '--no-pager', unit];
  const { status, stdout } = spawnSync('systemd-analyze', words, { encoding: 'utf8' });
  expect(status, stdout).toBe(0);
});
