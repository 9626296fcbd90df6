import type { AppContext } from '../context.ts';
import { Refusal } from '../refusal.ts';
import type { CompressedFile, WidgetFiles } from '../widget-files.ts';

export interface GetWidgetDependencies {
  widget: Pick<WidgetFiles, 'entry' | 'asset'>;
}

/** `GET /enquiry-form.js?case-type=a&case-type=b&lang=`: the widget with the definitions of these case types, so that a
 * page needs one request to show a form. Pages of any origin may load it. */
export function getEntry({ widget }: GetWidgetDependencies) {
  return async (context: AppContext) => {
    const file = await widget.entry(context.req.queries('case-type') ?? [], context.req.query('lang'));
    return send(context, file, 'public, max-age=300, stale-while-revalidate=86400');
  };
}

/** `GET /assets/{name}`: an immutable asset of this release or an earlier one. Pages of any origin may load it. */
export function getAsset({ widget }: GetWidgetDependencies) {
  return async (context: AppContext) => {
    context.header('access-control-allow-origin', '*');
    const file = await widget.asset(context.req.param('name') ?? '');
    if (!file) throw new Refusal('not-found');
    return send(context, file, 'public, max-age=31536000, immutable');
  };
}

function send(context: AppContext, file: CompressedFile, cacheControl: string): Response {
  const accepted = context.req.header('accept-encoding') ?? '';
  const encoding = (['br', 'gzip'] as const).find(each => isAccepted(accepted, each));
  const etag = `"${file.hash}${encoding ? `-${encoding}` : ''}"`;
  context.header('access-control-allow-origin', '*');
  context.header('cross-origin-resource-policy', 'cross-origin');
  context.header('vary', 'Accept-Encoding');
  context.header('cache-control', cacheControl);
  context.header('etag', etag);
  if (context.req.header('if-none-match') === etag) return context.body(null, 304);
  context.header('content-type', 'text/javascript; charset=utf-8');
  if (encoding) context.header('content-encoding', encoding);
  return context.body(encoding ? file[encoding] : file.plain);
}

function isAccepted(acceptEncoding: string, encoding: string): boolean {
  const pattern = new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:;\\s*q=([\\d.]+)\\s*)?(?:,|$)`, 'i');
  const match = pattern.exec(acceptEncoding);
  return match !== null && Number(match[1] ?? 1) > 0;
}
