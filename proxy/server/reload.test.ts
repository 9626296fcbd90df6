// A change of the config, the login or the secrets without a restart.
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import {
  ada,
  clientKeys,
  createProxyUnderTest,
  exampleConfig,
  json,
  origin,
  proxyForEachTest,
} from '../../tools/testing/proxy/proxy.ts';
import {
  type RecordedRequest,
  type Respond,
  respond,
  respondCreated,
} from '../../tools/testing/proxy/scripted-enquiry-api.ts';
import type { Definition } from '../contract/definition.ts';
import type { Receipt } from '../contract/enquiry.ts';
import { InvalidConfiguration } from '../settings/configuration-error.ts';

const proxy = proxyForEachTest();

const labelled = (label: string, changes: object = {}) => ({
  ...exampleConfig,
  ...changes,
  case_types: { ...exampleConfig.case_types, other: { label } },
});
const getDefinition = (caseType = 'other') =>
  json<Definition>(proxy.app.request(`/case-types/${caseType}`, { headers: { origin } }));
const login = (username: string, password: string) => ({
  enquiryApi: { ...proxy.settings.enquiryApi, username, password },
});
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const noKeys = { settings: { clientKeys: [] } };
const metaIds = (n: number) =>
  (proxy.enquiryApi.requests[n]!.body.meta as { id: string }[]).map(({ id }) => id);

describe('after a reload', () => {
  test('the form, its script and the allowed pages are those of the new config', async () => {
    const other = 'https://other.example.com';
    const request = () => proxy.postEnquiry(ada, randomUUID(), { origin: other });
    expect((await request()).status).toBe(403);
    await proxy.reload({ config: labelled('Other matters', { origins: [origin, other] }) });
    expect((await getDefinition()).label).toBe('Other matters');
    const script = await (await proxy.app.request('/enquiry-form.js?case-type=other')).text();
    expect(script).toContain('"label":"Other matters"');
    expect((await request()).status).toBe(201);
  });

  test('a request that has begun ends with the config that it began with', async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const sender = writable.getWriter();
    const pending = proxy.app.request('/enquiries', {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: readable,
      duplex: 'half',
    } as RequestInit);
    const text = Buffer.from(JSON.stringify(ada));
    await sender.write(text.subarray(0, 20));
    await proxy.reload({
      config: { ...exampleConfig, origins: [], language: 'cy' },
    });
    await sender.write(text.subarray(20));
    await sender.close();
    expect((await pending).status).toBe(201);
    expect(JSON.stringify(proxy.enquiryApi.requests[0]!.body)).toContain('"Reference"');
    expect((await proxy.postEnquiry(ada)).status).toBe(403);
  });

  test('an open tab can still send the longest answers of the definition that it has', async () => {
    const ids = Array.from({ length: 10 }, (_, n) => `story_${n}`);
    const questions = ids.map(id => ({ id, type: 'textarea', label: 'What happened?', max_length: 10_000 }));
    await proxy.reload({
      config: { ...exampleConfig, case_types: { story: { label: 'Story', questions } } },
    });
    const { definition } = await getDefinition('story');
    await proxy.reload({ config: { ...exampleConfig, case_types: { story: { label: 'Story' } } } });
    const answers = Object.fromEntries(ids.map(id => [id, '😀'.repeat(10_000)]));
    const enquiry = { ...ada, case_type: 'story', definition, answers };
    const escaped = JSON.stringify(enquiry).replaceAll('😀', '\\ud83d\\ude00');
    expect((await proxy.postEnquiry(escaped)).status).toBe(201);
    expect(metaIds(0)).toEqual(expect.arrayContaining(ids));
    const tooLong = { ...enquiry, answers: { ...answers, story_0: 'x'.repeat(2_000_000) } };
    expect((await proxy.postEnquiry(tooLong)).status).toBe(413);
  });

  test('the new login is used, while a request with the old one is still answered', async () => {
    let first: ServerResponse | undefined;
    proxy.enquiryApi.script.push(response => {
      first = response;
    });
    const pending = proxy.postEnquiry(ada);
    await expect.poll(() => first).toBeDefined();
    await proxy.reload({ settings: login('someone', 'new') });
    expect((await proxy.postEnquiry({ ...ada, forename: 'Byron' })).status).toBe(201);
    respondCreated(1)(first!, proxy.enquiryApi.requests[0]!);
    expect(await json<Receipt>(pending)).toMatchObject({ status: 'delivered', enquiry_id: 1 });
    const logins = proxy.enquiryApi.requests.map(({ headers }) => headers.authorization);
    expect(logins).toEqual([basic('ünlü:pass:wörd'), basic('someone:new')]);
  });

  test('what waits for a new login is sent at once, and a changed text repeats nothing', async () => {
    const slow = await createProxyUnderTest(exampleConfig, 0);
    const { enquiryApi } = slow;
    const isNew = ({ headers }: RecordedRequest) => headers.authorization === basic('ünlü:new');
    const refuseOldLogin: Respond = (response, request) =>
      (isNew(request) ? respondCreated(4711) : respond(401, '', { 'retry-after': '3600' }))(
        response,
        request,
      );
    enquiryApi.script.push(...Array(100).fill(refuseOldLogin));
    await slow.postEnquiry(ada);
    await expect.poll(() => slow.lines('delivery attempted')).toHaveLength(1);
    const sent = () => enquiryApi.requests.filter(({ body }) => body.forename === ada.forename);
    await slow.reload({ config: labelled('Other matters') });
    expect(sent()).toHaveLength(1);
    await slow.reload({ settings: { enquiryApi: { ...slow.settings.enquiryApi, password: 'new' } } });
    await expect.poll(sent).toHaveLength(2);
    expect(sent().map(isNew)).toEqual([false, true]);
    await slow.stop();
  });

  test('the new config says what follows an unknown outcome', async () => {
    await proxy.reload({ config: { ...exampleConfig, delivery: { on_unknown: 'hold' } } });
    proxy.enquiryApi.script.push(response => response.destroy());
    const { reference } = await json<Receipt>(proxy.postEnquiry(ada));
    expect(await proxy.outbox.intake.enquiry(reference)).toMatchObject({ state: 'held' });
  });

  test('a client key that is gone is refused, and a new one is accepted', async () => {
    const send = (key: string) =>
      proxy.app.request('/enquiries', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify(ada),
      });
    const key = 'n'.repeat(32);
    await proxy.reload({ settings: { clientKeys: [{ name: 'crm', key }] } });
    expect((await send(clientKeys.crm)).status).toBe(401);
    expect((await send(key)).status).toBe(201);
  });

  test('limits go on counting', async () => {
    const limited = await createProxyUnderTest(exampleConfig, undefined, {
      ENQUIRY_RATE_PER_ADDRESS: '1',
      TRUSTED_PROXY_HOPS: '1',
    });
    const request = () => limited.postEnquiry(ada, randomUUID(), { 'x-forwarded-for': '192.0.2.1' });
    expect((await request()).status).toBe(201);
    await limited.reload({ config: labelled('Other matters') });
    expect((await request()).status).toBe(429);
    await limited.stop();
  });
});

