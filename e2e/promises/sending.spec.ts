// From Send to the receipt: nothing that the visitor does is lost, and no retry is promised that can't help.
import { openState } from '../../tools/screenshots/states.ts';
import { beforeRelease, expect, test } from '../test.ts';
import { axeViolations } from '../visitor/axe.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
import { playwrightDriver } from '../visitor/playwright-driver.ts';

for (const [colorScheme, when] of [
  ['light', {}],
  ['dark', beforeRelease],
] as const) {
  test(
    `axe finds no violation while the form waits, takes long or can’t send, ${colorScheme}`,
    when,
    async ({ browser, stack }) => {
      for (const state of ['waiting', 'slow-contact', 'failed']) {
        const page = await browser.newPage({ colorScheme, reducedMotion: 'reduce' });
        await openState(state, page, stack);
        expect(await axeViolations(playwrightDriver(page)), state).toEqual([]);
        await page.close();
      }
    },
  );
}

test('the fields can’t be edited while a slow enquiry is being sent, and what arrives is what was shown', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { form, field, receipt, fillIn } = formOn(page);
  await fillHouseMove(page);
  await stack.setFault({ fault: 'slow', delay_ms: 60_000, operation: 'create' });
  await fillIn('Mobile number', '07700 900123');
  await field('Mobile number').press('Enter');
  const sending = form.getByRole('button', { name: 'Sending…' });
  await expect(sending).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('07700 900999');
  await field('Mobile number')
    .click({ force: true, timeout: 1_000 })
    .catch(() => {}); // Nothing can be clicked.
  await page.keyboard.type('9');
  await stack.setFault({ fault: 'none' });
  await expect(receipt).toBeFocused();
  await expect(receipt).toContainText('07700 900123');
  const [enquiry] = await stack.listEnquiries();
  expect(enquiry?.body.telephone_mobile).toMatch(/900123$/);
});

test('a page whose origin isn’t allowed stops at once, keeps the answers and explains it on the console', async ({
  page,
  stack,
}) => {
  const errors: string[] = [];
  page.on('console', message => message.type() === 'error' && errors.push(message.text()));
  await page.goto(`${stack.site}/house-move.html`);
  await page.goto(page.url().replace('127.0.0.1', 'localhost'));
  const { form, send, field } = formOn(page);
  await fillHouseMove(page);
  await send();
  await expect(form.getByRole('alert')).toContainText('contact us another way');
  await expect(form.getByRole('link', { name: 'Call 01632 960001' })).toBeVisible();
  await expect(form.getByText('We’ll try again in')).toHaveCount(0);
  await expect(field('First name')).toHaveValue('Grace');
  const { origin } = new URL(page.url());
  expect(errors.join('\n')).toContain(`doesn't accept pages of ${origin}: add it to "origins"`);
});
