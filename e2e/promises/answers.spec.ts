// The form understands what visitors type, and says what it understood.
import { expect } from '@playwright/test';
import { openAnswers, test } from '../pages/answers-page.ts';
import type { Stack } from '../processes/stack.ts';
import { formOn } from '../visitor/form.ts';

/** The answers of the only enquiry by their questions. */
async function sentAnswers(stack: Stack): Promise<Record<string, unknown>> {
  const [enquiry] = await stack.listEnquiries();
  return Object.fromEntries((enquiry?.meta ?? []).map(({ id, value }) => [id, value]));
}

test('numbers are sent as decimal text however they are typed, and shown with their unit', async ({
  page,
  stack,
}) => {
  await openAnswers(page, stack);
  const { field, fillIn, form, send, receipt } = formOn(page);
  await expect(form.getByText('£', { exact: true })).toBeVisible();
  await fillIn('First name', 'Ada');
  await fillIn('Email address', 'ada@example.com');
  await fillIn('What did it cost?', '£285,000');
  await fillIn('How far did you travel?', '1 200 miles');
  await fillIn('Where did it happen?', 'ls14ap');
  await field('First name').focus();
  await expect(field('What did it cost?')).toHaveValue('285,000');
  await expect(field('How far did you travel?')).toHaveValue('1,200');
  await expect(field('Where did it happen?')).toHaveValue('LS1 4AP');
  await send();
  await expect(receipt).toBeVisible();
  expect(await sentAnswers(stack)).toMatchObject({ cost: '285000', distance: '1200', postcode: 'LS1 4AP' });
});

test('a number that the form has formatted can be edited digit by digit', async ({ page, stack }) => {
  await openAnswers(page, stack);
  const { field, fillIn, send, receipt } = formOn(page);
  const { keyboard } = page;
  await fillIn('First name', 'Ada');
  await fillIn('Email address', 'ada@example.com');
  const cost = field('What did it cost?');
  await fillIn('What did it cost?', '285000');
  await field('First name').focus();
  await expect(cost).toHaveValue('285,000');
  await cost.focus();
  await keyboard.press('End');
  await keyboard.press('Backspace');
  await expect(cost).toHaveValue('28500');
  await field('First name').focus();
  await expect(cost).toHaveValue('28,500');
  await cost.focus();
  await keyboard.press('Home');
  await keyboard.press('ArrowRight');
  await keyboard.type('90');
  await field('First name').focus();
  await expect(cost).toHaveValue('2,908,500');
  await fillIn('What did it cost?', '1,5');
  await field('First name').focus();
  await expect(cost).toHaveValue('1.5');
  await send();
  await expect(receipt).toBeVisible();
  expect(await sentAnswers(stack)).toMatchObject({ cost: '1.5' });
});

test('“hello” is refused as a phone number with an example, and a number with brackets is accepted', async ({
  page,
  stack,
}) => {
  await openAnswers(page, stack, 'short');
  const { field, fillIn, send, receipt, summary } = formOn(page);
  await fillIn('First name', 'Ada');
  await fillIn('Mobile number', 'hello');
  await fillIn('Which town?', 'Leeds');
  await send();
  await expect(summary.getByRole('link')).toHaveText('Enter a phone number, like 07700 900123');
  await fillIn('Mobile number', '+44 (7700) 900-123');
  await expect(field('Mobile number')).toHaveAttribute('aria-invalid', 'false');
  await send();
  await expect(receipt).toBeVisible();
});

test('a date is entered as day, month and year, shown in words, and may be a month', async ({
  page,
  stack,
}) => {
  await openAnswers(page, stack);
  const { fillIn, form, part, send, receipt, summary } = formOn(page);
  const when = 'When did it happen?';
  await fillIn('First name', 'Ada');
  await fillIn('Email address', 'ada@example.com');
  await part(when, 'Day').fill('2');
  await part(when, 'Month').fill('Feb');
  await part(when, 'Year').fill('26');
  await send();
  await expect(summary.getByRole('link')).toHaveText(/Enter the year with 4 digits/);
  await part(when, 'Year').fill('2026');
  await expect(form.getByText(/^Monday,? 2 February 2026$/)).toBeVisible();
  await fillIn(when, '1/2/2026');
  await expect(part(when, 'Month')).toHaveValue('2');
  await part(when, 'Day').fill('');
  await expect(form.getByText('February 2026', { exact: true })).toBeVisible();
  await fillIn('When did you see a doctor?', '2026-02-03');
  await expect(form.getByText(/^Tuesday,? 3 February 2026$/)).toBeVisible();
  await send();
  await expect(receipt).toBeVisible();
  expect(await sentAnswers(stack)).toMatchObject({ when: '2026-02', seen: '2026-02-03' });
});

