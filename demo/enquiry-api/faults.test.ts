import { describe, expect, test } from 'vitest';
import { ada, enquiryApi, letter, missing } from './enquiry-api-for-tests.ts';
import { noFault } from './faults.ts';

const { ask, post, inbox, fault, restart } = enquiryApi();
const current = async () => (await ask('/faults')).json();

describe('a fault', () => {
  test.each([
    ['down', 503, 0, { code: 503, status: 'Service unavailable', result: false }],
    ['401', 401, 0, expect.objectContaining({ code: 401, data: { status: 'rest_cannot_access' } })],
    ['400', 400, 0, missing('email')],
    ['500', 500, 0, expect.stringMatching(/^<h1>/)],
    ['redirect', 302, 0, ''],
    ['garbage', 201, 1, expect.stringMatching(/^<!doctype/)],
    ['slow', 201, 1, expect.objectContaining({ code: 201, result: 4711 })],
  ])('%s responds %d and stores %d enquiries', async (name, status, kept, body) => {
    await fault({ fault: name, field: 'email', delay_ms: 1, times: 1 });
    expect(await post('create', ada)).toEqual({ status, body });
    expect((await inbox()).enquiries).toHaveLength(kept);
    // The fault applied once, so it is off now.
    expect((await post('create', ada)).status).toBe(201);
  });

  test.each([
    ['reset', 1],
    ['reset_before', 0],
  ])('%s gives no response and stores %d enquiries', async (name, kept) => {
    await fault({ fault: name });
    await expect(post('create', ada)).rejects.toThrow();
    expect(await inbox()).toMatchObject({
      enquiries: Array(kept).fill({ forename: 'Ada' }),
      requests: [{ operation: 'create', status: 'reset', authorization_ok: true }],
    });
  });

  test('stores a file before the connection is reset', async () => {
    await post('create', ada);
    await fault({ fault: 'reset', operation: 'upload' });
    await expect(post('upload', letter)).rejects.toThrow();
    expect((await inbox()).enquiries).toMatchObject([{ files: [{ name: 'letter.pdf' }] }]);
  });

  test('applies only to the chosen operation', async () => {
    await fault({ fault: '500', operation: 'upload' });
    expect((await post('create', ada)).status).toBe(201);
    expect((await post('upload', letter)).status).toBe(500);
    await fault({ fault: '500', operation: 'create' });
    expect((await post('create', ada)).status).toBe(500);
    expect((await post('upload', letter)).status).toBe(201);
  });

  test('applies as often as chosen, counting only the two operations', async () => {
    await fault({ fault: 'down', times: 2 });
    await post('elsewhere', ada);
    expect(await current()).toMatchObject({ fault: 'down', times: 2 });
    expect((await post('create', ada)).status).toBe(503);
    expect(await current()).toMatchObject({ fault: 'down', times: 1 });
    expect((await post('upload', letter)).status).toBe(503);
    expect(await current()).toEqual(noFault);
  });

  test('stays until it is changed, by default', async () => {
    await fault({ fault: 'down' });
    for (const _ of [1, 2, 3]) expect((await post('create', ada)).status).toBe(503);
    await fault({ fault: 'none' });
    expect((await post('create', ada)).status).toBe(201);
  });

  test('that slows everything down ends for waiting requests when it is turned off', async () => {
    await fault({ fault: 'slow', delay_ms: 120_000, times: 1 });
    const waiting = post('create', ada);
    await expect.poll(current).toEqual(noFault);
    expect((await inbox()).enquiries).toEqual([]);
    await fault({ fault: 'none' });
    expect((await waiting).status).toBe(201);
  });

  test('that slows everything down doesn’t delay stopping', async () => {
    await fault({ fault: 'slow', delay_ms: 120_000, times: 1 });
    const hanging = post('create', ada).then(
      () => 'responded',
      () => 'aborted',
    );
    // The delay has begun once the fault has been used up.
    await expect.poll(current).toEqual(noFault);
    await restart();
    expect(await hanging).toBe('aborted');
    expect((await inbox()).enquiries).toEqual([]);
  });
});

test.each([
  [{ fault: 'explode' }, '"fault" must be one of'],
  [{ fualt: 'down' }, '"fualt" is unknown'],
  [{ fault: 'slow', delay_ms: -1 }, '"delay_ms" must be'],
  [{ fault: '400', field: '`x`' }, '"field" must be'],
  [{ fault: 'down', operation: 'delete' }, '"operation" must be'],
  [{ fault: 'down', times: 0 }, '"times" must be'],
  [[], 'a JSON object'],
])('%j is rejected with the reason', async (wanted, reason) => {
  const response = await fault(wanted);
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ error: expect.stringContaining(reason) });
  expect(await current()).toEqual(noFault);
});
