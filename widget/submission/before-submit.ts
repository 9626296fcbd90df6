/** Asks the page whether an enquiry may be sent. Resolves with false if a listener called `preventDefault()`, or if
 * a promise passed to `waitUntil()` rejects. */
export async function confirmSubmitWithPage(element: Element, caseType: string): Promise<boolean> {
  const promises: Promise<unknown>[] = [];
  const waitUntil = (promise: Promise<unknown>) => void promises.push(promise);
  const event = new CustomEvent('enquiry-before-submit', {
    detail: { case_type: caseType, waitUntil },
    bubbles: true,
    composed: true,
    cancelable: true,
  });
  element.dispatchEvent(event);
  try {
    await Promise.all(promises);
  } catch {
    return false; // The page has stopped the enquiry, and is expected to tell the visitor why.
  }
  return !event.defaultPrevented;
}
