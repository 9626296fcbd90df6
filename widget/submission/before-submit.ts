/** Asks the page whether an enquiry may be sent. Resolves with false when it called `preventDefault()`, or when a
 * promise that it handed to `waitUntil()` rejects. */
export async function maySubmit(element: Element, caseType: string): Promise<boolean> {
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
    return false; // The page's word; it says why.
  }
  return !event.defaultPrevented;
}
