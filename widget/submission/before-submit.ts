/** Asks the page whether an enquiry may be sent. Resolves with false if a listener called `preventDefault()`, if a
 * promise passed to `waitUntil()` rejects, or as soon as `signal` is aborted: the promise may never settle, for example
 * if the visitor closes a captcha. */
export async function confirmSubmitWithPage(
  element: Element,
  about: { case_type: string; test?: true },
  signal: AbortSignal,
): Promise<boolean> {
  const promises: Promise<unknown>[] = [];
  const waitUntil = (promise: Promise<unknown>) => void promises.push(promise);
  const event = new CustomEvent('enquiry-before-submit', {
    detail: { ...about, waitUntil },
    bubbles: true,
    composed: true,
    cancelable: true,
  });
  element.dispatchEvent(event);
  try {
    const aborted = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()));
    await Promise.race([Promise.all(promises), aborted]);
  } catch {
    return false; // The page has stopped the enquiry, and is expected to tell the visitor why.
  }
  return !event.defaultPrevented && !signal.aborted;
}
