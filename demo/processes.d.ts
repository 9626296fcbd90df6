import { type ChildProcess } from 'node:child_process';
/** A running process of the demo. */
export interface Running {
  /** Its address, as it printed it. */
  url: string;
  child: ChildProcess;
  /** Asks it to stop, and resolves with its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}
/** Starts a TypeScript file and resolves when it prints an address; rejects with its last words when it ends
 * before. `print` gets every line of its output; `through` is a command that starts it, like `nice`. */
export declare function start(
  file: string,
  env: Record<string, string>,
  print?: (line: string) => void,
  through?: string[],
): Promise<Running>;
/** The first port of loopback from this one on that nobody listens on; 0: any. */
export declare function freePort(from: number): Promise<number>;
