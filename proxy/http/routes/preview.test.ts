import { beforeEach, expect, test } from 'vitest';
import {
  ada,
  createTestToken,
  exampleConfig,
  json,
  proxyForEachTest,
} from '../../../tools/testing/proxy/proxy.ts';
import { png } from '../../../tools/testing/proxy/sample-files.ts';
import { validConfig } from '../../../tools/testing/proxy/settings.ts';
import type { Definition } from '../../contract/definition.ts';
import type { ProblemDocument, Receipt } from '../../contract/enquiry.ts';
import { createDefinitions } from '../../enquiry/definitions.ts';

const proxy = proxyForEachTest();
/** The hashes of the definitions that a preview has archived, by case type. */
let hashes: Record<string, string>;
beforeEach(async () => {
  const { injury } = exampleConfig.case_types;
  const chain = { id: 'chain', type: 'text', label: { en: 'Why?', cy: 'Pam?' } };
  const changed = { ...injury, questions: [...injury.questions, chain] };
  const config = validConfig({ ...exampleConfig, case_types: { injury: changed, fresh: changed } });
  const { caseTypes, current } = await createDefinitions(config, proxy.outbox.archive);
  hashes = Object.fromEntries(caseTypes.map(name => [name, current(name)!.definition]));
});

const get = (path: string) => proxy.app.request(`/case-types/${path}`);

test('a definition that was archived for a preview is found by its hash, in the closest language', async () => {
  const response = await get(`injury?lang=cy-GB&definition=${hashes.injury}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const previewed = await json<Definition>(response);
  expect(previewed).toMatchObject({ case_type: 'injury', definition: hashes.injury, lang: 'cy' });
  expect(previewed.questions.map(({ label }) => label)).toContain('Pam?');
  const fallback = await json<Definition>(get(`injury?lang=fr&definition=${hashes.injury}`));
  expect(fallback).toMatchObject({ lang: 'en' });
});

test('without the hash, pages get the definition of the running config', async () => {
  const current = await json<Definition>(get('injury'));
  expect(current.definition).not.toBe(hashes.injury);
  expect(current.questions.map(({ id }) => id)).not.toContain('chain');
  expect((await get('fresh')).status).toBe(404);
  const script = await (await proxy.app.request('/enquiry-form.js?case-type=injury&case-type=fresh')).text();
  expect(script).not.toContain('Why?');
});

test('a hash that was never archived for the case type isn’t found', async () => {
  const unknown = ['', 'sha256-', `sha256-${'x'.repeat(43)}`, '%00', hashes.fresh];
  for (const hash of unknown) {
    const response = await get(`injury?definition=${hash}`);
    expect(response.status).toBe(404);
    expect(await json<ProblemDocument>(response)).toMatchObject({ code: 'not-found' });
  }
});

test('a test with a case type that only the preview has is checked and stored with its files', async () => {
  const definition = hashes.fresh!;
  const enquiry = { ...ada, case_type: 'fresh', definition, test: createTestToken() };
  expect((await proxy.postEnquiry({ ...enquiry, answers: { hurt: 'no' } })).status).toBe(422);
  const response = await proxy.postEnquiry({ ...enquiry, answers: { ...ada.answers, chain: 'Because' } });
  expect(response.status).toBe(202);
  const receipt = await json<Receipt>(response);
  expect(receipt.attachments).toMatchObject(exampleConfig.attachments);
  expect((await proxy.postAttachment(receipt, new Uint8Array(png()))).status).toBe(202);
  expect(proxy.enquiryApi.requests).toEqual([]);
});
