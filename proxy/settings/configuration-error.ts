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

/** Joins keys with dots and puts indexes in brackets. An empty key is written as `""`. */
export function formatPath(path: PropertyKey[]): string {
  if (path.length === 0) return 'the file';
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    const key = String(step) || '""';
    return text ? `${text}.${key}` : key;
  }, '');
}
