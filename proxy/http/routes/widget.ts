import { createStoreBudget, Refusal } from '../../acceptance/refusal.ts';
import type { AppContext, AppDependencies } from '../context.ts';
import type { CompressibleFile } from '../scripts/widget-files.ts';

/** The `Cache-Control` of a script whose address stays the same after a release. */
const mutable = 'public, max-age=300, stale-while-revalidate=86400';

/** The routes of the widget's scripts. Pages of any origin may load them. */
export function createWidgetRoutes({ widget, countStep }: AppDependencies) {
  async function send(
    context: AppContext,
    file: CompressibleFile,
    cacheControl: string,
    type = 'text/javascript',
  ): Promise<Response> {
    const accepted = context.req.header('accept-encoding') ?? '';
    const encoding = (['br', 'gzip'] as const).find(each => isAccepted(accepted, each));
    const compressed = encoding && (await widget.compress(file, encoding));
    context.header('access-control-allow-origin', '*');
    context.header('cross-origin-resource-policy', 'cross-origin');
    context.header('vary', 'Accept-Encoding');
    context.header('cache-control', cacheControl);
    context.header('content-type', `${type}; charset=utf-8`);
    // Each encoding has its own entity tag, because its bytes differ.
    context.header('etag', `"${file.hash}-${compressed ? encoding : 'plain'}"`);
    if (encoding && compressed) context.header('content-encoding', encoding);
    return context.body(compressed ?? file.content());
  }
  /** `GET /enquiry-form.js?case-type=a&case-type=b&lang=`: the widget with the definitions of these case types, so that a
   * page needs one request to show a form. */
  function getEntry(context: AppContext) {
    const caseTypes = context.req.queries('case-type') ?? [];
    const site = URL.parse(context.req.header('referer') ?? '')?.origin ?? '';
    for (const caseType of new Set(caseTypes)) countStep('served', caseType, site);
    const file = widget.entry(caseTypes, context.req.query('lang'));
    return send(context, file, mutable);
  }
  /** `GET /assets/{name}`: an immutable script of this release or an earlier one. */
  async function getAsset(context: AppContext) {
    context.header('access-control-allow-origin', '*');
    const name = context.req.param('name') ?? '';
    const file = await createStoreBudget().run(() => widget.asset(name));
    if (!file) throw new Refusal('not-found');
    return await send(context, file, 'public, max-age=31536000, immutable');
  }
  const sendMutable = (file: CompressibleFile, type?: string) => (context: AppContext) =>
    send(context, file, mutable, type);
  return [
    ['GET', '/enquiry-form.js', getEntry],
    ['GET', '/attribution.js', sendMutable(widget.attributionScript)],
    // Among the assets, because the content security policy of a page with a complete script allows only these.
    ['GET', '/assets/measure-heights.js', sendMutable(widget.heightScript)],
    ['GET', '/assets/licences.txt', sendMutable(widget.notices, 'text/plain')],
    ['GET', '/assets/:name', getAsset],
  ] as const;
}

function isAccepted(acceptEncoding: string, encoding: string): boolean {
  const pattern = new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:;\\s*q=([\\d.]+)\\s*)?(?:,|$)`, 'i');
  const match = pattern.exec(acceptEncoding);
  return match !== null && Number(match[1] ?? 1) > 0;
}
