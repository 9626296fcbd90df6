import type { CompressibleFile } from '../compressor.ts';
import type { AppContext } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { createStoreBudget } from '../store-budget.ts';
import type { WidgetFiles } from '../widget-files.ts';

export interface GetWidgetDependencies {
  widget: Pick<WidgetFiles, 'attributionScript' | 'heightScript' | 'entry' | 'asset' | 'compress'>;
}

/** The `Cache-Control` of a script whose address stays the same after a release. */
const mutable = 'public, max-age=300, stale-while-revalidate=86400';

/** `GET /enquiry-form.js?case-type=a&case-type=b&lang=`: the widget with the definitions of these case types, so that a
 * page needs one request to show a form. Pages of any origin may load it. */
export function getEntry({ widget }: GetWidgetDependencies) {
  const send = createSend(widget);
  return async (context: AppContext) => {
    const file = widget.entry(context.req.queries('case-type') ?? [], context.req.query('lang'));
    return await send(context, file, mutable);
  };
}

/** `GET /attribution.js`: the script that remembers visits on pages without a form. Pages of any origin may load it. */
export function getAttributionScript({ widget }: GetWidgetDependencies) {
  const send = createSend(widget);
  return (context: AppContext) => send(context, widget.attributionScript, mutable);
}

/** `GET /assets/measure-heights.js`: the script that site owners run on their page. It is among the assets, because the
 * content security policy of a page with pinned scripts allows only these. */
export function getHeightScript({ widget }: GetWidgetDependencies) {
  const send = createSend(widget);
  return (context: AppContext) => send(context, widget.heightScript, mutable);
}

/** `GET /assets/{name}`: an immutable asset of this release or an earlier one, `GET /assets/{name}?definition=…`: a
 * pinned entry with definitions. Pages of any origin may load it. */
export function getAsset({ widget }: GetWidgetDependencies) {
  const send = createSend(widget);
  return async (context: AppContext) => {
    context.header('access-control-allow-origin', '*');
    const name = context.req.param('name') ?? '';
    const hashes = context.req.queries('definition');
    const file = await createStoreBudget().run(() => widget.asset(name, hashes));
    if (!file) throw new Refusal('not-found');
    return await send(context, file, 'public, max-age=31536000, immutable');
  };
}

function createSend({ compress }: Pick<WidgetFiles, 'compress'>) {
  return async (context: AppContext, file: CompressibleFile, cacheControl: string): Promise<Response> => {
    const accepted = context.req.header('accept-encoding') ?? '';
    const encoding = (['br', 'gzip'] as const).find(each => isAccepted(accepted, each));
    const compressed = encoding && (await compress(file, encoding));
    context.header('access-control-allow-origin', '*');
    context.header('cross-origin-resource-policy', 'cross-origin');
    context.header('vary', 'Accept-Encoding');
    context.header('cache-control', cacheControl);
    context.header('content-type', 'text/javascript; charset=utf-8');
    // Each encoding has its own entity tag, because its bytes differ.
    context.header('etag', `"${file.hash}-${compressed ? encoding : 'plain'}"`);
    if (encoding && compressed) context.header('content-encoding', encoding);
    return context.body(compressed ?? file.content());
  };
}

function isAccepted(acceptEncoding: string, encoding: string): boolean {
  const pattern = new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:;\\s*q=([\\d.]+)\\s*)?(?:,|$)`, 'i');
  const match = pattern.exec(acceptEncoding);
  return match !== null && Number(match[1] ?? 1) > 0;
}
