import type { CompressibleFile, Encoding } from '../compressor.ts';
import type { AppContext } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { createStoreBudget } from '../store-budget.ts';
import type { WidgetFiles } from '../widget-files.ts';

export interface GetWidgetDependencies {
  widget: Pick<WidgetFiles, 'attributionScript' | 'entry' | 'asset' | 'compress'>;
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
    context.header('access-control-allow-origin', '*');
    context.header('cross-origin-resource-policy', 'cross-origin');
    context.header('vary', 'Accept-Encoding');
    context.header('cache-control', cacheControl);
    const known = findEtag(context.req.header('if-none-match') ?? '', file, encoding);
    if (known !== undefined) {
      context.header('etag', known);
      return context.body(null, 304);
    }
    const compressed = encoding && (await compress(file, encoding));
    context.header('etag', toEtag(file, compressed && `${encoding}-${compressed.effort}`));
    context.header('content-type', 'text/javascript; charset=utf-8');
    if (encoding && compressed) context.header('content-encoding', encoding);
    return context.body(compressed ? compressed.bytes : file.content());
  };
}

/** Each variant of a file has its own entity tag, because its bytes differ. */
const toEtag = ({ hash }: CompressibleFile, variant = 'plain') => `"${hash}-${variant}"`;

/** The entity tag of a variant that the client has cached and can read. All variants have the same text. */
function findEtag(ifNoneMatch: string, file: CompressibleFile, encoding?: Encoding): string | undefined {
  const tags = [toEtag(file), toEtag(file, `${encoding}-best`), toEtag(file, `${encoding}-fast`)];
  const known = ifNoneMatch.split(',').map(each => each.trim());
  return known.find(each => tags.includes(each));
}

function isAccepted(acceptEncoding: string, encoding: string): boolean {
  const pattern = new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:;\\s*q=([\\d.]+)\\s*)?(?:,|$)`, 'i');
  const match = pattern.exec(acceptEncoding);
  return match !== null && Number(match[1] ?? 1) > 0;
}
