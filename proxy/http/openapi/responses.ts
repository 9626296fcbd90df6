import type { z } from 'zod';
import type { RefusalCode } from '../../contract/enquiry.ts';
import { refusals } from '../refusal.ts';
import { problemDocuments } from './body-schemas.ts';
import { refTo } from './components.ts';
import { describeHeaders, type Headers, ofEveryResponse, ofRefusals, optional } from './headers.ts';

/** Responses in the description, by status. */
export type Responses = Record<string, { description: string; headers: object; content?: object }>;
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

/** A successful response. */
export interface Success {
  status: number;
  description: string;
  headers: Headers;
  /** The body: a JSON document, or a text of a media type. Default: no body. */
  body?: z.ZodType | string;
}

export function describeSuccess({ status, description, headers, body }: Success): Responses {
  const content =
    typeof body === 'string'
      ? { [body]: { schema: { type: 'string' } } }
      : body && { 'application/json': { schema: refTo(body) } };
  return {
    [status]: {
      description,
      headers: describeHeaders({ ...ofEveryResponse, ...headers }),
      ...(content && { content }),
    },
  };
}

/** Describes the refusals with these codes: one response for each status, because codes can share one. `headersOf` are
 * the headers that the refusal of this route has in addition to those that it always has. */
export function describeRefusals(codes: RefusalCode[], headersOf: (code: RefusalCode) => Headers): Responses {
  const byStatus = Map.groupBy(codes, code => refusals[code][0]);
  return Object.fromEntries(
    [...byStatus].map(([status, sharing]) => {
      const headers = sharing.map(code => ({ ...ofEveryResponse, ...headersOf(code), ...ofRefusals[code] }));
      return [
        status,
        {
          description: sharing.map(code => refusals[code][1]).join(' Or: '),
          headers: describeHeaders(merge(headers)),
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

/** The headers of one of several responses: only those that each of them has are required. */
function merge(several: Headers[]): Headers {
  const all: Headers = Object.assign({}, ...several.toReversed());
  return Object.fromEntries(
    Object.entries(all).map(([name, header]) => {
      const isInEach = several.every(headers => headers[name]?.isRequired);
      return [name, isInEach ? header : optional(header)];
    }),
  );
}
