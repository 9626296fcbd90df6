import { type AppContext, type AppDependencies, isWebOrigin, ownOrigin } from './context.ts';

/** The site of a page that has posted a form. */
interface Site {
  /** The origin of the page. */
  origin: string;
  /** The browser doesn't say where the form comes from, so only its key proves that it is the proxy's own. */
  needsKey: boolean;
}

/** Returns a function that finds out which page has posted a form. Undefined if the page may not send enquiries, or if the
 * browser hides its origin: any site can post a form. */
export function createSiteFinder({ settings, config, shared }: AppDependencies) {
  const allowed = new Set(config.origins);

  return (context: AppContext): Site | undefined => {
    const { publicOrigin } = settings.requests;
    const origin = context.req.header('origin');
    // The browser knows the proxy's address better than a request does that a web server has passed on.
    const requested = ownOrigin(context, settings.requests);
    const own = !publicOrigin && origin && isWebOrigin(origin) ? origin : requested;
    const relation = context.req.header('sec-fetch-site');
    // Also with `Origin: null`, which browsers send from their pages under some referrer policies. Pages can't set this header.
    if (relation === 'same-origin') return { origin: own, needsKey: false };
    if (origin === undefined) return relation === undefined ? { origin: own, needsKey: true } : undefined;
    // A web server in front may have another address for the proxy, but passes on the host.
    const host = URL.parse(origin)?.host; // None in `null`.
    if (origin === requested || (host && host === context.req.header('host')))
      return { origin: own, needsKey: false };
    if (allowed.has(origin)) return { origin, needsKey: false };
    shared.warnOfRefusedOrigin(origin);
    return undefined;
  };
}
