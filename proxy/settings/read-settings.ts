import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { questionTypes } from '../contract/question-types.ts';
import { type Config, caseType, caseTypeName, configSchema } from './config.ts';
import { findInconsistencies } from './config-consistency.ts';
import {
  type ConfigurationError,
  InvalidConfiguration,
  parseBySchema,
  toOneLine,
} from './configuration-error.ts';
import { questionKeys, questionOfUnknownType } from './question-config.ts';
import { getMember, toEntries, toList } from './raw-json.ts';
import { parseEnvironment, type Settings } from './settings.ts';

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
  try {
    return parseConfig(readFileSync(path, 'utf8'));
  } catch {
    return { errors: [{ path: 'the file', message: 'cannot be read: set ENQUIRY_CONFIG to its path' }] };
  }
}

/** No config needs as many levels. The limit exists because the functions that read a config are recursive. */
const maxLevels = 100;

/** Parses the text of `enquiry.config.json`. Returns every configuration error. */
export function parseConfig(json: string): { config: Config } | { errors: ConfigurationError[] } {
  let raw: unknown;
  try {
    raw = JSON.parse(json.replace(/^\uFEFF/, '')); // Some editors begin a file with a byte order mark.
  } catch (error) {
    const { message } = error as Error; // The message includes the position, or quotes the text around it.
    return { errors: [{ path: 'the file', message: `is not valid JSON: ${toOneLine(message)}` }] };
  }
  if (isDeeperThan(maxLevels, raw))
    return { errors: [{ path: 'the file', message: `must have at most ${maxLevels} levels of nesting` }] };
  const result = parseBySchema(configSchema, raw, explainUnknownKey);
  const errors = [
    ...('errors' in result ? result.errors : []),
    ...findSkipped(raw),
    ...findInconsistencies(raw),
  ];
  if ('parsed' in result && errors.length === 0) return { config: result.parsed };
  return {
    errors: errors.map(({ path, message }) => ({ path: toOneLine(path), message: toOneLine(message) })),
  };
}

/** Finds errors in values that the schema doesn't look at: case types whose name, and questions whose type is malformed. */
function findSkipped(raw: unknown): ConfigurationError[] {
  const errors: ConfigurationError[] = [];
  const parse = (schema: z.ZodType, value: unknown, path: PropertyKey[]) => {
    const result = parseBySchema(schema, value, explainUnknownKey, path);
    if ('errors' in result) errors.push(...result.errors);
  };
  for (const [name, each] of toEntries(getMember(raw, 'case_types'))) {
    const path = ['case_types', name];
    if (name === '__proto__') parse(caseTypeName, name, path); // The schema library skips it without an error.
    if (!caseTypeName.safeParse(name).success) parse(caseType, each, path);
    for (const [index, question] of toList(getMember(each, 'questions')).entries()) {
      const isObject = question !== null && typeof question === 'object' && !Array.isArray(question);
      if (isObject && !isQuestionType(getMember(question, 'type')))
        parse(questionOfUnknownType, question, [...path, 'questions', index]);
    }
  }
  return errors;
}

const isQuestionType = (type: unknown) => questionTypes.some(each => each === type);

function isDeeperThan(levels: number, value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  return levels === 0 || Object.values(value).some(each => isDeeperThan(levels - 1, each));
}

function explainUnknownKey(path: PropertyKey[]): string | undefined {
  if (path.at(-2) === 'week') return 'is not a day: write "mon", "tue", "wed", "thu", "fri", "sat" or "sun"';
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
