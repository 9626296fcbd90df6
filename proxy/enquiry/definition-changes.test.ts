// The operator can change the secret and the config while visitors have the form open and enquiries are waiting.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { ada, exampleConfig, json, origin, proxyForEachTest } from '../../tools/testing/proxy/proxy.ts';
import { png } from '../../tools/testing/proxy/sample-files.ts';
import { respond, respondCreatedFrom } from '../../tools/testing/proxy/scripted-enquiry-api.ts';
import type { Definition } from '../contract/definition.ts';
import type { Receipt } from '../contract/enquiry.ts';
import { readVersion } from '../settings/read-settings.ts';

const config = { ...exampleConfig, attachments: {} };
const proxy = proxyForEachTest(config);

const attach = (receipt: Receipt, key?: string) =>
  proxy.postAttachment(receipt, new Uint8Array(png()), { ...(key && { key }) });
const sent = (operation: 'create' | 'upload') =>
  proxy.enquiryApi.requests.filter(({ path }) => path.endsWith(`/${operation}`));

describe('when the secret is rotated while tabs are open', () => {
  const [old, next] = ['s'.repeat(32), 'n'.repeat(32)];

  test('signatures made with the old one are accepted while it is listed', {
    tags: 'asvs-11.2.2',
  }, async () => {
    const [key, fileKey] = [randomUUID(), randomUUID()];
    const receipt = await json<Receipt>(proxy.postEnquiry(ada, key));
    await attach(receipt, fileKey);

    await proxy.reload({ settings: { secrets: [next!, old!] } });
    expect((await attach(receipt)).status).toBe(201);
    expect((await attach(receipt, fileKey)).status).toBe(201);
    const repeat = await proxy.postEnquiry(ada, key);
    expect(repeat.status).toBe(201);
    const renewed = await json<Receipt>(repeat);
    expect(renewed).toMatchObject({ reference: receipt.reference, enquiry_id: receipt.enquiry_id });
    expect(sent('create')).toHaveLength(1);
    expect(sent('upload')).toHaveLength(2);

    // The repeat has renewed the token, with the new secret.
    await proxy.restart(config, [next]);
    expect((await attach(renewed)).status).toBe(201);
  });

  test('without the old one, its tokens and repeated requests are refused, and nothing is lost', async () => {
    proxy.enquiryApi.otherwise = respond(503, '', { 'retry-after': '3600' });
    const [key, fileKey] = [randomUUID(), randomUUID()];
    const receipt = await json<Receipt>(proxy.postEnquiry(ada, key));
    expect((await attach(receipt, fileKey)).status).toBe(202);

    await proxy.restart(config, [next]);
    const upload = await attach(receipt);
    expect(upload.status).toBe(401);
    expect(await upload.json()).toMatchObject({ code: 'upload-token-invalid' });
    const repeat = await proxy.postEnquiry(ada, key);
    expect(repeat.status).toBe(422);
    expect(await repeat.json()).toMatchObject({ code: 'idempotency-mismatch' });

    proxy.enquiryApi.otherwise = respondCreatedFrom(5);
    await proxy.restart();
    await expect.poll(() => sent('upload')).toHaveLength(1);
    expect(await proxy.outbox.intake.enquiry(receipt.reference)).toMatchObject({
      state: 'delivered',
      enquiry_api_id: 5,
    });
    expect(sent('create').at(-1)?.body).toMatchObject({ forename: 'Ada', email: ada.email });
    // With a new key, which the widget uses after that refusal, the enquiry is accepted.
    expect((await proxy.postEnquiry(ada)).status).toBe(201);
  });
});

