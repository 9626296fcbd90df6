import { toMarketingText } from '../../acceptance/accept-enquiry.ts';
import { maxAttributionLength } from '../../contract/attribution.ts';
import { marketingFields } from '../../contract/definition.ts';
import type { PostedVisit } from '../../contract/page-module.ts';
import { readAttribution } from '../../enquiry/attribution-entries.ts';
import type { Config } from '../../settings/config.ts';
import { type AppContext, type AppDependencies, isWebOrigin, ownOrigin } from '../context.ts';

/** The site of a page that has posted a form. */
export interface Site {
  /** The origin of the page. */
  origin: string;
  /** Whether the page is the proxy's own. */
  isOwn: boolean;
  /** The browser doesn't say where the form comes from, so only its key proves that it is the proxy's own. */
  needsKey: boolean;
}

/** Returns a function that finds out which page has posted a form. Undefined if the page may not send enquiries, or if the
 * browser hides its origin: any site can post a form. */
export function createSiteFinder({ settings, config, shared }: AppDependencies) {
  return (context: AppContext): Site | undefined => {
    const origin = context.req.header('origin');
    // The browser knows the proxy's address better than a request does that a web server has passed on.
    const requested = ownOrigin(context, settings.requests);
    const own = !settings.requests.publicUrl && origin && isWebOrigin(origin) ? origin : requested;
    const relation = context.req.header('sec-fetch-site');
    // Also with `Origin: null`, which browsers send from their pages under some referrer policies. Pages can't set this header.
    if (relation === 'same-origin') return { origin: own, isOwn: true, needsKey: false };
    if (origin === undefined)
      return relation === undefined ? { origin: own, isOwn: true, needsKey: true } : undefined;
    // A web server in front may have another address for the proxy, but passes on the host.
    const host = URL.parse(origin)?.host; // None in `null`.
    if (origin === requested || (host && host === context.req.header('host')))
      return { origin: own, isOwn: true, needsKey: false };
    if (config.origins.includes(origin)) return { origin, isOwn: false, needsKey: false };
    shared.warnOfRefusedOrigin(origin);
    return undefined;
  };
}

/** Reads where an enquiry comes from that another page couldn't send: the value of the control `visit`, which anybody can
 * post. Undefined if the form doesn't come from such a page. */
export function readVisit(text: string, { attribution, origins }: Config): PostedVisit | undefined {
  if (!text) return undefined;
  let given: Partial<Record<keyof PostedVisit, unknown>> | null = null;
  try {
    given = JSON.parse(text);
  } catch {
    // Only an attacker's form has such a value.
  }
  const read = typeof given === 'object' && !Array.isArray(given) ? (given ?? {}) : {};
  const marketing = marketingFields.map(field => [
    field,
    toMarketingText(read[field]).slice(0, maxAttributionLength),
  ]);
  return {
    ...Object.fromEntries(marketing),
    attribution: read.attribution ? readAttribution(read.attribution, attribution.parameters) : undefined,
    has_files: read.has_files === true,
    site: origins.find(origin => origin === read.site),
  };
}
