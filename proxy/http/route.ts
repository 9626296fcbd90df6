import type { RefusalCode } from '../contract/enquiry.ts';
import { idempotencyKeyPattern } from './context.ts';

/** A header or a part of the query, as OpenAPI describes it. */
export interface Parameter {
  in: 'header' | 'path' | 'query';
  name: string;
  /** Default: it may be left out. */
  required?: true;
  description?: string;
  schema: object;
}

/** A route of the HTTP API, from which `proxy/http/openapi` makes its description. Schemas have names here, because
 * creating them would slow down the start. */
export interface Route {
  method: 'GET' | 'POST';
  /** The path in the syntax of Hono. */
  path: string;
  operationId: string;
  summary: string;
  /** Besides those in the path, and the `Origin` of `POST` requests. Default: none. */
  parameters?: Parameter[];
  /** The name of the schema of a JSON body, or `file`. Default: none. */
  body?: string;
  /** Default: no credentials. With `clientKey`, servers may send the request, too. */
  security?: Record<string, string[]>[];
  /** The meaning of each successful status, and the name of the schema of its JSON body, or its media type. */
  successes: Record<number, [description: string, body: string]>;
  /** Whether the response has an entity tag, and the client may have the current version. Default: false. */
  hasTag?: true;
  /** Besides those of every `POST` request, and bugs. */
  refusals: RefusalCode[];
}

const text = { type: 'string' };
export const idempotencyKeyHeader: Parameter = {
  in: 'header',
  name: 'Idempotency-Key',
  required: true,
  description: 'A UUID. Repeat a request that got no response with the same key and the same content.',
  schema: { ...text, pattern: idempotencyKeyPattern.source },
};
/** Describes a text in the query. */
export const queryText = (name: string, description: string): Parameter => ({
  in: 'query',
  name,
  description,
  schema: text,
});
/** Describes a part of the query that may be repeated. */
export const queryList = (name: string, description: string): Parameter => ({
  ...queryText(name, description),
  schema: { type: 'array', items: text },
});
/** Describes an optional header. */
export const header = (name: string, description?: string): Parameter => ({
  in: 'header',
  name,
  ...(description && { description }),
  schema: text,
});
