import { buildHydratedPage, buildReactPage } from '../pages/react-page.ts';
import { beforeRelease, expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

for (const order of ['before', 'after'] as const) {
  test(
    `React 19 sets properties, receives events and renders again when the widget loads ${order} React`,
    order === 'before' ? {} : beforeRelease,
    async ({ page, stack }) => {
      const errors: string[] = [];
      await page.addInitScript(() => addEventListener('enquiry-accepted', () => console.log('reported')));
      const reports: string[] = [];
      page.on('console', message => message.text() === 'reported' && reports.push('reported'));
      page.on('pageerror', error => errors.push(String(error)));
      page.on('console', message => message.type() === 'error' && errors.push(message.text()));
      const tags = [
        `<script type="module" src="${stack.proxy}/enquiry-form.js?case-type=house-move"></script>`,
        '<script type="module" src="/page.js"></script>',
      ];
      if (order === 'after') tags.reverse();
      const html = `<!doctype html><html lang="en"><title>React</title><link rel="icon" href="data:,"><div id="root"></div>${tags.join('')}`;
      await page.goto(stack.servePage(html, '', { '/page.js': await buildReactPage() }));
      const { field, fillIn, choose, form, send, receipt } = formOn(page);
      const render = page.getByRole('button', { name: /Rendered again/ });
      await expect(field('First name')).toBeVisible();
      // React sets an attribute until the element is defined, and the property with the next render.
      if (order === 'after') await render.click();
      await expect(field('First name')).toHaveValue('Grace');
      await expect(field('Roughly how much is the property?')).toHaveValue('285000');
      await fillIn('Last name', 'Hopper');
      await fillIn('First name', 'Ada');
      const renders = Number((await render.innerText()).replace(/\D/g, '')) + 1;
      await render.click();
      await expect(render).toContainText(`${renders}`);
      await expect(field('Last name')).toHaveValue('Hopper');
      await expect(field('First name')).toHaveValue('Ada');
      await fillIn('Email address', 'ada@example.com');
      await choose('What are you planning?', 'Remortgaging');
      await form.getByLabel(/I have read the terms/).check();
      await send();
      await expect(receipt).toContainText('Ada');
      await expect(page.locator('output')).toHaveText('house-move delivered');
      expect(reports).toHaveLength(1);
      expect(
        (await stack.listEnquiries()).map(({ body }) => [body.forename, body.marketing_campaign]),
      ).toEqual([['Ada', `from-react-${renders}`]]);
      expect(errors).toEqual([]);
    },
  );
}

test('React 19 hydrates a page with a prerendered form, and leaves the form alone', async ({
  page,
  stack,
}) => {
  const errors: string[] = [];
  page.on('pageerror', error => errors.push(String(error)));
  page.on('console', message => message.type() === 'error' && errors.push(message.text()));
  const form = await (await fetch(`${stack.proxy}/forms/house-move/prerendered`)).text();
  const script = await buildHydratedPage();
  const { render } = await import(`data:text/javascript;base64,${Buffer.from(script).toString('base64')}`);
  const scripts = { '/form.js': `window.prerendered = ${JSON.stringify(form)};`, '/page.js': script };
  const html = `<!doctype html><html lang="en"><title>React</title><link rel="icon" href="data:,"><div id="root">${render(form)}</div><script src="/form.js"></script><script type="module" src="/page.js"></script>`;
  await page.goto(stack.servePage(html, '', scripts));
  const button = page.getByRole('button', { name: /Rendered again/ });
  await button.click();
  await expect(button).toContainText('1');
  await fillHouseMove(page);
  await button.click();
  const { send, receipt } = formOn(page);
  await send();
  await expect(receipt).toContainText('Grace');
  expect(errors).toEqual([]);
});
