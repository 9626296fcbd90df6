// A campaign's number is the form's number, and calls are counted.
import type { Stack } from '../processes/stack.ts';
import { expect, test } from '../test.ts';
import { formOn } from '../visitor/form.ts';

/** Runs on the page: gives every link that calls, and its text, the campaign's number once a second, once the visitor has
 * consented, as call tracking does. The browser doesn't call. */
const track = () => {
  const number = '020 7946 0009';
  const swap = () => {
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="tel:"]')) {
      link.href = 'tel:+442079460009';
      link.innerHTML = `<span class="tracked">${number}</span>`;
    }
  };
  document.addEventListener('enquiry-consent', event => {
    if ((event as CustomEvent<{ attribution: boolean }>).detail.attribution) setInterval(swap, 1_000);
  });
  document.addEventListener('click', event => event.preventDefault());
};

const forms: [kind: string, tag: (stack: Stack) => Promise<string>][] = [
  [
    'a form',
    async () =>
      '<enquiry-form case-type="house-move" attribution="persist" data-layer><p>Call <a href="tel:+441632960001">01632 960001</a></p></enquiry-form>',
  ],
  [
    'a prerendered form',
    async ({ proxy }) => {
      const served = await (await fetch(`${proxy}/forms/house-move/prerendered`)).text();
      return served.replace('<enquiry-form ', '<enquiry-form attribution="persist" data-layer ');
    },
  ],
];
for (const [kind, tag] of forms)
  test(`${kind} shows the campaign’s number once the visitor has consented, and counts each call with its campaign`, async ({
    page,
    stack,
  }) => {
    const site = stack.servePage(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Calls</title><link rel="icon" href="data:,">
      <script>(${track})()</script>${await tag(stack)}
      <script type="module" src="${stack.proxy}/enquiry-form.js?case-type=house-move"></script>`,
      '',
    );
    const consent = (attribution: boolean) =>
      page.evaluate(detail => document.dispatchEvent(new CustomEvent('enquiry-consent', { detail })), {
        attribution,
      });
    const counted = () =>
      page.evaluate(() => {
        const { dataLayer = [] } = window as unknown as { dataLayer?: Record<string, unknown>[] };
        return dataLayer
          .filter(({ event }) => event === 'enquiry_contact')
          .map(({ way, where, marketing_campaign }) => [way, where, marketing_campaign]);
      });
    await page.goto(`${site}?utm_campaign=spring`);
    const link = formOn(page).form.locator('.talk a');
    await expect(formOn(page).form).toHaveAttribute('ready');
    await expect(formOn(page).form.locator('form:not([action])')).toBeVisible();
    await consent(false);
    await expect(link).toHaveText('01632 960001');
    await link.click();
    await expect.poll(counted).toEqual([['call', 'form', 'spring']]);
    await consent(true);
    await expect(link).toHaveText('020 7946 0009');
    await expect(link).toHaveAttribute('href', 'tel:+442079460009');
    await link.click();
    await expect.poll(counted).toEqual([
      ['call', 'form', 'spring'],
      ['call', 'form', 'spring'],
    ]);
  });
