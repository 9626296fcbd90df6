import { type AppContext, type AppDependencies, ownOrigin } from '../context.ts';

/** The site that shows a page in a frame. */
export interface FrameSite {
  /** The origin of the page around the frame, one of the config's or the proxy's own. The page tells it its height. */
  origin: string;
  /** The source in `frame-ancestors`. */
  ancestor: string;
}

/** Returns a function that finds out which site shows a page in a frame: the one that `frame` in its address names, or for
 * `frame=1` the one in the `Referer` header. `hidden`: the page is for a frame, but the browser doesn't say whose. Undefined:
 * the page isn't for a frame, or the site isn't one of the config's. */
export function createFrameFinder({ config, settings }: Pick<AppDependencies, 'config' | 'settings'>) {
  return (context: AppContext): FrameSite | 'hidden' | undefined => {
    const own = ownOrigin(context, settings.requests);
    const host = context.req.header('host');
    // A web server in front may have another address for the proxy, but passes on the host.
    const isOwn = (url: URL) => url.origin === own || (host !== undefined && url.host === host);
    const referrer = URL.parse(context.req.header('referer') ?? '');
    const around = referrer && isOwn(referrer) ? referrer.searchParams.get('frame') : undefined;
    // A page to which one in a frame leads is in the same frame, unless its visitor opens it in a tab.
    const isInTab = context.req.header('sec-fetch-dest') === 'document';
    const given = context.req.query('frame') ?? (isInTab ? undefined : around);
    if (!given) return undefined;
    if (given === '1' && !referrer) return 'hidden';
    const site = given === '1' ? referrer : URL.parse(given);
    if (!site) return undefined;
    const { origin } = site;
    if (isOwn(site)) return { origin, ancestor: "'self'" };
    return config.origins.includes(origin) ? { origin, ancestor: origin } : undefined;
  };
}