describe('a reload', () => {
  test('of files with errors changes nothing, and logs each error', async () => {
    const [before] = await proxy.outbox.processes.list();
    const lines = ['environment: ENQUIRY_SECRET is short', 'enquiry.config.json: origins is missing'];
    const error = new InvalidConfiguration(lines);
    await expect(proxy.reload({ config: labelled('Never'), error })).rejects.toThrow(
      '2 configuration errors',
    );
    expect(proxy.lines('reload failed: configuration error').map(line => line.error)).toEqual(lines);
    expect((await getDefinition()).label).toBe('Something else');
    expect(await proxy.outbox.processes.list()).toMatchObject([
      { loaded_hash: before!.loaded_hash, loaded_at: before!.loaded_at },
    ]);
  });

  test('while the store fails changes nothing', async () => {
    vi.spyOn(proxy.outbox.archive, 'keepDefinitions').mockRejectedValueOnce(new Error('disk I/O error'));
    const config = labelled('Never', { origins: [] });
    await expect(proxy.reload({ config })).rejects.toThrow('disk I/O error');
    expect(proxy.lines('reload failed: storage unavailable')).toHaveLength(1);
    expect((await proxy.postEnquiry(ada)).status).toBe(201);
  });

  test('that fails for another reason says so', async () => {
    await expect(proxy.reload({ error: new TypeError('a bug') })).rejects.toThrow('a bug');
    expect(proxy.lines('reload failed: internal error')).toMatchObject([{ err: { message: 'a bug' } }]);
    expect(proxy.lines('reload failed: storage unavailable')).toEqual([]);
  });

  test('during a reload waits for it, and takes what the files contain then', async () => {
    const keep = vi.spyOn(proxy.outbox.archive, 'keepDefinitions');
    const [first, ...others] = ['one', 'two', 'three', 'four'].map(label => labelled(label));
    const running = proxy.reload({ config: first! });
    await setImmediate(); // It has read the files.
    await Promise.all([running, ...others.map(config => proxy.reload({ config }))]);
    expect((await getDefinition()).label).toBe('four');
    expect(keep.mock.calls).toHaveLength(2);
    expect(proxy.lines('reloaded')).toHaveLength(2);
  });

  test('names the settings that need a restart, without their values', async () => {
    const { settings } = proxy;
    const databaseUrl = 'postgres://user:hunter2@db.example.com/enquiries';
    await proxy.reload({
      settings: { store: { ...settings.store, databaseUrl }, server: { ...settings.server, port: 81 } },
    });
    const [line] = proxy.lines('changed settings need a restart');
    expect(line!.settings).toEqual(['PORT', 'ENQUIRY_DATA', 'DATABASE_URL']);
    expect(proxy.log()).not.toContain('hunter2');
  });

  test('is recorded in the database for each process, without revealing what was loaded', async () => {
    const listed = async () => (await proxy.outbox.processes.list())[0]!;
    const first = await listed();
    expect(first).toMatchObject({ pid: process.pid, loaded_hash: expect.stringMatching(/^[\da-f]{12}$/) });
    expect(JSON.parse(first.settings)).toMatchObject({ PORT: 8080, ENQUIRY_RATE: 600 });
    expect(first.settings).not.toMatch(/wörd|ssss/);
    await proxy.reload();
    expect((await listed()).loaded_hash).toBe(first.loaded_hash);
    await proxy.reload({ settings: login('someone', 'new') });
    const second = await listed();
    expect(second.loaded_hash).not.toBe(first.loaded_hash);
    const seen = [first.loaded_hash, second.loaded_hash];
    const secrets = ['s'.repeat(32), 'n'.repeat(32)];
    for (const changed of [{ config: labelled('Other matters') }, { settings: { secrets } }, noKeys]) {
      await proxy.reload(changed);
      seen.push((await listed()).loaded_hash);
    }
    expect(new Set(seen).size).toBe(5);
  });
});
