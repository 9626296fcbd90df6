import type { RouteDependencies } from '../app.ts';
import { Refusal } from '../refusal.ts';
import type { AppContext } from '../request.ts';

/** `GET /case-types/{case_type}?lang=`: what the form shows. Public. */
export function getCaseType({ definitions }: RouteDependencies) {
  return (context: AppContext) => {
    context.header('access-control-allow-origin', '*');
    const definition = definitions.current(context.req.param('case_type') ?? '', context.req.query('lang'));
    if (!definition) throw new Refusal('unknown-case-type');
    context.header('cache-control', 'public, max-age=60, stale-while-revalidate=600');
    const tag = `"${definition.definition}-${definition.lang}"`;
    context.header('etag', tag);
    if (context.req.header('if-none-match') === tag) return context.body(null, 304);
    return context.json(definition);
  };
}
