import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const isThere = spawnSync('systemd-analyze', ['--version']).status === 0;

test.skipIf(!isThere)('systemd accepts the unit file', () => {
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', 'proxy/enquiry-proxy.service'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
