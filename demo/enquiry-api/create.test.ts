import { describe, expect, test } from 'vitest';
import { ada, enquiryApi, missing } from './enquiry-api-for-tests.ts';

const { ask, post, inbox, fault } = enquiryApi();

describe('creating an enquiry (4.1)', () => {
  test('responds 201 with the id of the new enquiry', async () => {
    expect(await post('create', ada)).toEqual({
      status: 201,
      body: { code: 201, status: 'Created enquiry', result: 4711 },
    });
    expect((await post('create', ada)).body.result).toBe(4712);
  });

  test.each([
    ['a missing forename', { ...ada, forename: undefined }, 'forename'],
    ['an empty forename', { ...ada, forename: '' }, 'forename'],
    ['a forename that is no text', { ...ada, forename: ['Ada'] }, 'forename'],
    ['a surname that is no text', { ...ada, surname: 1 }, 'surname'],
    ['an email that is null', { ...ada, email: null }, 'email'],
    ['meta that is no list', { ...ada, meta: {} }, 'meta'],
    ['meta that is null', { ...ada, meta: null }, 'meta'],
    ['a meta entry that is no object', { ...ada, meta: ['a'] }, 'meta'],
    ['a meta entry without an id', { ...ada, meta: [{ label: 'a', value: 'b' }] }, 'id'],
    ['a meta entry without a label', { ...ada, meta: [{ id: 'a', value: 'b' }] }, 'label'],
    ['a meta entry without a value', { ...ada, meta: [{ id: 'a', label: 'b' }] }, 'value'],
    ['a meta entry with an empty value', { ...ada, meta: [{ id: 'a', label: 'b', value: '' }] }, 'value'],
    ['a meta value that is a list', { ...ada, meta: [{ id: 'a', label: 'b', value: ['c'] }] }, 'value'],
  ])('names %s in backticks', async (_, body, name) => {
    expect(await post('create', body)).toEqual({ status: 400, body: missing(name) });
    expect((await inbox()).enquiries).toEqual([]);
  });

  test('stores every field and entry as it was sent, including unlisted ones', async () => {
    const sent = {
      ...ada,
      surname: 'Łęcka 👍 \u0000 <b>"\\',
      meta: Array.from({ length: 300 }, (_, n) => ({
        id: `q${n}`,
        label: `Question ${n}?`,
        value: `${n}\n`,
      })),
      marketing_detail: 'banner-b',
      id: 'mine',
      unlisted: { nested: [1, null] },
    };
    await post('create', sent);
    const [enquiry] = (await inbox()).enquiries;
    expect(enquiry).toMatchObject({ id: 4711, meta: sent.meta, marketing_detail: 'banner-b', body: sent });
    expect(Date.parse(String(enquiry?.received_at))).toBeLessThanOrEqual(Date.now());
  });
});

const created = { code: 201, status: 'Created enquiry', result: 4711 };

test.each([
  ['notice', expect.stringMatching(/^<br \/>\n<b>Notice<\/b>.*\}$/s)],
  ['comment', `${JSON.stringify(created)}\n<!-- Page cached in 0.2 s -->\n`],
  ['gzip', created],
  ['digits', { ...created, code: '201', result: '4711' }],
])('with the fault %s, a request is processed, and the response changed', async (name, body) => {
  await fault({ fault: name });
  expect(await post('create', ada)).toEqual({ status: 201, body });
  expect((await inbox()).enquiries).toHaveLength(1);
});

describe('a request that is neither of the two operations (4)', () => {
  test.each([
    ['no object', '[]', {}, 400, 'The body is not a JSON object'],
    ['no JSON', '{', {}, 400, 'The body is not a JSON object'],
    ['nothing', '', {}, 400, 'The body is not a JSON object'],
    [
      'no UTF-8',
      Buffer.from([...Buffer.from('{"forename":"'), 0xff, ...Buffer.from('"}')]),
      {},
      400,
      'The body is not a JSON object',
    ],
    ['a form', 'forename=Ada', { 'content-type': 'application/x-www-form-urlencoded' }, 415, /content type/],
  ])('a body that is %s is refused', async (_, body, headers: Record<string, string>, code, status) => {
    expect(await post('create', body, headers)).toEqual({
      status: code,
      body: { code, status: expect.stringMatching(status), result: false },
    });
  });

  test('another path gets a 404, another method a 405', async () => {
    expect(await post('delete', ada)).toMatchObject({ status: 404, body: { code: 404, result: false } });
    const headers = { authorization: `Basic ${Buffer.from('ünlü:pass:wörd').toString('base64')}` };
    const response = await ask('/rest/enquiry-service/v1/enquiries/create', { headers });
    expect([response.status, await response.json()]).toMatchObject([405, { code: 405, result: false }]);
  });
});
