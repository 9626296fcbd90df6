// A firm's contact page has one tag for several matters. Visitors choose theirs, and the enquiry arrives under it.
import type { Stack } from '../processes/stack.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

const question = 'What is it about?';

/** Serves a contact page with the tags that `snippet` prints. */
async function serveContactPage(stack: Stack): Promise<string> {
  const site = stack.servePage('', '');
  const printed = await stack.runCommand(
    ...['snippet', '--json', '--page', site, '--proxy', stack.proxy],
    ...['--case-type', 'employment', '--case-type', 'house-move'],
  );
  const { html, content_security_policy } = JSON.parse(printed);
  return stack.servePage(
    `<!doctype html><html lang="en"><h1>Contact us</h1>${html}`,
    content_security_policy,
  );
}

test('a visitor chooses a matter, reloads the page, and the enquiry arrives under that matter', async ({
  page,
  stack,
}) => {
  const requests: string[] = [];
  page.on('request', request => requests.push(new URL(request.url()).pathname));
  await page.goto(await serveContactPage(stack));
  const { choose, field, receipt, send } = formOn(page);
  await choose(question, 'Get a fixed quote');
  await fillHouseMove(page);
  await page.reload();
  await expect(field('Get a fixed quote')).toBeChecked();
  await expect(field('First name')).toHaveValue('Grace');
  await send();
  await expect(receipt).toBeVisible();
  await page.reload();
  await expect(receipt).toBeVisible();
  expect((await stack.listEnquiries()).map(({ body }) => [body.case_type, body.forename])).toEqual([
    ['house-move', 'Grace'],
  ]);
  // The script came with both definitions.
  expect(requests.filter(path => path.startsWith('/case-types/'))).toEqual([]);
});

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
