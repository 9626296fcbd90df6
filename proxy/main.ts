import { pino } from 'pino';
import { startProxy } from './proxy.ts';
import { readSettings, SettingsFaulty } from './settings.ts';

try {
  const { settings, config } = readSettings(process.env);
  const log = pino({ level: settings.LOG_LEVEL });
  const proxy = await startProxy(settings, config, log);
  const { address, family, port } = proxy.address;
  log.info({ url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}` }, 'listening');
  let stopping: Promise<void> | undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      log.info({ signal }, 'stopping');
      stopping = proxy.stop().then(
        () => process.exit(0),
        error => {
          log.error({ err: error }, 'did not stop in order');
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  // The operator's fault: a setting, a port or a folder.
  const { code, message, port } = error as { code?: string; message: string; port?: number };
  if (error instanceof SettingsFaulty) console.error(message);
  else if (code === 'EADDRINUSE') console.error(`Port ${port} is in use; set PORT to another one.`);
  else console.error(`The proxy could not start: ${message}`);
  process.exit(1);
}
