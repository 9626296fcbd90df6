// The form in steps: moving between steps, hidden steps and the layout.

import { pdf, png } from '../files/documents.ts';
import { answersIn } from '../processes/meta-entries.ts';
import { beforeRelease, expect, test } from '../test.ts';
import { axeViolations } from '../visitor/axe.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
import { formInStepsOn } from '../visitor/form-in-steps.ts';
import { playwrightDriver } from '../visitor/playwright-driver.ts';

test('a form in steps sends the same enquiry as the form on one page, files included', async ({
  page,
  stack,
}) => {
  const fill = async (path: string, next: () => Promise<unknown>) => {
    await page.goto(`${stack.site}${path}`);
    const { form, fillIn, choose, field, attach, send } = formOn(page);
    await fillIn('First name', 'Ada');
    await fillIn('Last name', 'Byron');
    await fillIn('Email address', 'ada@example.com');
    await next();
    await fillIn('When did it happen?', '2026-02-01');
    await field('Where did it happen?').selectOption({ label: 'On the road' });
    await next();
    await choose(/How were you travelling/, 'On foot');
    await next();
    await choose('Were you injured?', 'Yes');
    await choose(/What was injured\?/, 'Neck or back');
    await choose(/What was injured\?/, 'Something else');
    await fillIn('What else was injured?', 'My left thumb');
    await next();
    await fillIn('What happened?', 'A car turned left.\nI did not.');
    await form.getByLabel(/You can leave a message/).check();
    await next();
    await attach(pdf(), png(60, 40));
    await next();
    await send();
    await expect(form.getByText('Sent', { exact: true })).toHaveCount(2);
  };
  await fill('/', async () => {});
  await fill('/steps.html', formInStepsOn(page).next);
  const [one, other] = (await stack.listEnquiries()).map(({ body, meta, files }) => ({
    ...body,
    meta: answersIn({ meta }),
    files: files.map(({ name, sha256 }) => `${name} ${sha256}`).sort(),
  }));
  expect(other).toEqual(one);
  expect(other?.files).toHaveLength(2);
});

test('a step shows its own problems only', async ({ page, stack }) => {
  await page.goto(`${stack.site}/steps.html`);
  const { form, field, fillIn, summary } = formOn(page);
  const { next, heading, fillInContactDetails } = formInStepsOn(page);
  await expect(form.getByText(/We only use your details/)).toHaveCount(0);
  await next();
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveCount(3);
  await expect(field('First name')).toHaveAccessibleDescription(/Enter your first name/);
  await summary.getByRole('link', { name: /email address/i }).click();
  await expect(field('Email address')).toBeFocused();
  await fillIn('First name', 'Ada');
  await expect(summary.getByRole('link')).toHaveCount(2);

  await fillInContactDetails();
  await expect(heading(/When and where/)).toBeFocused();
  await expect(summary).toHaveCount(0);
  await next();
  await expect(summary.getByRole('link')).toHaveCount(2);
  expect(await stack.countCreateRequests()).toBe(0);
});

test('a double click on Continue moves one step and shows no problem on the next', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/steps.html`);
  const { form, fillIn, summary } = formOn(page);
  const { heading } = formInStepsOn(page);
  await fillIn('First name', 'Ada');
  await fillIn('Last name', 'Byron');
  await fillIn('Email address', 'ada@example.com');
  await form.getByRole('button', { name: 'Continue' }).dblclick();
  // Doesn't check the focus, because the second click may land outside the form.
  await expect(heading(/Step 2 of 7/)).toBeVisible();
  await expect(summary).toHaveCount(0);
});

test('a page can change the layout while the form is being filled in', async ({ page, stack }) => {
  await page.goto(`${stack.site}/house-move.html`);
  await fillHouseMove(page);
  const { form, field, receipt, send } = formOn(page);
  const { heading, next, back } = formInStepsOn(page);
  await form.evaluate(element => element.setAttribute('layout', 'steps'));
  await expect(heading(/Your contact details/)).toBeVisible();
  await next();
  await expect(field('Roughly how much is the property?')).toHaveValue('285,000');
  await back();
  await form.evaluate(element => element.removeAttribute('layout'));
  await expect(heading('Get a fixed quote')).toBeVisible();
  await send();
  await expect(receipt).toBeFocused();
  expect((await stack.listEnquiries())[0]?.body.surname).toBe('Hopper');
});

test('a step whose questions are all hidden is skipped in both directions', async ({ page, stack }) => {
  await page.goto(`${stack.site}/steps.html`);
  const { choose, form } = formOn(page);
  const { heading, fillInContactDetails, fillInAccident, back, next } = formInStepsOn(page);
  await fillInContactDetails();
  await fillInAccident('At work');
  await expect(heading('Step 4 of 7 Your injuries')).toBeFocused();
  await back();
  await fillInAccident('On the road');
  await expect(heading('Step 3 of 7 Your journey')).toBeFocused();
  await choose(/How were you travelling/, 'On foot');
  await next();
  await expect(heading('Step 4 of 7 Your injuries')).toBeFocused();
  await back();
  await expect(form.getByLabel('On foot')).toBeChecked();
});

test("the form is shown on one page if the code for steps can't be loaded", async ({ page, stack }) => {
  await page.route('**/assets/steps-*', route => route.abort());
  await page.goto(`${stack.site}/house-move.html`);
  await page.evaluate(() => document.querySelector('enquiry-form')?.remove());
  await page.evaluate(() => {
    const form = document.createElement('enquiry-form');
    form.setAttribute('layout', 'steps');
    form.setAttribute('case-type', 'house-move');
    document.querySelector('#form')?.append(form);
  });
  await fillHouseMove(page);
  await formOn(page).send();
  await expect(formOn(page).receipt).toBeVisible();
});

for (const [colorScheme, when] of [
  ['light', {}],
  ['dark', beforeRelease],
] as const) {
  test(`axe finds no violation at any step, ${colorScheme}`, when, async ({ page, stack }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(`${stack.site}/steps.html`);
    const { choose, fillIn, attach, summary, field } = formOn(page);
    const { heading, fillInContactDetails, fillInAccident, next } = formInStepsOn(page);
    const clean = async (title: string | RegExp) => {
      await expect(heading(title)).toBeVisible();
      expect(await axeViolations(playwrightDriver(page))).toEqual([]);
    };
    await clean(/Your contact details/);
    await expect(field('First name')).toBeVisible();
    await next();
    await expect(summary).toBeFocused();
    await clean(/Your contact details/);
    await fillInContactDetails();
    await clean(/When and where/);
    await fillInAccident('On the road');
    await clean(/Your journey/);
    await next();
    await choose('Were you injured?', 'No');
    await clean(/Your injuries/);
    await next();
    await fillIn('What happened?', 'I slipped.');
    await clean(/In your own words/);
    await next();
    await attach(pdf());
    await clean(/Photos or documents/);
    await next();
    await clean('Check your answers');
  });
}
