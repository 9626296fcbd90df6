import type { Definitions } from '../../enquiry/definitions.ts';
import type { AppContext } from '../context.ts';
import type { PageOrigins } from '../page-origins.ts';
import { Refusal } from '../refusal.ts';

export interface GetCaseTypeDependencies {
  definitions: Pick<Definitions, 'current' | 'caseTypes'>;
}

/** `GET /case-types/{case_type}?lang=`: the current definition. Pages of any origin may read it, and the header
 * `Enquiry-Origin` tells them whether they may send enquiries: a page can't read the refusal of a POST from another
 * origin. Browsers omit `Origin` if the page has the proxy's own, and then it can read that refusal. */
export function getCaseType({ definitions }: GetCaseTypeDependencies, origins: PageOrigins) {
  return (context: AppContext) => {
    const origin = context.req.header('origin');
    context.header('access-control-allow-origin', '*');
    context.header('vary', 'Origin');
    const isRefused = origin !== undefined && !origins.isAllowed(origin);
    if (origin !== undefined) {
      if (isRefused) origins.warnOfRefused(origin);
      context.header('enquiry-origin', isRefused ? 'refused' : 'allowed');
      context.header('access-control-expose-headers', 'Enquiry-Origin');
    }
    const definition = definitions.current(context.req.param('case_type') ?? '', context.req.query('lang'));
    if (!definition) throw new Refusal('unknown-case-type', { caseTypes: definitions.caseTypes });
    // Otherwise the page would still be refused when the config has been corrected.
    if (!isRefused) context.header('cache-control', 'public, max-age=60, stale-while-revalidate=600');
    context.header('etag', `"${definition.definition}-${definition.lang}"`);
    return context.json(definition);
  };
}
