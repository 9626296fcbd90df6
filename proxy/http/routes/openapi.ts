import { z } from 'zod';
import type { RefusalCode } from '../../contract/enquiry.ts';
import { refusals } from '../refusals.ts';
import type { Route } from '../route.ts';
import { caseTypeRoute, testLinkRoute } from './case-types.ts';
import { enquiryRoute } from './enquiries.ts';
import { liveRoute, readyRoute } from './health.ts';
import { attachmentLimitsRoute, attachmentRoute } from './uploads.ts';
import { widgetRoutes } from './widget.ts';

/** The routes of the HTTP API, which are all except those of pages. */
export const apiRoutes: Route[] = [
  enquiryRoute,
  attachmentRoute,
  attachmentLimitsRoute,
  testLinkRoute,
  caseTypeRoute,
  ...Object.values(widgetRoutes),
  liveRoute,
  readyRoute,
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

/** The description as text. */
export const formatApi = (version: string) => `${JSON.stringify(describeApi(version), null, 2)}\n`;
