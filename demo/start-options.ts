// The command line of `npm start`.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isPackaged, startCommand, startWithOptions } from './programs.ts';

/** The output of `--help`. `start.mjs` prints the same before anything is installed. */
export const startHelp = readFileSync(new URL('help.txt', import.meta.url), 'utf8')
  .replaceAll('npm start -- ', `${startWithOptions} `)
  .replaceAll('npm start', startCommand)
  .replace(isPackaged ? / +--no-build.*\n/ : '', '');

/** What `npm start` runs. */
export interface StartOptions {
  /** The absolute path of the site owner's config file. Default: the demo's own config. */
  configPath: string | undefined;
  /** The origins of further pages that may send enquiries. Default: none. */
  origins: string[];
  /** Whether to build the widget first. Default: true. */
  isBuilding: boolean;
  isHelp: boolean;
}

/** The command line is wrong. */
export class StartUsageError extends Error {
  override name = 'StartUsageError';
}

/** Parses the arguments. Relative paths start from `folder`, where the command was called. Throws StartUsageError. */
export function parseStartOptions(args: string[], folder: string): StartOptions {
  const { config, origin = [], build, help } = parseWords(args);
  if (config === '') throw new StartUsageError('--config needs the path of a config file.');
  return {
    configPath: config === undefined ? undefined : resolve(folder, config),
    origins: origin.map(parseOrigin),
    isBuilding: build !== false,
    isHelp: help === true,
  };
}

function parseWords(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowNegative: true,
      allowPositionals: true,
      options: {
        config: { type: 'string' },
        origin: { type: 'string', multiple: true },
        build: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const [unexpected] = positionals;
    if (unexpected === undefined) return values;
    // Without "--", `npm start` keeps the options to itself and passes on only their values.
    const advice = isPackaged ? '' : ' Put "--" before the options: npm start -- --config mine.json';
    throw new StartUsageError(`Unexpected argument "${unexpected}".${advice}`);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    throw code?.startsWith('ERR_PARSE_ARGS') ? new StartUsageError(message) : error;
  }
}

function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && [url.origin, `${url.origin}/`].includes(text))
    return url.origin;
  throw new StartUsageError(
    `--origin ${text} is not an origin: give the scheme, host and port of your page, such as http://localhost:3000.`,
  );
}
