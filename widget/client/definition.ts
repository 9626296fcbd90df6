import type { Definition } from '../../proxy/contract/definition.ts';
import type { ProblemDocument, RefusalCode } from '../../proxy/contract/enquiry.ts';

/** Where definitions come from. */
interface Source {
  proxy: string;
  /** The value of a preview link's parameter: `injury:HASH,house-move:HASH`. */
  preview?: string | undefined;
}

/** The hash of the definition that a preview names for a case type; undefined if it names none. */
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
  { proxy, preview }: Source,
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

/** How long the browser may take to report that the page's policy has blocked a request. */
const maxReportMs = 10_000;
let isPolicyReported = false;

/** Finds out whether no enquiry from this page can arrive, because the proxy refuses them all or the page's content
 * security policy blocks them all, and calls `onFound` with a code. The refusal of a POST itself can't be read by a page of
 * another origin. Browsers may report a blocked request only after it has failed, so `onFound` may be called
 * after this has resolved. Never rejects. */
export async function diagnose(
  proxy: string,
  caseType: string,
  onFound: (code: string) => void,
): Promise<void> {
  const onViolation = (event: SecurityPolicyViolationEvent) => {
    if (!isBlocked(event, proxy)) return;
    onFound('blocked-by-policy');
    if (!isPolicyReported) {
      const { origin } = new URL(proxy);
      console.error(
        `enquiry-form: the page's content security policy blocks ${origin}; add it to connect-src`,
      );
    }
    isPolicyReported = true;
  };
  const signal = AbortSignal.timeout(maxReportMs);
  document.addEventListener('securitypolicyviolation', onViolation, { signal });
  try {
    const found = await findMisconfiguration(await requestDefinition(proxy, caseType, 'no-store'), caseType);
    if (found) onFound(found);
  } catch {
    // The network failed, or something else responded, or the report follows in the next task.
    await new Promise(resolve => setTimeout(resolve));
  }
}

/** Whether the page's policy has blocked a request for a definition. A policy that is only reported blocks nothing. The
 * event has the address of the request or only its origin, and perhaps the directive that connect-src falls back to. */
function isBlocked(
  { blockedURI, disposition, effectiveDirective }: SecurityPolicyViolationEvent,
  proxy: string,
): boolean {
  const isOurs = blockedURI.startsWith(`${proxy}case-types/`) || proxy.startsWith(`${blockedURI}/`);
  return isOurs && disposition === 'enforce' && /^(connect|default)-src$/.test(effectiveDirective);
}

function requestDefinition(
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
