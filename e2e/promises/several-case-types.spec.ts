// A firm's contact page has one tag for several matters. Visitors choose theirs, and the enquiry arrives under it.
import { expect, test } from '../test.ts';
import { formOn } from '../visitor/form.ts';
import { question, serveContactPage, severalCaseTypesSuite } from './suites/several-case-types.ts';

severalCaseTypesSuite(test);

test('if the choice can’t be loaded, the visitor can try again or follow a link', async ({ page, stack }) => {
  await page.route('**/assets/chooser-*', route => route.abort());
  await page.goto(await serveContactPage(stack));
  await expect(page.getByText('couldn’t load this form')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Get a fixed quote' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(formOn(page).form.getByRole('group', { name: question })).toBeVisible();
});
