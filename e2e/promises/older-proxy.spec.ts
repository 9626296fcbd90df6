// A proxy that is one release older than the widget refuses additions that it doesn't know, but no enquiry is lost.
import type { Page, Route } from '@playwright/test';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
import { stopTimers } from '../visitor/page-actions.ts';

/** A request to `POST /enquiries`. */
interface SentEnquiry {
  key: string | undefined;
  authorization: string | undefined;
  body: { attribution?: unknown; client?: unknown };
}

/** The release of the proxy that gets a request, and whether its response is lost. */
type Receiver = 'older' | 'older, response lost' | 'current' | 'current, response lost';

/** Puts these proxies in front of the real one, one for each request. The last one also gets all further requests. Older
 * ones refuse `attribution` and `client`, and ignore the Authorization. Resolves with a list to which each request is
 * added. */
async function respondAs(page: Page, receivers: Receiver[]): Promise<SentEnquiry[]> {
  const sent: SentEnquiry[] = [];
  await page.route('**/enquiries', async (route: Route) => {
    const receiver = receivers[Math.min(sent.length, receivers.length - 1)]!;
    const request = route.request();
    const body = request.postDataJSON();
    const { 'idempotency-key': key, authorization } = await request.allHeaders();
    sent.push({ key, authorization, body });
    const problems = ['attribution', 'client']
      .filter(field => field in body)
      .map(field => ({ field, rule: 'unknown' }));
    if (receiver.startsWith('older') && problems.length) {
      return await route.fulfill({
        status: 422,
        headers: { 'access-control-allow-origin': '*' },
        json: { title: 'Some fields need attention.', status: 422, code: 'invalid-enquiry', problems },
      });
    }
    if (!receiver.endsWith('lost')) return await route.continue();
    await route.fetch(); // The proxy stores the enquiry.
    await route.abort();
  });
  return sent;
}

/** Sends the form. Resolves with a function that lists the page's events. */
async function sendFrom(page: Page): Promise<() => Promise<string[]>> {
  const events = await page.evaluateHandle(() => {
    const types: string[] = [];
    for (const type of ['enquiry-refused', 'enquiry-failed', 'enquiry-accepted'])
      document.addEventListener(type, () => types.push(type));
    return types;
  });
  await fillHouseMove(page);
  await formOn(page).send();
  return () => events.jsonValue();
}

const rollouts: [title: string, receivers: Receiver[]][] = [
  [
    'an older proxy has stored the enquiry, but its response was lost',
    ['older', 'older, response lost', 'older'],
  ],
  [
    'the current proxy has stored the enquiry, its response was lost, and an older proxy gets the retry',
    ['current, response lost', 'older'],
  ],
  [
    'an older proxy has stored the enquiry, its response was lost, and the current proxy gets the retry',
    ['older', 'older, response lost', 'current'],
  ],
];
for (const [title, receivers] of rollouts) {
  test(`if ${title}, the enquiry arrives once`, async ({ page, stack }) => {
    await page.clock.install();
    const sent = await respondAs(page, receivers);
    await page.goto(`${stack.site}/house-move.html?gclid=click`);
    await stopTimers(page);
    const events = await sendFrom(page);
    const { form, receipt, send } = formOn(page);
    await expect(form.getByText(/Your answers are safe on this page/)).toBeVisible();
    await send();
    await expect(receipt).toBeVisible();
    expect(await events()).toEqual(['enquiry-failed', 'enquiry-accepted']);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(await stack.listEnquiries()).toHaveLength(1);
  });
}

test('an older proxy recognises an enquiry that is repeated after a reload', async ({ page, stack }) => {
  const sent = await respondAs(page, ['current, response lost', 'older']);
  await page.goto(`${stack.site}/house-move.html?gclid=click`);
  await sendFrom(page);
  await expect(formOn(page).form.getByText(/Your answers are safe on this page/)).toBeVisible();
  await page.goto(`${stack.site}/house-move.html?gclid=other`);
  await expect(formOn(page).receipt).toBeVisible();
  expect(sent[1]).toEqual(sent[0]);
  expect(await stack.listEnquiries()).toHaveLength(1);
});

for (const [title, respond, waitMs] of [
  ['can’t be loaded', (route: Route) => route.abort(), 0],
  ['never arrives', () => undefined, 3_000],
] as const) {
  test(`if the code for attribution ${title}, the enquiry has the values of the page`, async ({
    page,
    stack,
  }) => {
    await page.clock.install();
    await page.route('**/measurement-*', respond);
    await page.goto(`${stack.site}/house-move.html?gclid=click&utm_campaign=autumn`);
    await sendFrom(page);
    await page.clock.runFor(waitMs);
    await expect(formOn(page).receipt).toBeVisible();
    const [enquiry] = await stack.listEnquiries();
    expect(enquiry!.body.marketing_campaign).toBe('autumn');
    const values = Object.fromEntries(enquiry!.meta.map(({ id, value }) => [id, value]));
    expect(values).toMatchObject({
      attribution_gclid: 'click',
      attribution_landing_page: `${stack.site}/house-move.html`,
    });
  });
}
