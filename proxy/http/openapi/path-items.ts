import { z } from 'zod';
import type { RefusalCode } from '../../contract/enquiry.ts';
import { describeText } from './components.ts';
import {
  describeRefusals,
  describeSuccess,
  nameResponses,
  type ResponseReferences,
  type Responses,
  type Success,
} from './responses.ts';

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
}

/** A method of an address in the description. */
export interface DescribedOperation {
  operationId: string;
  summary: string;
  parameters: object[];
  requestBody?: object;
  security: object[];
  responses: ResponseReferences;
}

/** An address in the description. */
export interface PathItem {
  get?: DescribedOperation;
  head?: DescribedOperation;
  post?: DescribedOperation;
  options?: DescribedOperation;
  /** The responses to all methods that aren't listed. */
  'x-other-methods': { responses: ResponseReferences };
}

const origin: Parameter = {
  in: 'header',
  name: 'Origin',
  required: true,
  schema: z.string().meta({
    description: 'The origin of the page that sends the request. It must be listed in the config.',
    examples: ['https://www.example.com'],
  }),
};

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
  const { operationId, parameters = [], successes, refusals = [] } = operation;
  const responses = {
    ...describeSuccesses(successes),
    ...describeRefusals(['origin-not-allowed', ...refusals, 'internal-error']),
  };
  const preflight = {
    operationId: `${operationId}Preflight`,
    summary: 'Let a browser find out whether a page may send the request.',
    parameters: [origin],
    successes: [],
  };
  return {
    post: describeOperation(
      { ...operation, parameters: [origin, ...parameters] },
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
