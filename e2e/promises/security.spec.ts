import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { jpeg, programNamedPdf } from '../files/documents.ts';
import type { Stack } from '../processes/stack.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

const move = {
  case_type: 'house-move',
  forename: 'Mallory',
  surname: 'Example',
  email: 'mallory@example.com',
  answers: { transaction: 'selling', price: '200000', terms: 'yes' } as Record<string, unknown>,
};

/** Sends requests as any program can, without a browser. */
function createApiClient(request: APIRequestContext, stack: Stack) {
  return {
    postEnquiry: (body: object, headers: Record<string, string> = {}) =>
      request.post(`${stack.proxy}/enquiries`, {
        headers: { origin: stack.site, 'idempotency-key': randomUUID(), ...headers },
        data: body,
      }),
    postAttachment: (reference: string, token: string | undefined, content: Buffer) =>
      request.post(`${stack.proxy}/enquiries/${reference}/attachments`, {
        headers: {
          origin: stack.site,
          'idempotency-key': randomUUID(),
          'content-type': 'application/pdf',
          'content-disposition': "attachment; filename*=UTF-8''letter.pdf",
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        data: content,
      }),
  };
}

test('a forged question, label or option is refused', { tag: ['@asvs-8.2.3', '@asvs-15.3.3'] }, async ({
  request,
  stack,
}) => {
  const { postEnquiry } = createApiClient(request, stack);
  const forgeries: [object, object][] = [
    [{ forged: 'yes' }, { field: 'answers.forged', rule: 'unknown' }],
    [
      { mortgage: { label: 'Do you owe us money?', value: 'yes' } },
      { field: 'answers.mortgage', rule: 'not_allowed' },
    ],
    [{ transaction: 'stealing' }, { field: 'answers.transaction', rule: 'not_an_option' }],
  ];
  for (const [answers, problem] of forgeries) {
    const response = await postEnquiry({ ...move, answers: { ...move.answers, ...answers } });
    expect(response.status()).toBe(422);
    expect(await response.json()).toMatchObject({ code: 'invalid-enquiry', problems: [problem] });
  }
  const response = await postEnquiry({ ...move, meta: [{ id: 'x', label: 'y', value: 'z' }] });
  expect(response.status()).toBe(422);
  expect(await stack.listEnquiries()).toEqual([]);
});

/** The address of the site on an origin that the config doesn't allow. */
const refusedSite = ({ site }: Stack) => site.replace('127.0.0.1', 'localhost');

test('a page of another origin can neither send nor read', { tag: '@asvs-3.5.1' }, async ({
  page,
  request,
  stack,
}) => {
  const response = await createApiClient(request, stack).postEnquiry(move, {
    origin: 'https://evil.example',
  });
  expect(response.status()).toBe(403);
  await page.goto(refusedSite(stack));
  const error = await page.evaluate(
    ([url, body]) =>
      fetch(`${url}/enquiries`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: body ?? '',
      }).then(
        () => 'sent',
        (reason: Error) => reason.name,
      ),
    [stack.proxy, JSON.stringify(move)],
  );
  expect(error).toBe('TypeError');
  expect(await stack.listEnquiries()).toEqual([]);
});

test("an upload without a token, or with another enquiry's token, is refused", {
  tag: '@asvs-8.2.2',
}, async ({ request, stack }) => {
  const { postEnquiry, postAttachment } = createApiClient(request, stack);
  const mine = await (await postEnquiry(move)).json();
  const theirs = await (await postEnquiry({ ...move, forename: 'Grace' })).json();
  for (const token of [undefined, '', 'x', mine.upload_token]) {
    const response = await postAttachment(theirs.reference, token, jpeg().buffer);
    expect(response.status()).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'upload-token-invalid' });
  }
  expect((await stack.listEnquiries()).flatMap(({ files }) => files)).toEqual([]);
  expect((await postAttachment(mine.reference, mine.upload_token, jpeg().buffer)).status()).toBe(201);
});

test('the proxy refuses a program that is named like a document', { tag: '@asvs-5.2.2' }, async ({
  request,
  stack,
}) => {
  const { postEnquiry, postAttachment } = createApiClient(request, stack);
  const { reference, upload_token } = await (await postEnquiry(move)).json();
  const response = await postAttachment(reference, upload_token, programNamedPdf().buffer);
  expect(response.status()).toBe(415);
  expect(await response.json()).toMatchObject({ code: 'unsupported-media-type' });
});

test('no response to the browser contains the credentials or the address of the enquiry API', async ({
  page,
  stack,
}) => {
  const texts: Promise<string>[] = [];
  page.on('response', response => {
    if (response.url().startsWith(stack.proxy) && response.request().method() !== 'OPTIONS')
      texts.push(response.text().catch(() => ''));
  });
  await stack.setFault({ fault: '401' });
  await page.goto(`${stack.site}/house-move.html`);
  await fillHouseMove(page);
  const { send, receipt } = formOn(page);
  await send();
  await expect(receipt).toBeVisible();
  const everything = (await Promise.all(texts)).join('\n');
  expect(everything).toContain('upload_token');
  expect(everything).not.toMatch(/e2e pass|enquiry-service|rest_cannot_access/);
  await stack.setFault({ fault: 'none' });
  // After a 401, the proxy retries slowly. A restart makes it retry at once.
  await stack.restartProxy();
  await expect.poll(async () => (await stack.listEnquiries()).length, { timeout: 30_000 }).toBe(1);
});
