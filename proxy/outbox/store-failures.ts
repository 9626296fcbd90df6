import type { Logger } from 'pino';

/** Whether PostgreSQL has run out of disk space (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error as { code?: unknown }).code === '53100' || isDiskFull(error.cause);
}

/** Logs that the outbox failed outside of a request. */
export function logStoreFailure(log: Logger, error: unknown): void {
  if (isDiskFull(error)) log.error({ err: error }, 'database disk full');
  else log.error({ err: error }, 'outbox unavailable');
}
