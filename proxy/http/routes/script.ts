import type { RouteDependencies } from '../app.ts';
import { Refusal } from '../refusal.ts';
import type { AppContext } from '../request.ts';
import type { ServedScript } from '../widget-script.ts';

/** `GET /enquiry-form.js?case-type=a&case-type=b&lang=`: the widget with those definitions in it, so that one
 * request makes a usable form. Public. */
export function getScript({ script }: RouteDependencies) {
  return async (context: AppContext) => {
    const served = await script.entry(context.req.queries('case-type') ?? [], context.req.query('lang'));
    return send(context, served, 'public, max-age=300, stale-while-revalidate=86400');
  };
}

/** `GET /assets/{name}`: an immutable part of this release or an earlier one. Public. */
export function getAsset({ script }: RouteDependencies) {
  return async (context: AppContext) => {
    context.header('access-control-allow-origin', '*');
    const served = await script.asset(context.req.param('name') ?? '');
    if (!served) throw new Refusal('not-found');
    return send(context, served, 'public, max-age=31536000, immutable');
  };
}

function send(context: AppContext, served: ServedScript, cacheControl: string): Response {
  const accepted = context.req.header('accept-encoding') ?? '';
  const encoding = (['br', 'gzip'] as const).find(each => accepts(accepted, each));
  const tag = `"${served.hash}${encoding ? `-${encoding}` : ''}"`;
  context.header('access-control-allow-origin', '*');
  context.header('cross-origin-resource-policy', 'cross-origin');
  context.header('vary', 'Accept-Encoding');
  context.header('cache-control', cacheControl);
  context.header('etag', tag);
  if (context.req.header('if-none-match') === tag) return context.body(null, 304);
  context.header('content-type', 'text/javascript; charset=utf-8');
  if (encoding) context.header('content-encoding', encoding);
  return context.body(encoding ? served[encoding] : served.plain);
}

function accepts(header: string, encoding: string): boolean {
  const found = new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:;\\s*q=([\\d.]+)\\s*)?(?:,|$)`, 'i').exec(header);
  return found !== null && Number(found[1] ?? 1) > 0;
}
