import { toJson } from '../../proxy/contract/to-json.ts';

const timeoutMs = 10_000;

/** `POST /test-links`: resolves with whether the token of a test link is valid for this page, or with undefined if the
 * proxy doesn't tell. Never rejects. */
export async function checkTestLink(proxy: string, token: string): Promise<boolean | undefined> {
  try {
    const response = await fetch(`${proxy}test-links`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: toJson({ token }),
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
    return undefined; // The network failed, or a gateway responded instead of the proxy.
  }
}
