import { readFileSync } from 'node:fs';
import { type Config, parseConfig } from './config.ts';
import type { Fault } from './configuration-error.ts';
import { type Environment, parseEnvironment } from './environment.ts';

/** Every fault of the settings, a line each. */
export class SettingsFaulty extends Error {
  override name = 'SettingsFaulty';
  readonly lines: string[];

  constructor(lines: string[]) {
    super(`The settings have ${lines.length} fault${lines.length === 1 ? '' : 's'}:\n${lines.join('\n')}`);
    this.lines = lines;
  }
}

/** Reads the environment and the config file that it names; throws SettingsFaulty with all that is wrong. */
export function readSettings(variables: Record<string, string | undefined>): {
  settings: Environment;
  config: Config;
} {
  const lines: string[] = [];
  const note = (source: string, faults: Fault[]) => {
    for (const { place, message } of faults) lines.push(`  ${source}: ${place} ${message}`);
  };
  const environment = parseEnvironment(variables);
  if ('faults' in environment) note('environment', environment.faults);

  const path = variables.ENQUIRY_CONFIG || './enquiry.config.json';
  const config = configAt(path);
  if ('faults' in config) note(path, config.faults);
  if ('faults' in environment || 'faults' in config) throw new SettingsFaulty(lines);
  return { settings: environment.environment, config: config.config };
}

/** Reads the config file alone; throws SettingsFaulty with all that is wrong. */
export function readConfig(path: string): Config {
  const config = configAt(path);
  if ('config' in config) return config.config;
  throw new SettingsFaulty(config.faults.map(({ place, message }) => `  ${path}: ${place} ${message}`));
}

function configAt(path: string): { config: Config } | { faults: Fault[] } {
  try {
    return parseConfig(readFileSync(path, 'utf8'));
  } catch {
    // The operator's fault.
    return { faults: [{ place: 'the file', message: 'cannot be read; ENQUIRY_CONFIG names it' }] };
  }
}
