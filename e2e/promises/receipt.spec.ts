// The receipt, and what is left of it after a reload.
import { readFileSync } from 'node:fs';
import { sampleValuesAttribute } from '../pages/house-move-page.ts';
import { expect, test } from '../test.ts';
import { axeViolations } from '../visitor/axe.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
import { pauseRequests } from '../visitor/page-actions.ts';
import { playwrightDriver } from '../visitor/playwright-driver.ts';
import { receiptSuite } from './suites/receipt.ts';

receiptSuite(test);

test('the printed receipt has the reference, the date and the answers, but no buttons', async ({
  page,
  stack,
  browserName,
}) => {
  test.skip(browserName === 'firefox', 'over BiDi a page can’t be shown as it is printed');
  await page.goto(`${stack.site}/house-move.html`);
  const { form, send, receipt } = formOn(page);
  await fillHouseMove(page);
  await send();
  await expect(receipt).toBeVisible();
  await expect(form.getByText('Your answers')).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(form.getByText(/^Sent on \d/)).toBeVisible();
  await expect(form.locator('dt', { hasText: 'What are you planning?' })).toBeVisible();
  await expect(form.locator('dd', { hasText: 'Remortgaging' })).toBeVisible();
  await expect(form.locator('[part=number] b')).toBeVisible();
  for (const button of await form.getByRole('button').all()) await expect(button).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.reload();
  await page.emulateMedia({ media: 'print' });
  await expect(form.getByText('Sent on')).toBeVisible();
  await expect(form.getByText('Remortgaging')).toHaveCount(0);
});

test('a copy with the answers can be saved under the strictest content security policy', async ({
  page,
  stack,
  browserName,
}) => {
  const policy = `default-src 'none'; script-src ${stack.proxy}; connect-src ${stack.proxy}; require-trusted-types-for 'script'; trusted-types lit-html`;
  await page.goto(
    stack.servePage(
      `<!doctype html><html lang="en"><title>Copy</title><main><h1>Copy</h1>
      <enquiry-form case-type="house-move" ${sampleValuesAttribute}></enquiry-form></main>
      <script type="module" src="${stack.proxy}/enquiry-form.js?case-type=house-move"></script>`,
      policy,
    ),
  );
  const { form, send } = formOn(page);
  await send();
  const reference = await form.locator('[part=number] b').textContent();
  await form.getByRole('button', { name: 'Keep a copy' }).click();
  const save = form.getByRole('button', { name: 'Save with my answers' });
  await expect(save).toBeVisible();
  expect(await axeViolations(playwrightDriver(page))).toEqual([]);
  // Over WebDriver BiDi, Playwright reports no download of a blob.
  if (browserName === 'firefox') return;
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(download.suggestedFilename()).toMatch(new RegExp(` – enquiry ${reference}\\.txt$`));
  const text = readFileSync(await download.path(), 'utf8');
  expect(text).toContain(`: ${reference}\r\n`);
  expect(text).toContain('\r\nRemortgaging\r\n');
});

test('the empty form isn’t shown before the receipt', async ({ page, stack }) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { field, send, receipt } = formOn(page);
  await fillHouseMove(page);
  await send();
  await expect(receipt).toBeVisible();
  const resume = await pauseRequests(page, '**/assets/submission-*');
  // Firefox’s load event waits for the script that is paused.
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => customElements.get('enquiry-form'));
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(field('First name')).toHaveCount(0);
  resume();
  await expect(receipt).toBeVisible();
});
