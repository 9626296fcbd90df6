import { fstatSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';

/** Properties of Node, SQLite and PostgreSQL errors that never contain a value from the database or a request. */
const safeProperties = [
  ...['code', 'errno', 'syscall', 'path', 'errcode', 'errstr'],
  ...['severity', 'schema', 'table', 'column', 'constraint', 'routine'],
];

/** How much of the log is kept until it can be written, in characters. */
const maxUnwritten = 1_000_000;

/** Creates the log: one line of JSON per event, on standard output by default. Errors, under `err`, are logged without
 * visitors' data. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: describeError } };
  if (destination) return pino(options, destination);
  // Lines that can't be written are lost. A pipe may block, which must not delay responses, so writes to it are asynchronous. Writes
  // to other outputs are synchronous, because pino would otherwise wait forever at exit for a full disk or a closed terminal.
  const output = fstatSync(1);
  const sync = !output.isFIFO() && !output.isSocket();
  return pino(
    options,
    pino.destination({ dest: 1, sync, maxLength: maxUnwritten }).on('error', () => {}),
  );
}

/** Describes an error without the values that it may quote: PostgreSQL puts whole rows into `detail` and `where`,
 * `JSON.parse` puts part of the text into the message, and `new URL` puts the text into `input`. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { cause } = error;
  return {
    type: error.constructor.name,
    message: withoutQuotations(error.message),
    ...Object.fromEntries(
      Object.entries(error).filter(
        ([name, value]) => safeProperties.includes(name) && typeof value !== 'object',
      ),
    ),
    stack: stackFrames(error),
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}

/** Replaces everything between the first and the last quotation mark, because a quoted value may contain some. */
function withoutQuotations(message: string): string {
  return message.replace(/["'`].*["'`]/s, '"…"');
}

/** Returns the stack frames without the message that precedes them. */
function stackFrames({ message, stack = '' }: Error): string {
  const at = stack.indexOf(message);
  return at < 0 ? '' : stack.slice(at + message.length).replace(/^\n/, '');
}
