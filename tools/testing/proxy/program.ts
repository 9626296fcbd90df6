// For tests: the program as an operator runs it, in a folder of its own and with a scripted enquiry API.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach } from 'vitest';
import { runProgram } from '../../../proxy/commands/program.ts';
import type { Outbox } from '../../../proxy/outbox/outbox.ts';
import type { StoreSettings } from '../../../proxy/settings/settings.ts';
import { openSqliteOutbox } from './outbox.ts';
import { exampleConfig } from './proxy.ts';
import { startScriptedEnquiryApi } from './scripted-enquiry-api.ts';
import { validSettings } from './settings.ts';

const repository = process.cwd();
const main = fileURLToPath(new URL('../../../proxy/main.ts', import.meta.url));

/** What an operator types, or a function that returns it and is called when the program asks. */
type Typed = string | (() => Promise<string>);

function typeInto(input: Writable, typed: Typed, errors: Readable): void {
  if (typeof typed === 'string') input.end(typed);
  else errors.once('data', async () => input.end(await typed()));
}

export async function createProgram() {
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
  let isStopped = false;
  return {
    folder,
    enquiryApi,
    /** Settings for a command line, which finds the program. */
    variablesWithPath() {
      const bin = join(folder, 'bin');
      mkdirSync(bin, { recursive: true });
      writeFileSync(join(bin, 'enquiry-form'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`, {
        mode: 0o755,
      });
      return {
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        ...environment,
        PATH: `${bin}:${process.env.PATH}`,
      };
    },
    writeConfig,
    readConfig: () => JSON.parse(readFileSync(join(folder, 'enquiry.config.json'), 'utf8')) as object,
    /** Changes the program's outbox as a proxy would have done some time ago. */
    async changeOutbox<Result>(work: (outbox: Outbox) => Promise<Result>, agoMs = 0): Promise<Result> {
      const outbox = await openSqliteOutbox(environment.ENQUIRY_DATA, () => Date.now() - agoMs);
      return await work(outbox).finally(() => outbox.close());
    },
    /** The program's own settings of its store. */
    storeSettings: (): StoreSettings => validSettings(environment).store,
    /** Runs the program in this process with these words after its name. A list may have words with spaces. The program finds
     * its files in the current folder, which other tests of this process expect to be the repository's. */
    async run(
      words: string | string[],
      variables: Record<string, string | undefined> = {},
      typed: Typed = '',
    ) {
      if (isStopped) throw new Error('This test goes on after its time limit.');
      const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
      const streams = { variables: { ...environment, ...variables }, input, output, errors };
      typeInto(input, typed, errors);
      const before = process.cwd(); // Of another program, if this one runs while that waits for an answer.
      process.chdir(folder);
      const ended = runProgram(typeof words === 'string' ? words.split(' ') : words, streams).finally(() => {
        output.end();
        errors.end();
      });
      const results = Promise.all([text(output), text(errors), ended]);
      const [out, err, code] = await results.finally(() => process.chdir(before));
      return { out, err, code };
    },
    /** Runs the program in a process of its own. */
    async runProcess(words: string, variables: Record<string, string | undefined> = {}, typed: Typed = '') {
      const child = spawn(process.execPath, [main, ...words.split(' ')], {
        cwd: folder,
        // Programs that share compiled code start in half the time.
        env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment, ...variables },
      });
      typeInto(child.stdin, typed, child.stderr);
      const [out, err, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'exit'),
      ]);
      return { out, err, code: code as number };
    },
    async stop() {
      isStopped = true;
      process.chdir(repository); // The program may still be running.
      await enquiryApi.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
export type ProgramUnderTest = Awaited<ReturnType<typeof createProgram>>;

/** A program that is created before each test, and stopped afterwards. */
export function programForEachTest(): ProgramUnderTest {
  const program = {} as ProgramUnderTest; // Filled before each test.
  beforeEach(async () => {
    Object.assign(program, await createProgram());
  });
  afterEach(() => program.stop());
  return program;
}
