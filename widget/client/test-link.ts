const timeoutMs = 10_000;

/** `POST /test-links`: whether the token of a test link is valid for this page; undefined if the proxy doesn't say. Never
 * throws. */
export async function checkTestLink(proxy: string, token: string): Promise<boolean | undefined> {
  try {
    const response = await fetch(`${proxy}test-links`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    // A proxy of an earlier release has no test links.
    if (response.status === 404) return false;
    const { valid } = await response.json();
    return typeof valid === 'boolean' ? valid : undefined;
  } catch {
    return undefined; // The network failed, or something between the page and the proxy responded.
  }
}
