import type { z } from 'zod';
import type { RefusalCode } from '../contract/enquiry.ts';

/** A route of the HTTP API, as `routes/openapi.ts` describes it. */
export interface Route {
  method: 'GET' | 'POST';
  /** The path in the syntax of Hono. */
  path: string;
  summary: string;
  /** The schema of a JSON body, or `file`. Default: none. */
  body?: z.ZodType | 'file';
  /** The statuses of a success. Default: 200. */
  successes?: (200 | 201 | 202)[];
  /** Besides those of every route. */
  refusals: RefusalCode[];
}
