import { z } from 'zod';
import { createStoreBudget, Refusal } from '../../acceptance/refusal.ts';
import { type AppContext, type AppDependencies, definitionCaching, pageOrigin } from '../context.ts';
import type { PageOrigins } from '../middleware.ts';
import { readJson } from '../request-body.ts';

/** `GET /case-types/{case_type}?lang=&definition=`: the current definition, or the archived one that a preview names by
 * its hash. Pages of any origin may read it, and the header `Enquiry-Origin` tells them whether they may send enquiries:
 * a page can't read the refusal of a POST from another origin. Browsers omit `Origin` if the page has the proxy's own, and
 * then it can read that refusal. */
export function getCaseType({ definitions, version, countStep }: AppDependencies, origins: PageOrigins) {
  return async (context: AppContext) => {
    const origin = context.req.header('origin');
    context.header('access-control-allow-origin', '*');
    context.header('vary', 'Origin');
    const isRefused = origin !== undefined && !origins.isAllowed(origin);
    if (origin !== undefined) {
      if (isRefused) origins.warnOfRefused(origin);
      context.header('enquiry-origin', isRefused ? 'refused' : 'allowed');
      context.header('access-control-expose-headers', 'Enquiry-Origin');
    }
    const caseType = context.req.param('case_type') ?? '';
    const { lang, definition: hash } = context.req.query();
    const definition =
      hash === undefined
        ? definitions.current(caseType, lang)
        : await createStoreBudget().run(() => definitions.archived(caseType, hash, lang));
    if (!definition && hash !== undefined) throw new Refusal('not-found');
    if (!definition) throw new Refusal('unknown-case-type', { case_types: definitions.caseTypes });
    if (hash === undefined) countStep('served', caseType, origin ?? '');
    // Otherwise the page would still be refused when the config has been corrected. Few people open a preview.
    if (!isRefused && hash === undefined) context.header('cache-control', definitionCaching);
    // Another release may write the same definition in another way.
    context.header('etag', `"${definition.definition}-${definition.lang}-${version}"`);
    return context.json(definition);
  };
}

const maxBytes = 4_096;
export const testLinkSchema = z.object({ token: z.string() });

/** `POST /test-links`: tells whether the token of a test link is valid for the page that sends the request. */
export function postTestLink({ settings, signer, clock }: AppDependencies) {
  return async (context: AppContext) => {
    const body = testLinkSchema.safeParse(await readJson(context, maxBytes, settings.requests.minimumRate));
    if (!body.success) throw new Refusal('malformed');
    return context.json({ valid: signer.isTestToken(body.data.token, pageOrigin(context), clock()) });
  };
}
