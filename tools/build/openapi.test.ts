import { Validator } from '@seriousme/openapi-schema-validator';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { origin, proxyForAllTests } from '../testing/proxy/proxy.ts';
import { apiRoutes, describeApi } from './openapi.ts';

const proxy = proxyForAllTests();

test('the description is valid OpenAPI 3.1', async () => {
  const validate = (document: object) => new Validator().validate(structuredClone(document) as never);
  expect(await validate(describeApi('1.0.0'))).toMatchObject({ valid: true });
  expect(await validate({ ...describeApi('1.0.0'), info: {} })).toMatchObject({ valid: false });
});

test('every route is described except those of pages, and nothing else', () => {
  const isPage = (path: string) => /^\/forms(\/|$)|\/files$/.test(path);
  const routes = proxy.app.routes.filter(({ method, path }) => method !== 'ALL' && !isPage(path));
  const toText = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
  expect(routes.map(toText).toSorted()).toEqual(apiRoutes.map(toText).toSorted());
});

test('an enquiry is described as it is parsed, with every refusal', () => {
  const { post } = describeApi('1.0.0').paths['/enquiries']!;
  expect(post).toMatchObject({
    parameters: [{ in: 'header', name: 'Idempotency-Key', required: true }],
    requestBody: {
      content: {
        'application/json': {
          schema: {
            required: ['case_type'],
            additionalProperties: false,
            properties: { surname: { type: 'string' } },
          },
        },
      },
    },
    responses: {
      201: {},
      422: {
        content: {
          'application/problem+json': {
            schema: { properties: { code: { enum: ['invalid-enquiry', 'idempotency-mismatch'] } } },
          },
        },
      },
    },
  });
});

const headerText = fc.oneof(
  fc.constantFrom(
    '',
    '"',
    '*',
    'null',
    'a, b',
    ';q=',
    '%',
    '%00',
    '-1',
    'x'.repeat(5_000),
    'Proof v=1',
    'Bearer 1.x.injury',
  ),
  fc.stringMatching(/^[\t\x20-\x7e\x80-\xff]{0,30}$/),
);
const headerNames = fc.constantFrom(
  ...['accept-encoding', 'authorization', 'content-disposition', 'content-length', 'content-type', 'expect'],
  ...['idempotency-key', 'if-none-match', 'origin', 'sec-fetch-site', 'upload-token', 'x-forwarded-for'],
);
const hostile = fc.record({
  route: fc.constantFrom(...apiRoutes),
  segment: fc.oneof(
    fc.constantFrom('injury', '__proto__', '..%2f..%2fpackage.json', '%ff', '%00'),
    fc.webSegment(),
  ),
  query: fc.webQueryParameters(),
  headers: fc.dictionary(headerNames, headerText),
  body: fc.oneof(fc.json(), fc.constantFrom('', '{', '\ufeff{}', '['.repeat(100_000)), fc.string()),
});

test('every refusal of a hostile request is described, and none is an error of the proxy', async () => {
  const key = '2f1b0c9e-6a57-4d0e-9a53-0c5a7b0d9f11';
  const usual = { origin, 'content-type': 'application/json', 'idempotency-key': key };
  const seen = new Set<number>();
  const property = fc.asyncProperty(
    hostile,
    async ({ route: { method, path }, segment, query, headers, body }) => {
      const response = await proxy.app.request(`${path.replace(/:\w+/, () => segment)}?${query}`, {
        method,
        headers: { ...usual, ...headers },
        ...(method === 'POST' && { body }),
      });
      seen.add(response.status);
      expect(response.status).not.toBe(500);
      await response.text();
    },
  );
  await fc.assert(property, { numRuns: 300 });
  expect([...seen]).toEqual(expect.arrayContaining([200, 400, 401, 404]));
});
