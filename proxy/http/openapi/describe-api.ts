import { fileKinds } from '../../contract/definition.ts';
import type { RefusalCode } from '../../contract/enquiry.ts';
import { referencePattern } from '../../enquiry/identifiers.ts';
import { refusals } from '../refusals.ts';
import { header, type Parameter, type Route } from '../route.ts';
import { caseTypeRoute, testLinkRoute } from '../routes/case-types.ts';
import { enquiryRoute } from '../routes/enquiries.ts';
import { liveRoute, readyRoute } from '../routes/health.ts';
import { attachmentLimitsRoute, attachmentRoute } from '../routes/uploads.ts';
import { widgetRoutes } from '../routes/widget.ts';
import { describeComponents, toName } from './schemas.ts';

const routes: Route[] = [
  enquiryRoute,
  attachmentRoute,
  attachmentLimitsRoute,
  testLinkRoute,
  caseTypeRoute,
  ...Object.values(widgetRoutes),
  liveRoute,
  readyRoute,
];

/** A response in the description. */
export interface DescribedResponse {
  description: string;
  headers?: Record<string, { required?: true; schema: object }>;
  content?: Record<string, { schema: object }>;
}
/** Responses by status. */
export type DescribedResponses = Record<string, DescribedResponse | { $ref: string }>;

/** One method of a path. */
export interface DescribedOperation extends Pick<Route, 'operationId' | 'summary'> {
  parameters: Parameter[];
  requestBody?: { required: true; content: Record<string, { schema?: object }> };
  security: NonNullable<Route['security']>;
  responses: DescribedResponses;
}
/** A path of the description. */
export type PathItem = Partial<Record<'get' | 'post', DescribedOperation>>;

const refTo = (kind: 'responses' | 'schemas', name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** The headers that a client acts on. docs/http-api.md lists those that only browsers need. */
const headers = {
  Allow: { type: 'string', enum: ['POST', 'GET, HEAD'] },
  ETag: { type: 'string', pattern: '^".+"$' },
  'Retry-After': { type: 'string', pattern: '^[0-9]+$', description: 'Seconds.' },
};
const headersOfRefusals: Partial<Record<RefusalCode, keyof typeof headers>> = {
  'method-not-allowed': 'Allow',
  'in-progress': 'Retry-After',
  'too-many-requests': 'Retry-After',
  unavailable: 'Retry-After',
};
const tag = { headers: { ETag: { required: true as const, schema: headers.ETag } } };

/** Describes the response of refusals that share a status. A header is required only if each of them has it. */
function describeRefusals(codes: RefusalCode[]): DescribedResponse {
  const names = codes.flatMap(code => headersOfRefusals[code] ?? []);
  const isRequired = names.length === codes.length;
  const documents = codes.map(code => refTo('schemas', toName(code)));
  return {
    description: codes.map(code => refusals[code][1]).join(' Or: '),
    ...(names.length > 0 && {
      headers: Object.fromEntries(
        names.map(name => [name, { ...(isRequired && { required: true }), schema: headers[name] }]),
      ),
    }),
    content: {
      'application/problem+json': { schema: documents.length > 1 ? { oneOf: documents } : documents[0]! },
    },
  };
}

function describeSuccess([description, body]: [string, string], hasTag = false): DescribedResponse {
  const content = body.includes('/')
    ? { [body]: { schema: { type: 'string' } } }
    : { 'application/json': { schema: refTo('schemas', body) } };
  return { description, ...(hasTag && tag), content };
}

const originDescription = 'The origin of the page that sends the request. It must be listed in the config.';

function describeOperation(route: Route): DescribedOperation {
  const { method, path, operationId, summary, body, security = [], hasTag } = route;
  const isPost = method === 'POST';
  const isForServers = security.some(each => 'clientKey' in each);
  const origin: Parameter = isForServers
    ? header('Origin', `${originDescription} Servers send a client key instead.`)
    : { ...header('Origin', originDescription), required: true };
  const inPath = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']): Parameter => {
    const schema = { type: 'string', ...(name === 'reference' && { pattern: referencePattern.source }) };
    return { in: 'path', name, required: true, schema };
  });
  const types = body === 'file' ? [...Object.keys(fileKinds), '*/*'] : ['application/json'];
  const schema = body !== 'file' && { schema: refTo('schemas', body ?? '') };
  const codes: RefusalCode[] = [
    ...(isPost ? (['origin-not-allowed'] as const) : []),
    ...(isForServers ? (['client-key-invalid', 'client-key-in-page'] as const) : []),
    ...route.refusals,
    'method-not-allowed',
    'internal-error',
  ];
  return {
    operationId,
    summary,
    parameters: [
      ...(isPost ? [origin] : []),
      ...inPath,
      ...(route.parameters ?? []),
      ...(hasTag ? [header('If-None-Match')] : []),
    ],
    ...(body && {
      requestBody: { required: true, content: Object.fromEntries(types.map(type => [type, { ...schema }])) },
    }),
    security,
    responses: {
      ...Object.fromEntries(
        Object.entries(route.successes).map(([status, success]) => [
          status,
          describeSuccess(success, hasTag),
        ]),
      ),
      ...(hasTag && { 304: { description: 'The client already has the current version.', ...tag } }),
      ...Object.fromEntries(
        [...Map.groupBy(codes, code => refusals[code][0])].map(([status, sharing]) => [
          status,
          sharing.length > 1 ? describeRefusals(sharing) : refTo('responses', toName(sharing[0]!)),
        ]),
      ),
    },
  };
}

