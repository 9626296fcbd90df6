// Each language's messages are a lazy part. These tests cover the time until it is loaded, and failures.
import { arabicTexts, omitDefinition, openTranslated, welshTexts } from '../pages/translated-page.ts';
import { expect, test } from '../test.ts';
import { formOn } from '../visitor/form.ts';
import { pauseRequests } from '../visitor/page-actions.ts';

test("a form whose messages can't be loaded is in English and keeps its questions", async ({
  page,
  stack,
}) => {
  await page.route('**/assets/cy-*', route => route.abort());
  await openTranslated(page, stack, 'cy');
  const { form } = formOn(page);
  await expect(form.getByText('Photos or documents')).toBeVisible();
  await expect(form.getByRole('group', { name: welshTexts.group })).toBeVisible();
});

test("the element's own content is shown until the messages are loaded, then the whole form", async ({
  page,
  stack,
}) => {
  const resumeRequests = await pauseRequests(page, '**/assets/cy-*');
  const isAskedFor = page.waitForRequest('**/assets/cy-*');
  await openTranslated(
    page,
    stack,
    'cy',
    '<enquiry-form case-type="house-move"><b>01632 960002</b></enquiry-form>',
  );
  await isAskedFor;
  const { form } = formOn(page);
  await expect(page.getByText('01632 960002')).toBeVisible();
  await expect(form.getByLabel('First name')).toHaveCount(0);
  resumeRequests();
  await expect(form.getByLabel(welshTexts.forename, { exact: true })).toBeVisible();
  await expect(page.getByText('01632 960002')).toBeHidden();
});

test('messages are requested together with the definition, not after it', async ({ page, stack }) => {
  await omitDefinition(page, stack);
  const isAskedFor = page.waitForRequest('**/assets/cy-*');
  await page.route('**/case-types/*', async route => {
    await isAskedFor;
    await route.continue();
  });
  await openTranslated(page, stack, 'cy');
  await expect(formOn(page).form.getByLabel(welshTexts.forename, { exact: true })).toBeVisible();
});

for (const part of ['languages', 'cy']) {
  test(`a form keeps its language when loading ${part} fails once`, async ({ page, stack }) => {
    await page.route(`**/assets/${part}-*`, route => route.abort(), { times: 1 });
    await openTranslated(page, stack, 'cy');
    await expect(formOn(page).form.getByLabel(welshTexts.forename, { exact: true })).toBeVisible();
  });
}

test('a page without a definition shows an error in its own language', async ({ page, stack }) => {
  await omitDefinition(page, stack);
  await page.route('**/case-types/*', route => route.abort());
  await openTranslated(page, stack, 'ar');
  const { form } = formOn(page);
  const alert = form.getByRole('alert');
  await expect(alert).toContainText('عذرًا، لم نتمكن من تحميل هذا النموذج.');
  await expect(alert).toHaveCSS('direction', 'rtl');
  await page.unroute('**/case-types/*');
  await alert.getByRole('button').click();
  await expect(form.getByLabel(arabicTexts.forename, { exact: true })).toBeVisible();
});
