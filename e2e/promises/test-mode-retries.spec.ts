import type { Route } from '@playwright/test';
import { pdf } from '../files/documents.ts';
import { testLinkTo } from '../pages/test-link.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
import { shortenWaits } from '../visitor/page-actions.ts';

const ribbonText = 'Test: nothing will be delivered';

test('a test stays a test if the proxy is killed, and so does its receipt after a reload', async ({
  page,
  stack,
}) => {
  await shortenWaits(page);
  await page.goto(await testLinkTo(stack, `${stack.site}/house-move.html`));
  const { form, attach, send, receipt } = formOn(page);
  await expect(form.getByText(ribbonText).first()).toBeVisible();
  // A script of the page may remove the fragment.
  await page.evaluate(() => history.replaceState(null, '', location.pathname));
  await fillHouseMove(page);
  await attach(pdf());
  // The first response is lost, so the form repeats the request without knowing its outcome.
  const loseResponse = async (route: Route) => {
    await route.fetch();
    await stack.restartProxy('SIGKILL');
    await route.abort();
  };
  await page.route('**/enquiries', loseResponse, { times: 1 });
  await send();
  await expect(receipt).toBeVisible();
  await expect(form.getByText('Sent', { exact: true })).toBeVisible();
  await page.reload();
  await expect(receipt).toBeVisible();
  await expect(form.getByText(ribbonText).first()).toBeVisible();
  const [reference = ''] = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(await receipt.innerText()) ?? [];
  const shown = (await stack.runCommand('outbox', 'show', reference, '--json')).trim().split('\n');
  const rows = shown.map(line => JSON.parse(line)).map(({ kind, state }) => `${kind} ${state}`);
  expect(rows).toEqual(['enquiry test', 'attachment test']);
  expect(await stack.countRequests()).toBe(0);
});
