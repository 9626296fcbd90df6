// A firm's contact page has one tag for several matters. Visitors choose theirs, and the enquiry arrives under it.
import { openState } from '../../tools/screenshots/states.ts';
import { beforeRelease, expect, test } from '../test.ts';
import { axeViolations } from '../visitor/axe.ts';
import { formOn } from '../visitor/form.ts';
import { playwrightDriver } from '../visitor/playwright-driver.ts';
import { question, serveContactPage, severalCaseTypesSuite } from './suites/several-case-types.ts';

severalCaseTypesSuite(test);

for (const state of ['chooser', 'chooser-chosen', 'chooser-steps', 'chooser-arabic']) {
  test(`axe finds no violation: ${state}`, beforeRelease, async ({ page, stack }) => {
    await openState(state, page, stack);
    expect(await axeViolations(playwrightDriver(page))).toEqual([]);
  });
}

test('without JavaScript, the tag has a list of links, and so has the page of forms', async ({
  browser,
  browserName,
  stack,
}) => {
  test.skip(browserName === 'firefox', 'over BiDi a page can’t be without JavaScript');
  const address = await serveContactPage(stack);
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(address);
  await page.getByRole('link', { name: 'Get a fixed quote' }).click();
  await expect(page.getByRole('heading', { name: 'Get a fixed quote' })).toBeVisible();
  await page.goto(`${stack.proxy}/forms?case-type=employment&case-type=house-move`);
  await page.getByRole('link', { name: 'Get a fixed quote' }).click();
  await expect(page.getByRole('heading', { name: 'Get a fixed quote' })).toBeVisible();
  await page.close();
});

test('if the choice can’t be loaded, the visitor can try again or follow a link', async ({ page, stack }) => {
  await page.route('**/assets/chooser-*', route => route.abort());
  await page.goto(await serveContactPage(stack));
  await expect(page.getByText('couldn’t load this form')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Get a fixed quote' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(formOn(page).form.getByRole('group', { name: question })).toBeVisible();
});
