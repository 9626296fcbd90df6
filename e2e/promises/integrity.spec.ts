// Pages on which the browser checks the integrity of the script.
import type { Stack } from '../processes/stack.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

/** Serves a page with the tags that `snippet` prints and the strictest content security policy. Resolves with its
 * address. */
async function serveChecked(stack: Stack, ...words: string[]): Promise<string> {
  const page = stack.servePage('', '');
  const printed = await stack.runCommand(
    ...['snippet', '--page', page, '--proxy', stack.proxy, '--integrity', '--json', ...words],
  );
  const { html, content_security_policy } = JSON.parse(printed) as Record<string, string>;
  return stack.servePage(
    `<!doctype html><html lang="en"><title>Integrity</title><link rel="icon" href="data:,">${html}`,
    `default-src 'none'; img-src data:; ${content_security_policy}; require-trusted-types-for 'script'; trusted-types lit-html`,
  );
}

test('a form whose script the browser checks needs no other, and without it the page’s own content is shown', {
  tag: '@asvs-script-integrity',
}, async ({ page, stack }) => {
  const requested: string[] = [];
  page.on('request', request => requested.push(new URL(request.url()).pathname));
  await page.goto(await serveChecked(stack, '--case-type', 'house-move'));
  await fillHouseMove(page);
  await formOn(page).send();
  await expect(formOn(page).receipt).toContainText('Grace');
  expect(requested.filter(path => path.endsWith('.js'))).toEqual([
    expect.stringMatching(/^\/assets\/enquiry-form\.en-[\w-]{16}\.js$/),
  ]);
  expect(await stack.listEnquiries()).toHaveLength(1);

  const welsh = await serveChecked(stack, '--case-type', 'personal-injury', '--lang', 'cy');
  await page.goto(welsh);
  const { form } = formOn(page);
  await expect(form.getByRole('button', { name: 'Anfon yr ymholiad' })).toBeVisible();
  expect(requested.filter(path => path.endsWith('.js'))).toHaveLength(2);

  await page.route('**/assets/enquiry-form.*', async route => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()} ` });
  });
  // Browsers may have cached the immutable script.
  await page.goto(await serveChecked(stack, '--case-type', 'callback'));
  await expect(form.getByRole('link').first()).toBeVisible();
  expect(await form.evaluate(element => element.shadowRoot)).toBeNull();
});