test('a click on Send hits although leaving the email address brings a suggestion above', async ({
  page,
  stack,
}) => {
  await openAnswers(page, stack, 'short');
  const { fillIn, form, receipt } = formOn(page);
  await fillIn('First name', 'Grace');
  await fillIn('Which town?', 'Leeds');
  await fillIn('Email address', 'grace@gmial.com');
  const { x, y } = (await form.getByRole('button', { name: 'Send' }).boundingBox())!;
  await page.mouse.move(x + 20, y + 3);
  await page.mouse.down();
  // The focus has left the field, and two frames are enough for an update.
  await page.evaluate(
    () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await page.mouse.up();
  await expect(receipt).toBeVisible();
});

test('an answer that ends the form replaces Send with an explanation, also after a reload', async ({
  page,
  stack,
}) => {
  await openAnswers(page, stack);
  const { choose, fillIn, form, receipt, send } = formOn(page);
  const sendButton = form.getByRole('button', { name: /^Send/ });
  const link = form.getByRole('link', { name: 'Find a solicitor' });
  await fillIn('First name', 'Ada');
  await fillIn('Email address', 'ada@example.com');
  await choose('Where do you work?', 'Elsewhere');
  await expect(link).toHaveAttribute('href', 'https://www.example.com/help');
  await expect(sendButton).toHaveCount(0);
  await expect(form.getByRole('status')).toHaveText('We only work in Wales.');
  await page.reload();
  await expect(link).toBeVisible();
  await expect(sendButton).toHaveCount(0);
  await choose('Where do you work?', 'In Wales');
  await send();
  await expect(receipt).toBeVisible();
  expect(await sentAnswers(stack)).toMatchObject({ where: expect.stringMatching(/wales/i) });
});

test('the site and the page’s address answer hidden questions, and an answer that isn’t accepted stops nothing', async ({
  page,
  stack,
}) => {
  const { fillIn, field, send, receipt } = formOn(page);
  const office = (name: string) => `values='{"answers":{"office":"${name}"}}'`;
  await openAnswers(page, stack, 'product', { query: '?product=boiler', attributes: office('Leeds') });
  await fillIn('First name', 'Ada');
  await fillIn('Email address', 'ada@example.com');
  await fillIn('Do you smell gas?', 'Yes');
  await send();
  await expect(receipt).toBeVisible();
  expect(await sentAnswers(stack)).toMatchObject({ product: 'boiler', office: 'Leeds', gas: 'Yes' });

  await page.evaluate(() => sessionStorage.clear());
  await openAnswers(page, stack, 'product', { query: '?product=0', attributes: office('Nottingham') });
  await fillIn('First name', 'Grace');
  await fillIn('Email address', 'grace@example.com');
  await expect(field('Do you smell gas?')).toBeHidden();
  await send();
  await expect(receipt).toBeVisible();
  const sent = (await stack.listEnquiries()).find(({ body }) => body.forename === 'Grace');
  expect(sent?.meta.map(({ id }) => id)).not.toContain('product');
  expect(sent?.meta).toContainEqual({ id: 'office', label: 'Office', value: 'York' });
});

test('hidden questions are answered at Send if the part that answers them couldn’t be loaded before', async ({
  page,
  stack,
}) => {
  const { fillIn, form, field, send, receipt } = formOn(page);
  const part = '**/rare-fields-*';
  await page.route(part, route => route.abort());
  await openAnswers(page, stack, 'product', { query: '?product=boiler' });
  await fillIn('First name', 'Ada');
  await fillIn('Email address', 'ada@example.com');
  await expect(field('Do you smell gas?')).toBeHidden();
  await expect(form.getByText('Office')).toHaveCount(0);
  await page.unroute(part);
  await send();
  await expect(receipt).toBeVisible();
  expect(await sentAnswers(stack)).toMatchObject({ product: 'boiler', office: 'York' });
});
