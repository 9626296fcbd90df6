import { describe, expect, test } from 'vitest';
import {
  ada,
  createProxyUnderTest,
  exampleConfig,
  json,
  origin,
  proxyForEachTest,
  referencePattern,
} from '../../../tools/testing/proxy/proxy.ts';
import { respondCreated } from '../../../tools/testing/proxy/scripted-enquiry-api.ts';
import type { Definition } from '../../contract/definition.ts';
import type { Receipt } from '../../contract/enquiry.ts';

const proxy = proxyForEachTest();

test('an enquiry reaches the enquiry API, and the visitor gets its id', async () => {
  const response = await proxy.postEnquiry({ ...ada, marketing_campaign: 'spring-tv' });
  expect(response.status).toBe(201);
  const body = await json<Receipt>(response);
  expect(body).toEqual({
    reference: expect.stringMatching(referencePattern),
    upload_token: expect.any(String),
    promise: { to: 'email', text: 'We’ll reply to {to}.' },
    add_later: { token: expect.any(String), until: expect.any(String) },
    status: 'delivered',
    enquiry_id: 4711,
    attachments: { max_files: 2, max_bytes: 1_000, strip_metadata: 'location' },
  });
  expect(proxy.enquiryApi.requests).toMatchObject([
    {
      path: '/rest/enquiries/v1/enquiries/create',
      headers: {
        authorization: `Basic ${Buffer.from('ünlü:pass:wörd').toString('base64')}`,
        'content-type': 'application/json',
      },
    },
  ]);
  expect(proxy.enquiryApi.requests[0]?.body).toEqual({
    forename: 'Ada',
    surname: 'Byron',
    email: 'ada@example.com',
    case_type: 'injury',
    meta: [
      { id: 'when', label: 'When did it happen?', value: '2026-02-01' },
      { id: 'hurt', label: 'Were you hurt?', value: 'no' },
      { id: 'enquiry_reference', label: 'Reference', value: body.reference },
      { id: 'enquiry_form_version', label: 'Form version', value: expect.stringMatching(/^[\da-f]{12} \d/) },
      { id: 'attribution_site', label: 'Site', value: origin },
      {
        id: 'enquiry_received',
        label: 'Received',
        value: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      },
      {
        id: 'contact_promised',
        label: 'Promised to the visitor',
        value: 'We’ll reply to ada@example.com.',
      },
      { id: 'preferred_channel', label: 'Preferred channel', value: 'email' },
    ],
    marketing_campaign: 'spring-tv',
    marketing_keywords: '',
  });
});

test('a visitor gets a receipt after the wait limit while the delivery continues', async () => {
  const impatient = await createProxyUnderTest(exampleConfig, 50);
  let release = () => {};
  impatient.enquiryApi.script.push((response, request) => {
    release = () => respondCreated(7)(response, request);
  });
  const response = await impatient.postEnquiry(ada);
  expect(response.status).toBe(202);
  const { reference } = await json<Receipt>(response);
  await expect.poll(() => impatient.enquiryApi.requests).toHaveLength(1);
  release();
  await expect.poll(() => impatient.outbox.intake.enquiry(reference)).toMatchObject({ enquiry_api_id: 7 });
  await impatient.stop();
});

describe('an enquiry with an older definition', () => {
  const changed = structuredClone(exampleConfig);
  changed.case_types.injury.questions[1]!.label = 'Are you in pain?';

  test('is checked and labelled with that definition', async () => {
    const { definition } = await json<Definition>(proxy.app.request('/case-types/injury'));
    await proxy.restart(changed);
    expect((await proxy.postEnquiry({ ...ada, definition })).status).toBe(201);
    expect((await proxy.postEnquiry(ada)).status).toBe(201);
    const labels = proxy.enquiryApi.requests.map(({ body }) => (body.meta as { label: string }[])[1]?.label);
    expect(labels).toEqual(['Were you hurt?', 'Are you in pain?']);
  });

  test('that was never published asks the widget to reload the definition', async () => {
    const response = await proxy.postEnquiry({ ...ada, definition: 'sha256-forged' });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: 'definition-changed' });
  });

  test('of another case type is refused', async () => {
    const { definition } = await json<Definition>(proxy.app.request('/case-types/other'));
    expect((await proxy.postEnquiry({ ...ada, definition })).status).toBe(409);
  });
});
