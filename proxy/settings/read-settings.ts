import { readFileSync } from 'node:fs';
import type { Config } from './config.ts';
import { type ConfigurationError, InvalidConfiguration } from './configuration-error.ts';
import { type ConfigMistake, parseConfig } from './parse-config.ts';
import { parseEnvironment, type Settings } from './settings.ts';

type Variables = Record<string, string | undefined>;

/** A config file, and what is wrong with it. */
export interface ReadConfig {
  path: string;
  /** Absent if there is an error. */
  config?: Config;
  mistakes: ConfigMistake[];
}

/** Reads the environment and the config file. Throws InvalidConfiguration with the errors of both. */
export function readSettings(variables: Variables): { settings: Settings; config: Config } {
  const environment = parseEnvironment(variables);
  const read = readConfigFile(variables);
  if ('errors' in environment || !read.config)
    throw new InvalidConfiguration([
      ...formatErrors('errors' in environment ? environment.errors : []),
      ...formatMistakes(read),
    ]);
  return { settings: environment.settings, config: read.config };
}

/** Reads the environment alone, for commands that must work while the config on disk has errors. Throws
 * InvalidConfiguration. */
export function readEnvironment(variables: Variables): Settings {
  const environment = parseEnvironment(variables);
  if ('errors' in environment) throw new InvalidConfiguration(formatErrors(environment.errors));
  return environment.settings;
}

/** Reads the config file alone. Throws InvalidConfiguration. */
export function readConfig(variables: Variables): { config: Config } {
  const { config, ...read } = readConfigFile(variables);
  if (!config) throw new InvalidConfiguration(formatMistakes(read));
  return { config };
}

/** Reads ENQUIRY_CONFIG alone, so that the config file is checked even when another variable is malformed. */
export const configPath = ({ ENQUIRY_CONFIG }: Variables) => ENQUIRY_CONFIG || './enquiry.config.json';

const formatErrors = (errors: ConfigurationError[]) =>
  errors.map(({ path, message }) => `environment: ${path} ${message}`);

const formatMistakes = ({ path, mistakes }: ReadConfig) =>
  mistakes.filter(({ level }) => level === 'error').map(mistake => formatMistake(path, mistake));

/** A mistake on one line. */
export const formatMistake = (path: string, { line, column, message }: ConfigMistake) =>
  `${path}:${line}:${column}: ${message}`;

/** Reads the config file with all that is wrong with it. */
export function readConfigFile(variables: Variables): ReadConfig {
  const path = configPath(variables);
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch {
    return { path, mistakes: [unreadable] };
  }
  return { path, ...parseConfig(bytes) };
}

const unreadable: ConfigMistake = {
  ...{ level: 'error', line: 1, column: 1, text: '', mark: { start: 0, end: 1 }, path: '', place: '' },
  message: 'the file cannot be read: set ENQUIRY_CONFIG to its path, and let this user read it',
};

/** Whether this is the npm package. */
export const isPackaged = import.meta.filename.endsWith('.js');

/** The folder with package.json: of this file in the repository, and of `dist/enquiry-proxy.js`, into which this is
 * bundled, in the npm package. The widget is built into the same folder of both. */
export const packageRoot = new URL(isPackaged ? '../' : '../../', import.meta.url);

/** The version in package.json. */
export function readVersion(): string {
  const manifest = readFileSync(new URL('package.json', packageRoot), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
