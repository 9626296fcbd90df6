/** An operation took too long. Its outcome is unknown: it may still take effect. */
export class TimeLimitExceeded extends Error {
  override name = 'TimeLimitExceeded';
}

/** Settles as the operation does, but rejects with TimeLimitExceeded after `limitMs`. Doesn't stop the operation. */
export function withTimeLimit<Result>(limitMs: number, operation: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new TimeLimitExceeded(`no response within ${Math.round(limitMs)} ms`)),
      Math.max(0, limitMs),
    );
    operation.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
