import type { Definition } from '../../proxy/contract/definition.ts';
import type { ProblemDocument, RefusalCode } from '../../proxy/contract/enquiry.ts';

/** The body of `GET /case-types/{case_type}`; undefined if the proxy doesn't respond with one. Null: the proxy refuses
 * every enquiry from this page, so that there is no point in another attempt. `cache: 'reload'` bypasses the browser's
 * cache, and with another address also a service worker's. With an empty `lang`, the definition is in the proxy's main
 * language. Rejects if the network fails or the response isn't JSON. */
export async function getDefinition(
  proxy: string,
  caseType: string,
  lang: string,
  cache: RequestCache,
): Promise<Definition | null | undefined> {
  const response = await requestDefinition(proxy, caseType, cache, lang);
  if (await findMisconfiguration(response, caseType)) return null;
  return response.ok ? await response.json() : undefined;
}

/** Asks the proxy whether it refuses every enquiry from this page. The refusal of a POST itself can't be read by a page
 * of another origin. Rejects if the network fails, or something else responds. */
export async function diagnose(proxy: string, caseType: string): Promise<RefusalCode | undefined> {
  return await findMisconfiguration(await requestDefinition(proxy, caseType, 'no-store'), caseType);
}

function requestDefinition(
  proxy: string,
  caseType: string,
  cache: RequestCache,
  lang = '',
): Promise<Response> {
  const address = new URL(`${proxy}case-types/${encodeURIComponent(caseType)}`);
  if (lang) address.searchParams.set('lang', lang);
  if (cache === 'reload') address.searchParams.set('at', `${Date.now()}`);
  return fetch(address, { cache, credentials: 'omit', signal: AbortSignal.timeout(30_000) });
}

/** Why the proxy refuses every enquiry from this page, according to its response; undefined if it doesn't. Tells the site
 * owner on the console. Rejects if a 404 isn't JSON. */
async function findMisconfiguration(response: Response, caseType: string): Promise<RefusalCode | undefined> {
  let found: RefusalCode | undefined;
  if (response.headers.get('enquiry-origin') === 'refused') {
    found = 'origin-not-allowed';
    console.error(
      `enquiry-form: this proxy doesn't accept pages of ${location.origin}: add it to "origins" in the proxy's config`,
    );
  }
  if (response.status !== 404) return found;
  const { code, case_types = [] }: Partial<ProblemDocument> = await response.json();
  if (code !== 'unknown-case-type') return found;
  console.error(`enquiry-form: no case type "${caseType}"; this proxy has: ${case_types.join(', ')}`);
  return code;
}
