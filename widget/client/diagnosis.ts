import type { ProblemDocument, RefusalCode } from '../../proxy/contract/enquiry.ts';

/** The address of `GET /case-types/{case_type}`. */
export function definitionAddress(proxy: string, caseType: string): string {
  return `${proxy}case-types/${encodeURIComponent(caseType)}`;
}

/** Why the proxy refuses every enquiry from this page, according to its response to `GET /case-types/{case_type}`, and
 * tells the site owner on the console; undefined if it doesn't. Rejects if a 404 isn't JSON. */
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

/** Asks the proxy whether it refuses every enquiry from this page. The refusal of a POST itself can't be read by a page
 * of another origin. Never rejects: undefined if the network fails. */
export async function askForMisconfiguration(
  proxy: string,
  caseType: string,
): Promise<RefusalCode | undefined> {
  try {
    const response = await fetch(definitionAddress(proxy, caseType), {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(30_000),
    });
    return await findMisconfiguration(response, caseType);
  } catch {
    return undefined; // The network failed, or something else responded.
  }
}
