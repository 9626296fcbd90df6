import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleConfig, writeWidget } from '../../tools/testing/proxy/proxy.ts';
import { validConfig, validSettings } from '../../tools/testing/proxy/settings.ts';
import { createLog } from '../telemetry/log.ts';
import { type ProxyDependencies, startProxy } from './proxy.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-'));
  writeWidget(join(folder, 'widget'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const dependencies = (variables: Record<string, string>, widgetFolder = 'widget'): ProxyDependencies => ({
  settings: validSettings({ ENQUIRY_DATA: join(folder, 'data'), PORT: '0', ...variables }),
  config: validConfig(exampleConfig),
  reread: () => {
    throw new Error('nothing is reloaded here');
  },
  log: createLog('silent'),
  clock: Date.now,
  monotonicMs: () => performance.now(),
  random: () => 0.5,
  randomBytes: count => crypto.getRandomValues(new Uint8Array(count)),
  widgetFolder: join(folder, widgetFolder),
});

test('after a failed start, the same process can start the proxy again', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const taken = String((other.address() as AddressInfo).port);
  await expect(startProxy(dependencies({ PORT: taken, ADMIN_PORT: '0' }))).rejects.toThrow('EADDRINUSE');
  await expect(startProxy(dependencies({ ADMIN_PORT: taken }))).rejects.toThrow('EADDRINUSE');
  await expect(startProxy(dependencies({}, 'missing'))).rejects.toThrow('the widget is not built');
  const proxy = await startProxy(dependencies({}));
  await proxy.stop();
  other.close();
});
