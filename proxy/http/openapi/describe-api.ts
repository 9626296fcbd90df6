import { z } from 'zod';
import { fileKinds } from '../../contract/definition.ts';
import { idempotencyKeyPattern } from '../context.ts';
import {
  describeGet,
  describePost,
  ofOtherPaths,
  type Parameter,
  responseComponents,
  type Success,
} from './operations.ts';
import * as bodies from './schemas.ts';
import { definition, describeComponents, refTo } from './schemas.ts';

const text = z.string();
const idempotencyKey: Parameter = {
  in: 'header',
  name: 'Idempotency-Key',
  required: true,
  schema: text.regex(idempotencyKeyPattern).meta({
    description: 'A UUID. Repeat a request that got no response with the same key and the same content.',
    examples: ['2f1b0c9e-6a57-4d0e-9a53-0c5a7b0d9f11'],
  }),
};
const lang: Parameter = {
  in: 'query',
  name: 'lang',
  schema: text.describe('The preferred language, a BCP 47 tag.'),
};
const ifNoneMatch: Parameter = { in: 'header', name: 'If-None-Match', schema: text };
const acceptEncoding: Parameter = { in: 'header', name: 'Accept-Encoding', schema: text };
const several = (name: string, description: string): Parameter => ({
  in: 'query',
  name,
  schema: z.array(text).describe(description),
});

const jsonBody = (schema: z.ZodType) => ({
  required: true,
  content: { 'application/json': { schema: refTo(schema) } },
});
const unchanged: Success = {
  status: 304,
  description: 'The client already has the current version.',
  hasTag: true,
};
const script: Success[] = [
  { status: 200, description: 'The script.', body: 'text/javascript', hasTag: true },
  unchanged,
];

/** The addresses of the proxy's public port, with all of its responses. */
export const paths = {
  '/enquiries': describePost({
    operationId: 'postEnquiry',
    summary: 'Submit an enquiry.',
    parameters: [idempotencyKey],
    requestBody: jsonBody(bodies.enquiry),
    security: [{}, { proof: [] }, { clientKey: [] }],
    isForServers: true,
    successes: [
      { status: 201, description: 'Stored and created by the enquiry API.', body: bodies.receipt },
      { status: 202, description: 'Stored, but not delivered yet.', body: bodies.receipt },
    ],
    refusals: [
      ...(['malformed', 'idempotency-key-required', 'test-link-invalid', 'proof-required'] as const),
      ...(['unknown-case-type', 'in-progress', 'definition-changed', 'too-large'] as const),
      ...(['unsupported-media-type', 'invalid-enquiry', 'idempotency-mismatch'] as const),
      ...(['too-many-requests', 'unavailable'] as const),
    ],
  }),
  '/enquiries/{reference}/attachments': describePost({
    operationId: 'postAttachment',
    summary: 'Attach a file to an enquiry.',
    parameters: [
      { in: 'path', name: 'reference', required: true, schema: bodies.reference },
      idempotencyKey,
      {
        in: 'header',
        name: 'Content-Disposition',
        schema: text.meta({
          description: 'The file’s name (RFC 6266).',
          examples: ["attachment; filename*=UTF-8''photo.jpg"],
        }),
      },
    ],
    requestBody: {
      description: 'The bytes of the file. The declared type is ignored.',
      required: true,
      content: Object.fromEntries([...Object.keys(fileKinds), '*/*'].map(type => [type, {}])),
    },
    security: [{ uploadToken: [] }, { clientKey: [], uploadTokenOfServer: [] }],
    isForServers: true,
    successes: [
      { status: 201, description: 'Stored and uploaded to the enquiry API.', body: bodies.attachmentReceipt },
      { status: 202, description: 'Stored, but not delivered yet.', body: bodies.attachmentReceipt },
    ],
    refusals: [
      ...(['malformed', 'idempotency-key-required', 'upload-token-invalid', 'not-found'] as const),
      ...(['in-progress', 'too-many-attachments', 'too-large', 'unsupported-media-type'] as const),
      ...(['empty', 'idempotency-mismatch', 'too-many-requests', 'storage-full', 'unavailable'] as const),
    ],
  }),
  '/enquiries/{reference}/attachment-limits': describeGet({
    operationId: 'getAttachmentLimits',
    summary: 'Find out which files can still be attached to an enquiry.',
    parameters: [{ in: 'path', name: 'reference', required: true, schema: bodies.reference }],
    security: [{ uploadToken: [] }],
    successes: [{ status: 200, description: 'The limits.', body: bodies.attachmentRoom }],
    refusals: ['upload-token-invalid', 'not-found', 'unavailable'],
  }),
  '/test-links': describePost({
    operationId: 'postTestLink',
    summary: 'Find out whether a test link is valid.',
    requestBody: jsonBody(bodies.testLink),
    successes: [{ status: 200, description: 'Whether it is valid.', body: bodies.testLinkValidity }],
    refusals: ['malformed', 'too-large', 'unsupported-media-type', 'too-many-requests'],
  }),
  '/case-types/{case_type}': describeGet({
    operationId: 'getCaseType',
    summary: 'Get the definition of a case type.',
    parameters: [
      { in: 'path', name: 'case_type', required: true, schema: text },
      lang,
      {
        in: 'query',
        name: 'definition',
        schema: text.describe(
          'The hash of an archived definition, which the response has in place of the current one.',
        ),
      },
      {
        in: 'header',
        name: 'Origin',
        schema: text.describe('The origin of a page that asks whether it may send enquiries.'),
      },
      ifNoneMatch,
    ],
    successes: [{ status: 200, description: 'The definition.', body: definition, hasTag: true }, unchanged],
    refusals: ['not-found', 'unknown-case-type', 'unavailable'],
  }),
  '/enquiry-form.js': describeGet({
    operationId: 'getEntry',
    summary: 'Get the widget.',
    parameters: [
      several('case-type', 'The case types whose definitions are appended.'),
      lang,
      acceptEncoding,
      ifNoneMatch,
    ],
    successes: script,
  }),
  '/attribution.js': describeGet({
    operationId: 'getAttributionScript',
    summary: 'Get the script that remembers visits on pages without a form.',
    parameters: [acceptEncoding, ifNoneMatch],
    successes: script,
  }),
  '/assets/measure-heights.js': describeGet({
    operationId: 'getHeightScript',
    summary: 'Get the script that measures the height of the forms on a page.',
    parameters: [acceptEncoding, ifNoneMatch],
    successes: script,
  }),
  '/assets/licences.txt': describeGet({
    operationId: 'getNotices',
    summary: 'Get the licences of the packages in the widget.',
    parameters: [acceptEncoding, ifNoneMatch],
    successes: [{ status: 200, description: 'The licences.', body: 'text/plain', hasTag: true }, unchanged],
  }),
  '/assets/{name}': describeGet({
    operationId: 'getAsset',
    summary: 'Get an immutable part of the widget.',
    parameters: [
      { in: 'path', name: 'name', required: true, schema: text },
      several('definition', 'The hashes of the definition scripts to append.'),
      acceptEncoding,
      ifNoneMatch,
    ],
    successes: script,
    refusals: ['not-found', 'unavailable'],
  }),
  '/health/live': describeGet({
    operationId: 'getLive',
    summary: 'Check that the process responds.',
    successes: [{ status: 200, description: 'The process responds.', body: bodies.live }],
  }),
  '/health/ready': describeGet({
    operationId: 'getReady',
    summary: 'Check that this instance can store enquiries.',
    successes: [{ status: 200, description: 'It can.', body: bodies.ready }],
    refusals: ['unavailable'],
  }),
};

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
