// The outcomes of an enquiry for different responses of the enquiry API to the first attempt.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ada, json, proxyForEachTest, referencePattern } from '../../../tools/testing/proxy/proxy.ts';
import {
  respond,
  respondCreated,
  respondMissingField,
} from '../../../tools/testing/proxy/scripted-enquiry-api.ts';
import type { Receipt } from '../../contract/enquiry.ts';
import { encodeFailure } from '../../outbox/failure.ts';

const proxy = proxyForEachTest();

describe('while the enquiry API is down', () => {
  test('the visitor gets a reference, and the enquiry is delivered once after the outage', async () => {
    proxy.enquiryApi.script.push(respond(503, ''));
    const response = await proxy.postEnquiry(ada);
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({
      reference: expect.stringMatching(referencePattern),
      upload_token: expect.any(String),
      promise: { to: 'email', text: 'We’ll reply to {to}.' },
      add_later: expect.anything(),
      status: 'accepted',
      attachments: expect.anything(),
    });
    await expect.poll(() => proxy.enquiryApi.requests).toHaveLength(2);
    expect(proxy.enquiryApi.requests[1]?.body).toEqual(proxy.enquiryApi.requests[0]?.body);
  });

  test('a wrong login keeps every enquiry, is logged as an error, and is hidden from the visitor', async () => {
    proxy.enquiryApi.otherwise = respond(401, {
      code: 401,
      message: 'no',
      data: { status: 'rest_cannot_access' },
    });
    const first = await proxy.postEnquiry(ada);
    const second = await proxy.postEnquiry({ ...ada, forename: 'Grace' });
    expect([first.status, second.status]).toEqual([202, 202]);
    // The upload tokens may have any digits.
    const { upload_token, add_later, ...told } = await json<Receipt>(first);
    expect([upload_token, add_later]).not.toContain(undefined);
    expect(JSON.stringify(told)).not.toMatch(/401|rest_cannot|login/);
    expect(proxy.log()).toContain('"reason":"responded 401"');
  });

  test('an enquiry that may have arrived is sent again with a mark', async () => {
    proxy.enquiryApi.script.push(response => response.destroy());
    const { reference } = await json<Receipt>(proxy.postEnquiry(ada));
    proxy.elapse(60_000);
    // The next enquiry wakes the delivery loop.
    await proxy.postEnquiry({ ...ada, forename: 'Grace' });
    await expect
      .poll(() => proxy.outbox.intake.enquiry(reference))
      .toMatchObject({
        state: 'delivered',
        unknown_outcomes: 1,
      });
    const [first, second] = proxy.enquiryApi.requests
      .filter(({ body }) => body.forename === ada.forename)
      .map(({ body }) => body.meta as { id: string }[]);
    expect(second).toEqual([
      ...first!,
      { id: 'possible_duplicate', label: 'Possible duplicate', value: 'yes' },
    ]);
  });
});

test('a visitor whose enquiry gets the number of another one gets a reference, and no file is attached', async () => {
  expect((await proxy.postEnquiry(ada)).status).toBe(201);
  proxy.enquiryApi.script.push(respondCreated(4711));
  const response = await proxy.postEnquiry({ ...ada, forename: 'Grace' });
  expect(response.status).toBe(202);
  const receipt = await json<Receipt>(response);
  expect(receipt).not.toHaveProperty('enquiry_id');
  const file = new Uint8Array([0xff, 0xd8, 0xff, 0xda]);
  expect((await proxy.postAttachment(receipt, file)).status).toBe(202);
  expect(await proxy.outbox.intake.enquiry(receipt.reference)).toMatchObject({ state: 'held' });
  expect(proxy.lines('number of another enquiry received')).toMatchObject([
    { level: 50, reference: receipt.reference, enquiry_id: 4711 },
  ]);
  await proxy.restart();
  await proxy.postEnquiry({ ...ada, forename: 'Joan' });
  expect(proxy.enquiryApi.requests.filter(({ path }) => path.endsWith('/upload'))).toEqual([]);
});

describe('when the enquiry API refuses a field', () => {
  test('that the form shows, the visitor gets the problem and can correct it in a new request', async () => {
    proxy.enquiryApi.script.push(respondMissingField('surname'), respondMissingField('hurt'));
    const key = randomUUID();
    const refused = await proxy.postEnquiry(ada, key);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      code: 'invalid-enquiry',
      problems: [{ field: 'surname', rule: 'refused' }],
    });
    const { answers, ...rest } = ada;
    const again = await proxy.postEnquiry({ ...rest, answers: { when: answers.when } });
    expect(await again.json()).toMatchObject({ problems: [{ field: 'answers.hurt', rule: 'required' }] });
    expect((await proxy.postEnquiry(ada)).status).toBe(201);
  });

  test('a repeated request gets the same response, and a different body is refused', async () => {
    proxy.enquiryApi.script.push(respondMissingField('surname'));
    const key = randomUUID();
    const first = await proxy.postEnquiry(ada, key);
    const second = await proxy.postEnquiry(ada, key);
    expect([first.status, second.status]).toEqual([422, 422]);
    expect(await second.json()).toEqual(await first.json());
    const other = await proxy.postEnquiry({ ...ada, surname: 'King' }, key);
    expect(await other.json()).toMatchObject({ code: 'idempotency-mismatch' });
    expect(proxy.enquiryApi.requests).toHaveLength(1);
  });

  test('that the form does not show, the enquiry is held for the operator', async () => {
    proxy.enquiryApi.script.push(respondMissingField('country'));
    const response = await proxy.postEnquiry(ada);
    expect(response.status).toBe(202);
    const { reference } = await json<Receipt>(response);
    expect(await proxy.outbox.intake.enquiry(reference)).toMatchObject({
      state: 'held',
      // Nobody knows whether this is a name or what a visitor has entered.
      last_failure: encodeFailure({ cause: 'responded', status: 400 }),
      last_message: expect.stringContaining('`country`'),
    });
    expect(proxy.log()).toContain('delivery held');
  });
});
