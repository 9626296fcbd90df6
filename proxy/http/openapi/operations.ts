import { z } from 'zod';
import type { RefusalCode } from '../../contract/enquiry.ts';
import { refusals } from '../refusal.ts';
import { describeText, problemDocuments, refTo } from './schemas.ts';

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
function nameResponses(name: string, responses: Responses): ResponseReferences {
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
  'Retry-After': seconds.describe('Seconds.'),
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

function describeSuccess({ status, description, body, hasTag }: Success): Responses {
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
function describeRefusals(codes: RefusalCode[]): Responses {
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

/** A parameter of a request: a part of its address, or a header. */
export interface Parameter {
  in: 'header' | 'path' | 'query';
  name: string;
  /** Default: it may be left out. */
  required?: true;
  schema: z.ZodType;
}

/** The properties of one method of an address. */
interface Operation {
  operationId: string;
  summary: string;
  /** Default: none. */
  parameters?: Parameter[];
  requestBody?: object;
  /** Default: no credentials. */
  security?: object[];
  successes: Success[];
  /** Besides those that every operation of its method has. Default: none. */
  refusals?: RefusalCode[];
  /** Whether a server may send the request with a client key instead of an `Origin`. Default: only pages may send it. */
  isForServers?: true;
}

/** A method of an address in the description. */
export interface DescribedOperation
  extends Required<Pick<Operation, 'operationId' | 'summary' | 'security'>>,
    Pick<Operation, 'requestBody'> {
  parameters: object[];
  responses: ResponseReferences;
}

/** An address in the description. */
export interface PathItem extends Partial<Record<'get' | 'head' | 'post' | 'options', DescribedOperation>> {
  /** The responses to all methods that aren't listed. */
  'x-other-methods': { responses: ResponseReferences };
}

const describeOrigin = (description: string): Parameter => ({
  in: 'header',
  name: 'Origin',
  schema: z.string().meta({ description, examples: ['https://www.example.com'] }),
});
const origin: Parameter = {
  ...describeOrigin('The origin of the page that sends the request. It must be listed in the config.'),
  required: true,
};
const originOrKey = describeOrigin(
  'Required for pages: the origin of the page that sends the request, which must be listed in the config. ' +
    'Servers send a client key instead.',
);

function describeParameter({ schema, required, ...parameter }: Parameter): object {
  return { ...parameter, ...(required && { required }), schema: describeText(schema) };
}

function describeOperation(
  { operationId, summary, parameters = [], requestBody, security = [] }: Operation,
  responses: ResponseReferences,
): DescribedOperation {
  return {
    operationId,
    summary,
    parameters: parameters.map(describeParameter),
    ...(requestBody && { requestBody }),
    security,
    responses,
  };
}

const describeSuccesses = (successes: Success[]): Responses =>
  Object.assign({}, ...successes.map(describeSuccess));

const ofOtherMethodsThanGet = nameResponses('NotGet', describeRefusals(['method-not-allowed']));
const ofOtherMethodsThanPost = nameResponses(
  'NotPost',
  describeRefusals(['origin-not-allowed', 'method-not-allowed']),
);
/** The responses to requests for other addresses. */
export const ofOtherPaths = nameResponses('NoPath', describeRefusals(['not-found']));

const preflightSuccess = { status: 204, description: 'The page may send the request.' };
const preflightResponses = {
  ...nameResponses('Preflight', describeSuccess(preflightSuccess)),
  ...ofOtherMethodsThanPost,
};

/** Describes an address for `POST` requests of pages, which browsers ask about first. */
export function describePost(operation: Operation): PathItem {
  const { operationId, parameters = [], successes, refusals = [], isForServers } = operation;
  const responses = {
    ...describeSuccesses(successes),
    ...describeRefusals([
      'origin-not-allowed',
      ...(isForServers ? (['client-key-invalid', 'client-key-in-page'] as const) : []),
      ...refusals,
      'internal-error',
    ]),
  };
  const preflight = {
    operationId: `${operationId}Preflight`,
    summary: 'Let a browser find out whether a page may send the request.',
    parameters: [origin],
    successes: [],
  };
  return {
    post: describeOperation(
      { ...operation, parameters: [isForServers ? originOrKey : origin, ...parameters] },
      nameResponses(operationId, responses),
    ),
    options: describeOperation(preflight, preflightResponses),
    'x-other-methods': { responses: ofOtherMethodsThanPost },
  };
}

/** Describes an address for `GET` and `HEAD` requests. */
export function describeGet(operation: Operation): PathItem {
  const { operationId, summary, successes, refusals = [] } = operation;
  const responses = nameResponses(operationId, {
    ...describeSuccesses(successes),
    ...describeRefusals([...refusals, 'internal-error']),
  });
  const head = {
    ...operation,
    operationId: `${operationId}Head`,
    summary: `${summary.slice(0, -1)}, without the body.`,
  };
  return {
    get: describeOperation(operation, responses),
    head: describeOperation(head, responses),
    'x-other-methods': { responses: ofOtherMethodsThanGet },
  };
}