const description = `The public HTTP API of the proxy that stores enquiries and delivers them to an enquiry API.

Clients must ignore members and headers that they don't know. Every path with GET also supports HEAD. Other methods get
405, and other paths get 404.`;

/** Describes the proxy's public HTTP API as an OpenAPI 3.1 document. It is made of the routes, and of the zod schemas that
 * parse requests. */
export function describeApi(version: string) {
  const paths = Object.fromEntries(
    routes.map((route): [string, PathItem] => [
      route.path.replaceAll(/:(\w+)/g, '{$1}'),
      { [route.method.toLowerCase()]: describeOperation(route) },
    ]),
  );
  const text = JSON.stringify(paths);
  const shared = (Object.keys(refusals) as RefusalCode[]).filter(code =>
    text.includes(`"${refTo('responses', toName(code)).$ref}"`),
  );
  return {
    openapi: '3.1.1',
    info: { title: 'enquiry-proxy', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [
      { url: 'https://forms.example.com', description: 'The address at which visitors reach the proxy.' },
    ],
    security: [],
    paths,
    components: {
      securitySchemes: {
        uploadToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `upload_token` of the enquiry’s receipt, or the token in its `add_later`.',
        },
        clientKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'The key of a server application, in a request without `Origin`.',
        },
        uploadTokenOfServer: {
          type: 'apiKey',
          in: 'header',
          name: 'Upload-Token',
          description: 'The `upload_token` of the enquiry’s receipt, beside a client key.',
        },
        proof: {
          type: 'http',
          scheme: 'Proof',
          description: 'Whether the client can solve challenges, or its solution of one: `Proof v=1`, …',
        },
      },
      responses: Object.fromEntries(shared.map(code => [toName(code), describeRefusals([code])])),
      schemas: describeComponents(),
    },
  };
}

/** The description of the API. */
export type ApiDescription = ReturnType<typeof describeApi>;

/** The description as text. */
export const formatApi = (version: string) => `${format(describeApi(version))}\n`;

/** Writes a JSON value, with everything that fits on one line. */
function format(value: object, indent = ''): string {
  const short = JSON.stringify(value);
  if (typeof value !== 'object' || indent.length + short.length <= 120) return short;
  const isList = Array.isArray(value);
  const inner = `${indent} `;
  const lines = Object.entries(value).map(
    ([key, each]) => `${inner}${isList ? '' : `${JSON.stringify(key)}: `}${format(each, inner)}`,
  );
  return `${isList ? '[' : '{'}\n${lines.join(',\n')}\n${indent}${isList ? ']' : '}'}`;
}
