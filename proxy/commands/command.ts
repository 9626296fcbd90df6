/** The options that follow a command. */
export interface Options {
  json?: boolean | undefined;
  state?: string | undefined;
  to?: string | undefined;
  yes?: boolean | undefined;
  'no-copy'?: boolean | undefined;
  accept?: boolean | undefined;
  lock?: string | undefined;
}

/** Does its work with the words after its name, and resolves with the exit code: 0 well, 1 not, 2 misused. */
export type Command = (
  words: string[],
  options: Options,
  variables: Record<string, string | undefined>,
) => Promise<number>;

/** The words or options make no sense. */
export class Misuse extends Error {
  override name = 'Misuse';
}

/** Prints a line of text, or with `--json` the value. */
export function print({ json }: Options, value: unknown, text: string): void {
  process.stdout.write(`${json ? JSON.stringify(value) : text}\n`);
}
