import type { Definition } from '../../proxy/contract/definition.ts';
import type { ProblemDocument, RefusalCode } from '../../proxy/contract/enquiry.ts';

/** The hash of the definition that a preview link's parameter (`injury:HASH,house-move:HASH`) names for a case type;
 * undefined if it names none. */
export function previewedHash(preview: string | undefined, caseType: string): string | undefined {
  const found = preview?.split(',').find(each => each.startsWith(`${caseType}:`));
  return found && `sha256-${found.slice(caseType.length + 1)}`;
}

/** The body of `GET /case-types/{case_type}`; undefined if the proxy doesn't respond with one. Null: the proxy refuses
 * every enquiry from this page, so that there is no point in another attempt. If the preview names a definition that the
 * proxy doesn't have, it is the current one. `cache: 'reload'` bypasses the browser's cache, and with another address also
 * a service worker's. With an empty `lang`, the definition is in the proxy's main language. Rejects if the network fails
 * or the response isn't JSON. */
export async function getDefinition(
  { proxy, preview }: { proxy: string; preview: string | undefined },
  caseType: string,
  lang: string,
  cache: RequestCache,
): Promise<Definition | null | undefined> {
  const hash = previewedHash(preview, caseType);
  if (hash) {
    const archived = await requestDefinition(proxy, caseType, cache, { lang, definition: hash });
    if (archived.ok) return await archived.json();
  }
  const response = await requestDefinition(proxy, caseType, cache, { lang });
  if (await findMisconfiguration(response, caseType)) return null;
  return response.ok ? await response.json() : undefined;
}

/** Requests a definition. Rejects if the network fails. */
export function requestDefinition(
  proxy: string,
  caseType: string,
  cache: RequestCache,
  parameters: Record<string, string> = {},
): Promise<Response> {
  const address = new URL(`${proxy}case-types/${encodeURIComponent(caseType)}`);
  for (const [name, value] of Object.entries(parameters)) if (value) address.searchParams.set(name, value);
  if (cache === 'reload') address.searchParams.set('at', `${Date.now()}`);
  return fetch(address, { cache, credentials: 'omit', signal: AbortSignal.timeout(30_000) });
}

/** Why the proxy refuses every enquiry from this page, according to its response; undefined if it doesn't. Tells the site
 * owner on the console. Rejects if a 404 isn't JSON. */
export async function findMisconfiguration(
  response: Response,
  caseType: string,
): Promise<RefusalCode | undefined> {
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
