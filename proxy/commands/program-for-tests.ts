// For tests: the program as an operator runs it, with its own folder and a scripted enquiry API.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startScriptedEnquiryApi } from '../delivery/scripted-enquiry-api.ts';
import { exampleConfig } from '../proxy-for-tests.ts';
import type { StoreSettings } from '../settings/settings.ts';
import { validSettings } from '../settings/settings-for-tests.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

export async function createProgramUnderTest() {
  const folder = mkdtempSync(join(tmpdir(), 'program-'));
  const enquiryApi = await startScriptedEnquiryApi();
  const environment = {
    ENQUIRY_API_URL: enquiryApi.url,
    ENQUIRY_API_USERNAME: 'someone',
    ENQUIRY_API_PASSWORD: 'hunter2',
    ENQUIRY_DATA: join(folder, 'data'),
  };
  const writeConfig = (config: object) =>
    writeFileSync(join(folder, 'enquiry.config.json'), JSON.stringify(config));
  writeConfig(exampleConfig);
  return {
    folder,
    enquiryApi,
    environment,
    writeConfig,
    /** The program's own settings of its store. */
    storeSettings: (): StoreSettings => validSettings(environment).store,
    /** Runs the program with these arguments. `typed` is its input, or a function that returns the input and is called
     * when the program asks. */
    async run(
      words: string,
      variables: Record<string, string> = {},
      typed: string | (() => Promise<string>) = '',
    ) {
      const child = spawn(process.execPath, [main, ...words.split(' ')], {
        cwd: folder,
        // Programs that share compiled code start in half the time.
        env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment, ...variables },
      });
      if (typeof typed === 'string') child.stdin.end(typed);
      else child.stderr.once('data', async () => child.stdin.end(await typed()));
      const [out, err, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'exit'),
      ]);
      return { out, err, code: code as number };
    },
    async stop() {
      await enquiryApi.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
export type ProgramUnderTest = Awaited<ReturnType<typeof createProgramUnderTest>>;
