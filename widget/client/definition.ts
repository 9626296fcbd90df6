import type { Definition } from '../../proxy/contract/definition.ts';

/** `GET /case-types/{case_type}`; undefined: it can't be had just now. `cache: 'reload'` passes the browser's
 * cache by. An empty `lang` is the proxy's main language. */
export async function getDefinition(
  proxy: string,
  caseType: string,
  lang: string,
  cache: RequestCache,
): Promise<Definition | undefined> {
  const query = lang && `?lang=${encodeURIComponent(lang)}`;
  try {
    const response = await fetch(`${proxy}case-types/${encodeURIComponent(caseType)}${query}`, {
      cache,
      credentials: 'omit',
      signal: AbortSignal.timeout(30_000),
    });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined; // The network's fault, or something between that is not the proxy: the visitor may try again.
  }
}
