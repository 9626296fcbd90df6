// Serves the pages of the fictional firm without following a config, for tests and screenshots.
import { startSite } from './site.ts';

const { HOST, PORT = '8082', PROXY_URL, INBOX_URL } = process.env;

try {
  const site = await startSite({
    ...(HOST && { host: HOST }),
    port: Number(PORT),
    proxy: PROXY_URL ?? 'http://127.0.0.1:8080',
    inbox: INBOX_URL ?? 'http://127.0.0.1:8081/inbox',
  });
  console.log(`site listening on ${site.url}`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void site.stop().finally(() => process.exit(0)));
} catch (error) {
  // A configuration error.
  const { code, message } = error as NodeJS.ErrnoException;
  console.error(code === 'EADDRINUSE' ? `Port ${PORT} is in use; set PORT to another one.` : message);
  process.exit(1);
}
