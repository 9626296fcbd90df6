import type { Definition } from '../../proxy/contract/definition.ts';
import { definitionAddress, findMisconfiguration } from './diagnosis.ts';

/** The body of `GET /case-types/{case_type}`; undefined if the proxy doesn't respond with one. Null: the proxy refuses
 * every enquiry from this page, so that there is no point in another attempt. `cache: 'reload'` bypasses the browser's
 * cache. With an empty `lang`, the definition is in the proxy's main language. Rejects if the network fails or the
 * response isn't JSON. */
export async function getDefinition(
  proxy: string,
  caseType: string,
  lang: string,
  cache: RequestCache,
): Promise<Definition | null | undefined> {
  const query = lang && `?lang=${encodeURIComponent(lang)}`;
  const response = await fetch(definitionAddress(proxy, caseType) + query, {
    cache,
    credentials: 'omit',
    signal: AbortSignal.timeout(30_000),
  });
  if (await findMisconfiguration(response, caseType)) return null;
  return response.ok ? await response.json() : undefined;
}
