import { type DestinationStream, type Logger, pino } from 'pino';

/** Properties of errors that never hold a value of the data: those of Node, of SQLite and of PostgreSQL. */
const facts = [
  ...['code', 'errno', 'syscall', 'path', 'errcode', 'errstr'],
  ...['severity', 'schema', 'table', 'column', 'constraint', 'routine'],
];

/** The proxy's log: lines of JSON on standard output. Errors are logged without what a visitor sent. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: described } };
  return destination ? pino(options, destination) : pino(options);
}

/** An error without the values that it may quote: PostgreSQL puts whole rows into `detail` and `where`, the parser of
 * JSON a part of the text into the message, and `new URL` the text into `input`. */
function described(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { cause } = error;
  return {
    type: error.constructor.name,
    message: withoutQuotations(error.message),
    ...Object.fromEntries(
      Object.entries(error).filter(([name, value]) => facts.includes(name) && typeof value !== 'object'),
    ),
    stack: framesOf(error),
    ...(cause !== undefined && { cause: described(cause) }),
  };
}

/** All from the first quotation mark to the last, because a quoted value may have some in it. */
function withoutQuotations(message: string): string {
  return message.replace(/["'`].*["'`]/s, '"…"');
}

/** The stack without the message, which comes before it. */
function framesOf({ message, stack = '' }: Error): string {
  const at = stack.indexOf(message);
  return at < 0 ? '' : stack.slice(at + message.length).replace(/^\n/, '');
}
