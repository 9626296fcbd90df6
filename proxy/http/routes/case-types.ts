import type { Definitions } from '../../enquiry/definitions.ts';
import type { AppContext } from '../context.ts';
import { Refusal } from '../refusal.ts';

export interface GetCaseTypeDependencies {
  definitions: Pick<Definitions, 'current'>;
}

/** `GET /case-types/{case_type}?lang=`: the current definition. Pages of any origin may read it. */
export function getCaseType({ definitions }: GetCaseTypeDependencies) {
  return (context: AppContext) => {
    context.header('access-control-allow-origin', '*');
    const definition = definitions.current(context.req.param('case_type') ?? '', context.req.query('lang'));
    if (!definition) throw new Refusal('unknown-case-type');
    context.header('cache-control', 'public, max-age=60, stale-while-revalidate=600');
    const etag = `"${definition.definition}-${definition.lang}"`;
    context.header('etag', etag);
    if (context.req.header('if-none-match') === etag) return context.body(null, 304);
    return context.json(definition);
  };
}
