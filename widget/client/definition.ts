import type { Definition } from '../../proxy/contract/definition.ts';
import { definitionAddress, findMisconfiguration } from './diagnosis.ts';

/** The body of `GET /case-types/{case_type}`; undefined if the proxy doesn't respond with one. Null: the proxy refuses
 * every enquiry from this page, so that there is no point in another attempt. `cache: 'reload'` bypasses the browser's
 * cache, and with another address also a service worker's. With an empty `lang`, the definition is in the proxy's main language. Rejects if the network fails or the
 * response isn't JSON. */
export async function getDefinition(
  proxy: string,
  caseType: string,
  lang: string,
  cache: RequestCache,
): Promise<Definition | null | undefined> {
  const address = new URL(definitionAddress(proxy, caseType));
  if (lang) address.searchParams.set('lang', lang);
  if (cache === 'reload') address.searchParams.set('at', `${Date.now()}`);
  const response = await fetch(address, {
    cache,
    credentials: 'omit',
    signal: AbortSignal.timeout(30_000),
  });
  if (await findMisconfiguration(response, caseType)) return null;
  return response.ok ? await response.json() : undefined;
}
