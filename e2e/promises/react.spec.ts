import { buildHydratedPage } from '../pages/react-page.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

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
