import { z } from 'zod';
import type { RefusalCode } from '../../contract/enquiry.ts';
import { refusals } from '../refusal.ts';
import { problemDocuments } from './body-schemas.ts';
import { describeText, refTo } from './components.ts';

interface Response {
  description: string;
  headers?: object;
  content?: object;
}
/** Responses in the description, by status. */
export type Responses = Record<string, Response>;
/** References to responses, by status. */
export type ResponseReferences = Record<string, { $ref: string }>;

/** All responses by their names. */
export const responseComponents: Responses = {};

/** Names responses, which several methods and addresses can share. Returns references to them. */
export function nameResponses(name: string, responses: Responses): ResponseReferences {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      responseComponents[`${name}${status}`] = response;
      return [status, { $ref: `#/components/responses/${name}${status}` }];
    }),
  );
}

const seconds = z.string().regex(/^[0-9]+$/);
/** The headers that a client acts on. docs/http-api.md lists those that only browsers need. */
const headerSchemas = {
  Allow: z.enum(['POST', 'GET, HEAD']),
  ETag: z.string().regex(/^".+"$/),
  'Retry-After': seconds.meta({ description: 'Seconds.' }),
};
type HeaderName = keyof typeof headerSchemas;

/** Describes headers. They are required only if each of several responses with the same status has them. */
const describeHeaders = (names: HeaderName[], required: boolean) => ({
  headers: Object.fromEntries(
    names.map(name => [name, { ...(required && { required }), schema: describeText(headerSchemas[name]) }]),
  ),
});

/** A successful response. */
export interface Success {
  status: number;
  description: string;
  /** The body: a JSON document, or a text of a media type. Default: no body. */
  body?: z.ZodType | string;
  /** Whether the response has an entity tag. Default: false. */
  hasTag?: true;
}

export function describeSuccess({ status, description, body, hasTag }: Success): Responses {
  const content =
    typeof body === 'string'
      ? { [body]: { schema: { type: 'string' } } }
      : body && { 'application/json': { schema: refTo(body) } };
  return {
    [status]: {
      description,
      ...(hasTag && describeHeaders(['ETag'], true)),
      ...(content && { content }),
    },
  };
}

const headersOfRefusals: Partial<Record<RefusalCode, HeaderName>> = {
  'method-not-allowed': 'Allow',
  'in-progress': 'Retry-After',
  'too-many-requests': 'Retry-After',
  unavailable: 'Retry-After',
};

/** Describes the refusals with these codes: one response for each status, because codes can share one. */
export function describeRefusals(codes: RefusalCode[]): Responses {
  const byStatus = Map.groupBy(codes, code => refusals[code][0]);
  return Object.fromEntries(
    [...byStatus].map(([status, sharing]) => {
      const headers = sharing.flatMap(code => headersOfRefusals[code] ?? []);
      return [
        status,
        {
          description: sharing.map(code => refusals[code][1]).join(' Or: '),
          ...(headers.length > 0 && describeHeaders(headers, headers.length === sharing.length)),
          content: { 'application/problem+json': { schema: describeDocuments(sharing) } },
        },
      ];
    }),
  );
}

function describeDocuments(codes: RefusalCode[]): object {
  const documents = codes.map(code => refTo(problemDocuments.get(code)!));
  if (documents.length === 1) return documents[0]!;
  const mapping = Object.fromEntries(codes.map((code, at) => [code, documents[at]!.$ref]));
  return { oneOf: documents, discriminator: { propertyName: 'code', mapping } };
}
