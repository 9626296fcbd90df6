// From Send to the receipt: nothing that the visitor does is lost, and no retry is promised that can't help.
import { openHouseMove } from '../pages/house-move-page.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

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

test('“Sending…” is announced only if nothing has to be corrected, and the receipt is announced by its focus', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { form, send, summary, receipt } = formOn(page);
  const announcements = () =>
    form.evaluate(element => (element as unknown as { announcements: string[] }).announcements);
  await expect(form.getByRole('button', { name: 'Get my quote' })).toBeVisible();
  await form.evaluate(element => {
    const status = element.shadowRoot!.querySelector('[role=status]')!;
    const list: string[] = [];
    Object.assign(element, { announcements: list });
    const record = () => status.textContent && list.push(status.textContent);
    new MutationObserver(record).observe(status, { childList: true, characterData: true, subtree: true });
  });
  await send();
  await expect(summary).toBeFocused();
  expect(await announcements()).not.toContain('Sending…');
  await fillHouseMove(page);
  await send();
  await expect(receipt).toBeFocused();
  expect(await announcements()).toContain('Sending…');
  // Of the live region and the focus, only one may speak.
  expect((await announcements()).join()).not.toContain('Thank you');
});

test('a page whose origin isn’t allowed stops at once, keeps the answers and explains it on the console', async ({
  page,
  stack,
}) => {
  const errors: string[] = [];
  page.on('console', message => message.type() === 'error' && errors.push(message.text()));
  await openHouseMove(page, stack, '', '<p>Call us on 01632 960002</p>');
  await page.goto(page.url().replace('127.0.0.1', 'localhost'));
  const { form, send, field } = formOn(page);
  await fillHouseMove(page);
  await send();
  await expect(form.getByRole('alert')).toContainText('contact us another way');
  await expect(page.getByText('Call us on 01632 960002')).toBeVisible();
  await expect(form.getByText('Trying again in')).toHaveCount(0);
  await expect(field('First name')).toHaveValue('Grace');
  const { origin } = new URL(page.url());
  expect(errors.join('\n')).toContain(`doesn't accept pages of ${origin}: add it to "origins"`);
});

test('a misspelt case type shows the fallback content, and the console lists those that exist', async ({
  page,
  stack,
}) => {
  const errors: string[] = [];
  page.on('console', message => message.type() === 'error' && errors.push(message.text()));
  const script = `<script type="module" src="${stack.proxy}/enquiry-form.js?case-type=hose-move"></script>`;
  const tag = '<enquiry-form case-type="hose-move"><p>Call us on 01632 960002</p></enquiry-form>';
  await page.goto(stack.servePage(`<!doctype html><html lang="en"><title>Typo</title>${tag}${script}`, ''));
  await expect
    .poll(() => errors.join('\n'))
    .toMatch(/no case type "hose-move"; this proxy has: .*house-move/);
  await expect(page.getByText('Call us on 01632 960002')).toBeVisible();
  // The page reserves no more space.
  await expect(formOn(page).form).toHaveAttribute('ready');
  await expect(formOn(page).form.getByRole('button')).toHaveCount(0);
});
