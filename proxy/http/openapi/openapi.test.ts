import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { createDescribedApi } from '../../../tools/testing/proxy/openapi/described-api.ts';
import { createProxyUnderTest } from '../../../tools/testing/proxy/proxy.ts';
import { startMetricsServer } from '../../server/listen.ts';
import { readVersion } from '../../settings/read-settings.ts';
import { describeApi, formatApi } from './describe-api.ts';

const text = formatApi(readVersion());
const { api, findErrors } = createDescribedApi();

test('the description is valid OpenAPI 3.1', async () => {
  const validate = (document: object) => new Validator().validate(structuredClone(document) as never);
  expect(await validate(describeApi('1.0.0'))).toMatchObject({ valid: true });
  expect(await validate({ ...describeApi('1.0.0'), info: {} })).toMatchObject({ valid: false });
});

test('every reference has a target, and everything that has a name is used', () => {
  const used = new Set(Array.from(text.matchAll(/"\$ref": "#\/components\/([^"]+)"/g), ([, name]) => name));
  const { responses, schemas } = api.components;
  const named = Object.entries({ responses, schemas }).flatMap(([kind, components]) =>
    Object.keys(components).map(name => `${kind}/${name}`),
  );
  expect(named.toSorted()).toEqual([...used].toSorted());
});

test('every schema is valid JSON Schema', () => {
  const pointers = Object.keys(api.components.schemas).map(name => `#/components/schemas/${name}`);
  expect(pointers.length).toBeGreaterThan(20);
  for (const pointer of pointers) expect(() => findErrors(pointer, null)).not.toThrow();
});

test('every route is described except those of pages, and nothing else', async () => {
  const proxy = await createProxyUnderTest();
  // Pages are for browsers, and no programming interface.
  const isPage = (path: string) => /^\/forms(\/|$)|\/files$/.test(path);
  const routes = proxy.app.routes.filter(({ method, path }) => method !== 'ALL' && !isPage(path));
  await proxy.stop();
  const described = Object.entries(api.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter(method => method === 'get' || method === 'post')
      .map(method => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(routes.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(described.toSorted());
});

describe('a request is described as the proxy parses it:', () => {
  test.each<[boolean, unknown]>([
    [true, { case_type: 'injury', answers: { when: '2026-02-01', injuries: ['neck'] }, marketing_detail: 7 }],
    [true, { case_type: 'injury', attribution: 'anything', client: [] }],
    [false, { answers: {} }],
    [false, { case_type: 'injury', colour: 'red' }],
    [false, { case_type: 'injury', answers: { when: 20260201 } }],
  ])('%s for %j', (isValid, enquiry) => {
    expect(findErrors('#/components/schemas/Enquiry', enquiry) === undefined).toBe(isValid);
  });
});

test('the metrics server serves the description', async () => {
  const metrics = { text: async () => '' };
  const { address, stop } = await startMetricsServer({ host: '127.0.0.1', port: 0 }, metrics, '1.2.3');
  const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${address.port}${path}`, init);
  const response = await get('/openapi.json');
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(describeApi('1.2.3'))));
  expect((await get('/openapi.json', { method: 'POST' })).status).toBe(404);
  await stop();
});
