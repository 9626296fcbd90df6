import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../../demo/processes.ts';
import { credentials, type Stack } from '../../e2e/processes/stack.ts';

/** Builds the widget of another checkout, whose dependencies are installed, and starts its proxy with its own demo's
 * config and a temporary folder, so that both versions are measured in the same run. Pages of `origin` may load its
 * script. */
export async function startVersionBefore(
  checkout: string,
  { apiUrl }: Pick<Stack, 'apiUrl'>,
  origin: string,
): Promise<{ proxy: string; stop(): Promise<void> }> {
  execFileSync('npm', ['run', 'build', '--silent'], { cwd: checkout, stdio: 'inherit' });
  const folder = mkdtempSync(join(tmpdir(), 'bench-before-'));
  const config = JSON.parse(readFileSync(join(checkout, 'demo/enquiry.config.json'), 'utf8'));
  const configPath = join(folder, 'enquiry.config.json');
  writeFileSync(configPath, JSON.stringify({ ...config, origins: [origin] }));
  const proxy = await start(join(checkout, 'proxy/main.ts'), {
    PORT: '0',
    ENQUIRY_API_URL: apiUrl,
    ENQUIRY_API_USERNAME: credentials.username,
    ENQUIRY_API_PASSWORD: credentials.password,
    ENQUIRY_CONFIG: configPath,
    ENQUIRY_DATA: join(folder, 'proxy'),
  });
  return {
    proxy: proxy.url,
    async stop() {
      await proxy.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
