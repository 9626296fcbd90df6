import { ofOtherPaths, responseComponents } from './operations.ts';
import { paths } from './paths.ts';
import { describeComponents } from './schemas.ts';

const description = `The public HTTP API of the proxy that stores enquiries and delivers them to an enquiry API.

Clients must ignore members and headers that they don't know. Responses to HEAD requests have no body.`;

/** Responses to requests that the HTTP server refuses before the proxy sees them. They have no body. */
const unreadable = {
  400: { description: 'The request line or a header is malformed.' },
  408: { description: 'The headers of the request took too long.' },
  417: { description: 'The Expect header asks for something other than 100-continue.' },
  431: { description: 'The headers are too long.' },
};

/** Describes the proxy's public HTTP API as an OpenAPI 3.1 document. The descriptions of requests are
 * generated from the zod schemas that parse them. Three extensions describe responses that OpenAPI can't. */
export function describeApi(version: string) {
  return {
    openapi: '3.1.1',
    info: { title: 'enquiry-proxy', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [
      { url: 'https://forms.example.com', description: 'The address at which visitors reach the proxy.' },
    ],
    security: [],
    paths,
    'x-other-paths': { responses: ofOtherPaths },
    'x-unreadable-requests': { responses: unreadable },
    components: {
      securitySchemes: {
        uploadToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `upload_token` of the enquiry’s receipt.',
        },
        proof: {
          type: 'http',
          scheme: 'Proof',
          description: 'Whether the client can solve challenges, or its solution of one: `Proof v=1`, …',
        },
      },
      responses: responseComponents,
      schemas: describeComponents(),
    },
  };
}

/** The description of the API. */
export type ApiDescription = ReturnType<typeof describeApi>;

/** The description as text, with each reference on one line. */
export function formatApi(version: string): string {
  const text = JSON.stringify(describeApi(version), null, 2);
  return `${text.replaceAll(/\{\s*("\$ref": "[^"]+")\s*\}/g, '{ $1 }')}\n`;
}
