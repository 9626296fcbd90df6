import { expect, test } from '../test.ts';
import { formOn } from '../visitor/form.ts';

test('a form whose script is checked needs no other script, and without it the page’s own content is shown', {
  tag: '@asvs-script-integrity',
}, async ({ page, stack }) => {
  const address = stack.servePage('', '');
  const printed = await stack.runCommand(
    ...['snippet', '--page', address, '--proxy', stack.proxy, '--integrity', '--json'],
    ...['--case-type', 'personal-injury', '--lang', 'cy'],
  );
  const { html = '', content_security_policy } = JSON.parse(printed) as Record<string, string>;
  stack.servePage(
    `<!doctype html><html lang="en"><title>Integrity</title><link rel="icon" href="data:,">
    ${html.replace('<enquiry-form', '<enquiry-form layout="steps"')}`,
    `default-src 'none'; img-src data:; ${content_security_policy}; require-trusted-types-for 'script'; trusted-types lit-html`,
  );
  const requested: string[] = [];
  page.on('request', request => requested.push(new URL(request.url()).pathname));
  await page.goto(address);
  const { form } = formOn(page);
  await form
    .getByLabel('Enw cyntaf')
    .or(form.getByRole('button', { name: 'Parhau' }))
    .first()
    .waitFor();
  await form.getByRole('button', { name: 'Parhau' }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  expect(requested.slice(1)).toEqual([expect.stringMatching(/^\/assets\/enquiry-form\.cy-[\w-]{16}\.js$/)]);

  // The address has the same bytes after a change of the config and of the release. One more byte makes them others.
  await page.route('**/assets/enquiry-form.*', async route => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()} ` });
  });
  await page.goto(`${address}?again`);
  await expect(page.getByRole('link', { name: /Anaf|Personal injury/ })).toBeVisible();
  await expect(form).toHaveCount(0);
});
