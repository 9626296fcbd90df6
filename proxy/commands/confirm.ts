import { createInterface } from 'node:readline/promises';
import type { CommandOptions } from './command.ts';

/** Asks the operator to confirm a change by typing `name`: the name or the number of the things to change. With
 * `--yes`, doesn't ask. */
export async function confirm(question: string, name: string, { yes }: CommandOptions): Promise<boolean> {
  if (yes) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const typed = await terminal.question(`${question} Type ${name} to confirm: `);
  terminal.close();
  if (typed.trim().toUpperCase() === name.toUpperCase()) return true;
  console.error('Nothing was changed.');
  return false;
}
