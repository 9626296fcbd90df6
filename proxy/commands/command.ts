/** The options of all commands. */
export interface CommandOptions {
  json?: boolean | undefined;
  state?: string | undefined;
  all?: boolean | undefined;
  to?: string | undefined;
  yes?: boolean | undefined;
  'no-copy'?: boolean | undefined;
  accept?: boolean | undefined;
  lock?: string | undefined;
  config?: string | undefined;
  since?: string | undefined;
  by?: string | undefined;
  csv?: boolean | undefined;
  page?: string | undefined;
  'case-type'?: string[] | undefined;
  lang?: string | undefined;
  proxy?: string | undefined;
  pinned?: boolean | undefined;
  label?: string | undefined;
  'api-url'?: string | undefined;
  'api-username'?: string | undefined;
  force?: boolean | undefined;
}

/** Runs a command with the arguments after its name. Resolves with the exit code: 0 when everything is OK, 1 when
 * there are problems. */
export type Command = (
  args: string[],
  options: CommandOptions,
  variables: Record<string, string | undefined>,
) => Promise<number>;

/** The command line is wrong. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Throws UsageError when there are arguments. */
export function expectNoArguments(command: string, args: string[]): void {
  if (args.length > 0) throw new UsageError(`"${command}" takes no arguments.`);
}

/** Prints a line: the text, or with `--json` the value. */
export function print({ json }: CommandOptions, value: unknown, text: string): void {
  process.stdout.write(`${json ? JSON.stringify(value) : text}\n`);
}
