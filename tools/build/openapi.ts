import { z } from 'zod';
import type { RefusalCode } from '../../proxy/contract/enquiry.ts';
import { refusals } from '../../proxy/http/refusals.ts';
import { testLinkSchema } from '../../proxy/http/routes/case-types.ts';
import { enquirySchema } from '../../proxy/http/routes/enquiries.ts';

interface Route {
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

const get = (path: string, summary: string, ...refusals: RefusalCode[]): Route => ({
  method: 'GET',
  path,
  summary,
  refusals,
});

/** The routes of the HTTP API, which are all except those of pages. */
export const apiRoutes: Route[] = [
  {
    method: 'POST',
    path: '/enquiries',
    summary: 'Submit an enquiry.',
    body: enquirySchema,
    successes: [201, 202],
    refusals: [
      ...(['malformed', 'idempotency-key-required', 'client-key-invalid', 'client-key-in-page'] as const),
      ...(['origin-not-allowed', 'test-link-invalid', 'proof-required', 'unknown-case-type'] as const),
      ...(['in-progress', 'definition-changed', 'too-large', 'unsupported-media-type'] as const),
      ...(['invalid-enquiry', 'idempotency-mismatch', 'too-many-requests', 'unavailable'] as const),
    ],
  },
  {
    method: 'POST',
    path: '/enquiries/:reference/attachments',
    summary: 'Attach a file to an enquiry.',
    body: 'file',
    successes: [201, 202],
    refusals: [
      ...(['malformed', 'idempotency-key-required', 'upload-token-invalid', 'client-key-invalid'] as const),
      ...(['client-key-in-page', 'origin-not-allowed', 'not-found', 'in-progress'] as const),
      ...(['too-many-attachments', 'too-large', 'unsupported-media-type', 'empty'] as const),
      ...(['idempotency-mismatch', 'too-many-requests', 'storage-full', 'unavailable'] as const),
    ],
  },
  get(
    '/enquiries/:reference/attachment-limits',
    'Find out which files can still be attached to an enquiry.',
    ...(['upload-token-invalid', 'origin-not-allowed', 'not-found', 'unavailable'] as const),
  ),
  {
    method: 'POST',
    path: '/test-links',
    summary: 'Find out whether a test link is valid.',
    body: testLinkSchema,
    refusals: ['malformed', 'origin-not-allowed', 'too-large', 'unsupported-media-type', 'too-many-requests'],
  },
  get(
    '/case-types/:case_type',
    'Get the definition of a case type.',
    ...(['not-found', 'unknown-case-type', 'unavailable'] as const),
  ),
  get('/enquiry-form.js', 'Get the widget.'),
  get('/attribution.js', 'Get the script that remembers visits on pages without a form.'),
  get('/assets/measure-heights.js', 'Get the script that measures the forms on a page.'),
  get('/assets/licences.txt', 'Get the licences of the packages in the widget.'),
  get('/assets/:name', 'Get an immutable part of the widget.', 'not-found', 'unavailable'),
  get('/health/live', 'Check that the process responds.'),
  get('/health/ready', 'Check that this instance can store enquiries.', 'unavailable'),
];

const description = `The public HTTP API of the proxy that stores enquiries and delivers them to an enquiry API.

docs/http-api.md explains it, and describes the bodies of responses. Clients must ignore members and headers that they
don't know. Every path with GET also supports HEAD. Other methods get 405, and other paths get 404.`;

const successes = {
  200: { description: 'OK.' },
  201: { description: 'Stored, and delivered to the enquiry API.' },
  202: { description: 'Stored, but not delivered yet.' },
};
const text = { type: 'string' };

/** Describes the API as an OpenAPI 3.1 document: the schemas that parse requests, and the refusals of each route. */
export function describeApi(version: string) {
  const paths = Object.fromEntries(
    apiRoutes.map(route => [
      route.path.replaceAll(/:(\w+)/g, '{$1}'),
      { [route.method.toLowerCase()]: describeRoute(route) },
    ]),
  );
  return {
    openapi: '3.1.1',
    info: { title: 'enquiry-form', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: 'https://forms.example.com', description: 'Where visitors reach the proxy.' }],
    security: [],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An upload token, or the client key of a server.',
        },
      },
    },
  };
}

function describeRoute({ path, summary, body, successes: statuses = [200], ...route }: Route) {
  const codes: RefusalCode[] = [...route.refusals, 'method-not-allowed', 'internal-error'];
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name);
  const hasKey = codes.includes('idempotency-key-required');
  const bearer = { bearer: [] };
  const content =
    body === 'file'
      ? { '*/*': {} }
      : { 'application/json': body && { schema: z.toJSONSchema(body, { io: 'input' }) } };
  return {
    summary,
    parameters: [
      ...names.map(name => ({ in: 'path', name, required: true, schema: text })),
      ...(hasKey
        ? [{ in: 'header', name: 'Idempotency-Key', required: true, schema: { ...text, format: 'uuid' } }]
        : []),
    ],
    ...(body && { requestBody: { required: true, content } }),
    security: codes.includes('upload-token-invalid')
      ? [bearer]
      : codes.includes('client-key-invalid')
        ? [{}, bearer]
        : [],
    responses: Object.fromEntries([
      ...statuses.map(status => [status, successes[status]]),
      ...Array.from(
        Map.groupBy(codes, code => refusals[code][0]),
        describeRefusals,
      ),
    ]),
  };
}

/** Describes the refusals that share a status. */
function describeRefusals([status, codes]: [number, RefusalCode[]]) {
  const properties = { title: text, status: { const: status }, code: { enum: codes } };
  const schema = { type: 'object', required: Object.keys(properties), properties };
  const titles = codes.map(code => refusals[code][1]);
  return [status, { description: titles.join(' Or: '), content: { 'application/problem+json': { schema } } }];
}
