import { readFileSync } from 'node:fs';
import type { Config } from './config.ts';
import { type ConfigurationError, InvalidConfiguration } from './configuration-error.ts';
import { parseConfig } from './parse-config.ts';
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

/** Reads the config file alone, because `ids` needs no other setting. Throws InvalidConfiguration. */
export function readConfig(variables: Variables): { config: Config; path: string } {
  const path = configPath(variables);
  const config = readConfigFile(path);
  if ('errors' in config) throw new InvalidConfiguration(formatErrors(path, config.errors));
  return { config: config.config, path };
}

/** Reads ENQUIRY_CONFIG alone, so that the config file is checked even when another variable is malformed. */
const configPath = ({ ENQUIRY_CONFIG }: Variables) => ENQUIRY_CONFIG || './enquiry.config.json';

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
