import type { z } from 'zod';

/** An error in one setting. */
export interface ConfigurationError {
  /** The environment variable or the path within the config file, like `case_types.a.questions[2].id`. */
  path: string;
  /** A predicate that follows the path: what to change. Never contains the value, which may be a secret. */
  message: string;
}

/** The settings can't be used. The message lists every configuration error. */
export class InvalidConfiguration extends Error {
  override name = 'InvalidConfiguration';
  /** One line per error: its source, its path and what to change. */
  readonly lines: string[];

  constructor(lines: string[]) {
    const count = `${lines.length} configuration error${lines.length === 1 ? '' : 's'}`;
    super([`${count}:`, ...lines.map(line => `  ${line}`)].join('\n'));
    this.lines = lines;
  }
}

/** Every issue of a zod error. */
export function toConfigurationErrors(error: z.ZodError): ConfigurationError[] {
  return error.issues.flatMap(issue => {
    const path = formatPath(issue.path);
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map(key => ({ path: formatPath([...issue.path, key]), message: unknownSetting }));
    // Zod's own message is the only place that says whether the value was missing.
    const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
    return [{ path, message: isMissing ? 'is required' : issue.message }];
  });
}

export const unknownSetting = 'is not a setting: check its spelling or remove it';

/** Joins keys with dots and puts indexes in brackets. */
export function formatPath(path: PropertyKey[]): string {
  return path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : text ? `${text}.${String(step)}` : String(step),
    '',
  );
}
