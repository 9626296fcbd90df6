import { readFileSync } from 'node:fs';
import { type Config, type ConfigAsWritten, configSchema, mergeConfig } from './config.ts';
import { findInconsistencies } from './config-consistency.ts';
import {
  type ConfigurationError,
  InvalidConfiguration,
  parseBySchema,
  toOneLine,
} from './configuration-error.ts';
import { questionKeys } from './question-config.ts';
import { parseEnvironment, readTextFile, type Settings } from './settings.ts';

type Variables = Record<string, string | undefined>;

/** Reads the environment and the config file. Throws InvalidConfiguration with the errors of both. */
export function readSettings(variables: Variables): { settings: Settings; config: Config } {
  const environment = parseEnvironment(variables);
  const path = configPath(variables);
  const config = readConfigFile(path);
  if ('errors' in environment || 'errors' in config) {
    throw new InvalidConfiguration([
      ...formatErrors('environment', 'errors' in environment ? environment.errors : []),
      ...formatErrors(path, 'errors' in config ? config.errors : []),
    ]);
  }
  return { settings: environment.settings, config: config.config };
}

/** Reads the environment alone, for commands that must work while the config on disk has errors. Throws
 * InvalidConfiguration. */
export function readEnvironment(variables: Variables): Settings {
  const environment = parseEnvironment(variables);
  if ('errors' in environment)
    throw new InvalidConfiguration(formatErrors('environment', environment.errors));
  return environment.settings;
}

/** Reads the config file alone. Throws InvalidConfiguration. */
export function readConfig(variables: Variables): { config: Config } {
  const path = configPath(variables);
  const config = readConfigFile(path);
  if ('errors' in config) throw new InvalidConfiguration(formatErrors(path, config.errors));
  return config;
}

/** Reads ENQUIRY_CONFIG alone, so that the config file is checked even when another variable is malformed. */
export const configPath = ({ ENQUIRY_CONFIG }: Variables) => ENQUIRY_CONFIG || './enquiry.config.json';

function formatErrors(source: string, errors: ConfigurationError[]): string[] {
  return errors.map(({ path, message }) => `${source}: ${path} ${message}`);
}

function readConfigFile(path: string): ReturnType<typeof parseConfig> {
  const text = readTextFile(path);
  if (text !== undefined) return parseConfig(text);
  return { errors: [{ path: 'the file', message: 'cannot be read: set ENQUIRY_CONFIG to its path' }] };
}

/** Parses the text of `enquiry.config.json`. Returns every configuration error of the first check that finds any: of JSON,
 * of single settings, and of settings together. */
export function parseConfig(json: string): { config: Config } | { errors: ConfigurationError[] } {
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch (error) {
    const { message } = error as Error; // The message includes the position, or quotes the text around it.
    return fail([{ path: 'the file', message: `is not valid JSON: ${message}` }]);
  }
  const unreadable = findUnreadable(raw);
  if (unreadable) return fail([{ path: 'the file', message: unreadable }]);
  const result = parseBySchema(configSchema, raw, explainUnknownKey);
  if ('errors' in result) return fail(result.errors);
  const errors = findInconsistencies(result.parsed, raw as ConfigAsWritten); // The schema has accepted it.
  return errors.length > 0 ? fail(errors) : { config: mergeConfig(result.parsed) };
}

const fail = (errors: ConfigurationError[]) => ({
  errors: errors.map(({ path, message }) => ({ path: toOneLine(path), message: toOneLine(message) })),
});

/** No config needs as many levels. The limit exists because the functions that read a config are recursive. */
const maxLevels = 100;

/** Finds what the schema library can't read: values in too many levels, and a key that it skips without an error. */
function findUnreadable(value: unknown, levels = maxLevels): string | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if (levels === 0) return `must have at most ${maxLevels} levels of nesting`;
  if (Object.hasOwn(value, '__proto__')) return 'must not contain the key "__proto__": rename it';
  for (const each of Object.values(value)) {
    const found = findUnreadable(each, levels - 1);
    if (found) return found;
  }
  return undefined;
}

function explainUnknownKey(path: PropertyKey[]): string | undefined {
  const isOfQuestion = path.at(-3) === 'questions' && typeof path.at(-2) === 'number';
  return isOfQuestion && questionKeys.has(String(path.at(-1)))
    ? 'is not a setting of this type of question: remove it'
    : undefined;
}

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
