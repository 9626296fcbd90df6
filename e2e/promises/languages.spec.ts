import { arabicTexts, fillInTranslated, openTranslated, welshTexts } from '../pages/translated-page.ts';
import { answersIn, attributionIn } from '../processes/meta-entries.ts';
import { expect, test } from '../test.ts';
import { axeViolations } from '../visitor/axe.ts';
import { formOn } from '../visitor/form.ts';
import { playwrightDriver } from '../visitor/playwright-driver.ts';

test('a form is in Welsh from the first view to the receipt, and the enquiry arrives in English', async ({
  page,
  stack,
}) => {
  await openTranslated(page, stack, 'cy');
  const { form, summary } = formOn(page);
  const send = form.getByRole('button', { name: welshTexts.send });
  await send.click();
  await expect(summary.getByRole('heading')).toHaveText('Mae angen ateb i 6 chwestiwn o hyd');
  await expect(summary).toContainText('Rhowch eich enw cyntaf');
  await fillInTranslated(page, welshTexts);
  await send.click();
  await expect(form.getByRole('heading', { name: welshTexts.thanks })).toBeVisible();
  await expect(form).toContainText('Eich cyfeirnod');
  const [enquiry] = await stack.listEnquiries();
  expect(enquiry?.meta[0]).toEqual({
    id: 'transaction',
    label: 'What are you planning?',
    value: 'remortgage',
  });
  // A consent keeps the text that the visitor read, because it proves what they agreed to.
  expect(answersIn(enquiry!).at(-1)).toEqual({
    id: 'terms',
    label: 'Rwyf wedi darllen telerau’r dyfynbris sefydlog',
    value: 'yes',
  });
  expect(attributionIn(enquiry!)).toMatchObject({ language: 'cy' });
});

test('axe finds no violation in an Arabic form with problems', async ({ page, stack }) => {
  await page.goto(`${stack.site}/arabic.html`);
  const { form, summary } = formOn(page);
  await form.getByRole('button', { name: arabicTexts.send }).click();
  await summary.waitFor();
  expect(await axeViolations(playwrightDriver(page))).toEqual([]);
});