describe.each<[string, object]>([
  ['a case type', { ...config, case_types: { other: config.case_types.other } }],
  [
    'a question',
    {
      ...config,
      case_types: {
        ...config.case_types,
        injury: { ...config.case_types.injury, questions: config.case_types.injury.questions.slice(0, 1) },
      },
    },
  ],
])('when %s is removed while enquiries of it wait', (_, changed) => {
  const enquiry = { ...ada, answers: { when: '2026-02-01', hurt: 'yes', where: 'Left thumb' } };
  const key = randomUUID();
  let receipt: Receipt;
  beforeEach(async () => {
    proxy.enquiryApi.otherwise = respond(503, '', { 'retry-after': '3600' });
    receipt = await json<Receipt>(proxy.postEnquiry(enquiry, key));
    await attach(receipt);
  });

  test('they are delivered with the labels that the visitors saw, and their files', async () => {
    proxy.enquiryApi.requests.length = 0;
    proxy.enquiryApi.otherwise = respondCreatedFrom(5);
    await proxy.restart(changed);
    await expect.poll(() => sent('upload')).toHaveLength(1);
    expect(sent('create').map(({ body }) => body)).toEqual([
      expect.objectContaining({
        forename: 'Ada',
        case_type: 'injury',
        meta: [
          { id: 'when', label: 'When did it happen?', value: '2026-02-01' },
          { id: 'hurt', label: 'Were you hurt?', value: 'yes' },
          { id: 'where', label: 'Where?', value: 'Left thumb' },
          { id: 'enquiry_reference', label: 'Reference', value: receipt.reference },
          expect.objectContaining({ id: 'enquiry_form_version' }),
          { id: 'attribution_site', label: 'Site', value: origin },
          expect.objectContaining({ id: 'enquiry_received' }),
          expect.objectContaining({ id: 'contact_promised' }),
          expect.objectContaining({ id: 'preferred_channel', value: 'email' }),
        ],
      }),
    ]);
    expect(await proxy.outbox.intake.enquiry(receipt.reference)).toMatchObject({
      state: 'delivered',
      enquiry_api_id: 5,
    });
  });

  test('a repeated request gets its receipt before and after the delivery', async () => {
    await proxy.restart(changed);
    const waiting = await proxy.postEnquiry(enquiry, key);
    expect(waiting.status).toBe(202);
    expect(await waiting.json()).toMatchObject({ reference: receipt.reference, status: 'accepted' });
    proxy.enquiryApi.otherwise = respondCreatedFrom(5);
    await proxy.restart();
    await expect
      .poll(() => json(proxy.postEnquiry(enquiry, key)))
      .toMatchObject({ reference: receipt.reference, enquiry_id: 5 });
  });

  test('files can still be attached, before and after the delivery', async () => {
    await proxy.restart(changed);
    expect((await attach(receipt)).status).toBe(202);
    proxy.enquiryApi.otherwise = respondCreatedFrom(5);
    await proxy.restart();
    await expect.poll(() => sent('upload')).toHaveLength(2);
    expect((await attach(receipt)).status).toBe(201);
    expect(sent('upload').map(({ body }) => body.post_id)).toEqual(['5', '5', '5']);
  });
});

test('an enquiry names the form that its visitor saw', async () => {
  const { definition } = await json<Definition>(proxy.app.request('/case-types/injury'));
  const digits = Buffer.from(definition.slice('sha256-'.length), 'base64url').toString('hex').slice(0, 12);
  const { injury } = config.case_types;
  const changed = { ...config, case_types: { injury: { ...injury, label: 'Accident' } }, language: 'cy' };
  await proxy.restart(changed);
  await proxy.postEnquiry({ ...ada, definition });
  await proxy.postEnquiry(ada);
  const [open, current] = sent('create').map(({ body }) =>
    (body.meta as { id: string }[]).filter(({ id }) => id === 'enquiry_form_version'),
  );
  const entry = { id: 'enquiry_form_version', label: 'Fersiwn y ffurflen' };
  expect(open).toEqual([{ ...entry, value: `${digits} ${readVersion()}` }]);
  expect(current).toEqual([{ ...entry, value: expect.not.stringContaining(digits) }]);
});
