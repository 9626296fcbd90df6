export function wait(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}

/** Resolves once the browser is online, or when `signal` is aborted. */
export function waitUntilOnline(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (navigator.onLine || signal.aborted) return resolve();
    addEventListener('online', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve());
  });
}
