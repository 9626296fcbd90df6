// The form in steps asks the same questions, and nothing typed is lost on any way through it.

import { pdf, png } from '../files/documents.ts';
import { expect, test } from '../test.ts';
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
  const [one, other] = (await stack.arrived()).map(({ body, files }) => ({
    ...body,
    meta: (body.meta as { id: string }[]).filter(({ id }) => id !== 'enquiry_reference'),
    files: files.map(({ name, sha256 }) => `${name} ${sha256}`).sort(),
  }));
  expect(other).toEqual(one);
  expect(other?.files).toHaveLength(2);
});

test('a keyboard is enough from the first field through every step to the receipt', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/steps.html`);
  const { form, field, receipt } = formOn(page);
  const { heading } = formInStepsOn(page);
  const { keyboard } = page;
  const tabTo = async (name: string) => {
    const button = form.getByRole('button', { name, exact: true });
    for (let presses = 0; presses < 12; presses++) {
      if (await button.evaluate(each => each.matches(':focus'))) return;
      await keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${name}`);
  };
  await expect(field('First name')).toBeVisible();
  await page.getByRole('link', { name: '01632 960001' }).first().focus();
  for (const text of ['', 'Ada', 'Byron', '', 'ada@example.com']) {
    if (text) await keyboard.type(text);
    if (text !== 'ada@example.com') await keyboard.press('Tab');
  }
  await keyboard.press('Enter'); // Enter in a field continues to the next step.

  await expect(heading('Step 2 of 5 When and where')).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.type('02012026'); // In the order of the browser's language, American English.
  await field('Where did it happen?').focus();
  await keyboard.type('At work');
  await tabTo('Continue');
  await keyboard.press('Enter');
  await expect(heading('Step 3 of 5 Your injuries')).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Space');
  await keyboard.press('ArrowRight');
  await tabTo('Continue');
  await keyboard.press('Space');
  await expect(heading('Step 4 of 5 In your own words')).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.type('I slipped.');
  await tabTo('Back');
  await keyboard.press('Enter');
  await expect(heading('Step 3 of 5 Your injuries')).toBeFocused();
  await expect(form.getByLabel('No', { exact: true })).toBeChecked();
  await tabTo('Continue');
  await keyboard.press('Enter');
  await expect(field('What happened?')).toHaveValue('I slipped.');
  await tabTo('Continue');
  await keyboard.press('Enter');
  await expect(heading('Step 5 of 5 Photos or documents')).toBeFocused();
  await tabTo('Continue');
  await keyboard.press('Enter');
  await expect(heading('Check your answers')).toBeFocused();
  await tabTo('Change What happened?');
  await keyboard.press('Enter');
  await expect(field('What happened?')).toBeFocused();
  await tabTo('Continue');
  await keyboard.press('Enter');
  await expect(heading('Check your answers')).toBeFocused();
  for (let presses = 0; presses < 20; presses++) {
    if (await form.getByRole('button', { name: /^Send/ }).evaluate(each => each.matches(':focus'))) break;
    await keyboard.press('Tab');
  }
  await keyboard.press('Enter');
  await expect(receipt).toBeFocused();
  expect((await stack.arrived())[0]?.meta.map(({ value }) => value).slice(0, 3)).toEqual([
    '2026-02-01',
    'work',
    'no',
  ]);
});

test('a step shows its own problems only', async ({ page, stack }) => {
  await page.goto(`${stack.site}/steps.html`);
  const { form, field, fillIn, summary } = formOn(page);
  const { next, heading, introduce } = formInStepsOn(page);
  await expect(form.getByText(/We only use your details/)).toHaveCount(0);
  await next();
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveCount(3);
  await expect(field('First name')).toHaveAccessibleDescription(/Enter your first name/);
  await summary.getByRole('link', { name: /email address/i }).click();
  await expect(field('Email address')).toBeFocused();
  await fillIn('First name', 'Ada');
  await expect(summary.getByRole('link')).toHaveCount(2);

  await introduce();
  await expect(heading(/When and where/)).toBeFocused();
  await expect(summary).toHaveCount(0);
  await next();
  await expect(summary.getByRole('link')).toHaveCount(2);
  expect(await stack.creates()).toBe(0);
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
  // The second press may hit the page, which takes the focus.
  await expect(heading(/Step 2 of 5/)).toBeVisible();
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
  await expect(field('Roughly how much is the property?')).toHaveValue('285000');
  await back();
  await form.evaluate(element => element.removeAttribute('layout'));
  await expect(heading('Get a fixed quote')).toBeVisible();
  await send();
  await expect(receipt).toBeFocused();
  expect((await stack.arrived())[0]?.body.surname).toBe('Hopper');
});

test("the browser's Back and Forward move between steps and keep what was typed and the page's state and address", async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/steps.html?utm_term=x`);
  await page.evaluate(() => history.replaceState({ router: 7 }, ''));
  const { field, fillIn, choose } = formOn(page);
  const { heading, introduce, place, back } = formInStepsOn(page);
  await introduce();
  await place();
  await choose('Were you injured?', 'Yes');
  await page.goBack();
  await expect(heading(/When and where/)).toBeFocused();
  await expect(heading(/When and where/)).toBeInViewport();
  await expect(field('When did it happen?')).toHaveValue('2026-02-01');
  await fillIn('When did it happen?', '2026-01-31');
  await page.goForward();
  await expect(heading(/Your injuries/)).toBeFocused();
  expect(await page.evaluate(() => history.state.router)).toBe(7);
  expect(page.url()).toBe(`${stack.site}/steps.html?utm_term=x`);

  await back();
  await expect(field('When did it happen?')).toHaveValue('2026-01-31');
  await back();
  await expect(field('First name')).toHaveValue('Ada');
  // The form's Back button uses the browser's history, so it leaves no entry behind.
  expect(await page.evaluate(() => history.state)).toMatchObject({ router: 7 });
  await page.goForward();
  await expect(heading(/When and where/)).toBeFocused();
});

test("the page's own history entries move no step, and its base element doesn't navigate", async ({
  page,
  stack,
}) => {
  const policy = `default-src 'none'; script-src ${stack.proxy}; connect-src ${stack.proxy}; require-trusted-types-for 'script'; trusted-types lit-html 'allow-duplicates'`;
  const address = stack.page(
    `<!doctype html><html lang="en"><base href="https://elsewhere.example/deep/"><title>Two</title><script type="module" src="${stack.proxy}/enquiry-form.js?case-type=house-move"></script>
    <div id="a"><enquiry-form layout="steps" case-type="house-move"></enquiry-form></div><div id="b"><enquiry-form layout="steps" case-type="house-move"></enquiry-form></div>`,
    policy,
  );
  await page.goto(address);
  const [a, b] = ['#a', '#b'].map(id => ({
    heading: (name: RegExp) => page.locator(id).getByRole('heading', { name }),
    async introduce() {
      const form = page.locator(id);
      await form.getByLabel('First name').fill('Ada');
      await form.getByLabel('Last name').fill('Byron');
      await form.getByLabel('Email address', { exact: true }).fill('ada@example.com');
      await form.getByRole('button', { name: 'Continue' }).click();
    },
  }));
  await a!.introduce();
  await expect(a!.heading(/Step 2 of 3/)).toBeFocused();
  await b!.introduce();
  await expect(b!.heading(/Step 2 of 3/)).toBeFocused();
  await page.evaluate(() => history.pushState(null, ''));
  await page.goBack();
  await expect(b!.heading(/Step 2 of 3/)).toBeVisible();
  await page.goBack();
  await expect(b!.heading(/Step 1 of 3/)).toBeFocused();
  await expect(a!.heading(/Step 2 of 3/)).toBeVisible();
  await page.goBack();
  await expect(a!.heading(/Step 1 of 3/)).toBeFocused();
  expect(page.url()).toBe(address);
});

test('a step whose questions are all hidden is skipped in both directions', async ({ page, stack }) => {
  await page.goto(`${stack.site}/steps.html`);
  const { choose, form } = formOn(page);
  const { heading, introduce, place, back, next } = formInStepsOn(page);
  await introduce();
  await place('At work');
  await expect(heading('Step 3 of 5 Your injuries')).toBeFocused();
  await back();
  await place('On the road');
  await expect(heading('Step 3 of 6 Your journey')).toBeFocused();
  await choose(/How were you travelling/, 'On foot');
  await next();
  await expect(heading('Step 4 of 6 Your injuries')).toBeFocused();
  await back();
  await expect(form.getByLabel('On foot')).toBeChecked();
});

test('the review shows readable answers, and Change leads to a question and back', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/steps.html`);
  const { form, field, fillIn, attach, receipt, send } = formOn(page);
  const { heading, introduce, place, finish, row, change, next, back } = formInStepsOn(page);
  await introduce();
  await place();
  await finish();
  await expect(row('When did it happen?')).toContainText('1 February 2026');
  await expect(row('Where did it happen?')).toContainText('At work');
  await expect(row('Mobile number')).toContainText('Not answered');
  await expect(row('Files')).toContainText('Not answered');
  await expect(form.getByText(/We only use your details/)).toBeVisible();

  await change('First name');
  await expect(field('First name')).toBeFocused();
  await fillIn('First name', 'Augusta');
  await page.keyboard.press('Enter');
  await expect(heading('Check your answers')).toBeFocused();
  await expect(row('First name')).toContainText('Augusta');

  await change('Files');
  await attach(pdf());
  await next();
  await expect(row('Files')).toContainText(pdf().name);
  await back();
  await expect(heading(/Photos or documents/)).toBeFocused();
  await next();

  // An answer that makes a step appear makes it the next one.
  await change('Where did it happen?');
  await field('Where did it happen?').selectOption({ label: 'On the road' });
  await next();
  await expect(row('How were you travelling?')).toContainText('Not answered');
  await change('Were you injured?');
  await formOn(page).choose('Were you injured?', 'Yes');
  await next();
  await send();
  await expect(receipt).toBeFocused();
  expect((await stack.arrived())[0]?.body.forename).toBe('Augusta');

  await page.goBack();
  await expect(receipt).toBeVisible();
  await expect(form.getByRole('button', { name: 'Continue' })).toHaveCount(0);
});

test('a problem from the enquiry API is shown at its step, and the review follows once it is corrected', async ({
  page,
  stack,
}) => {
  await stack.fault({ fault: '400', field: 'surname', times: 1 });
  await page.goto(`${stack.site}/steps.html`);
  const { field, fillIn, summary, receipt, send } = formOn(page);
  const { heading, introduce, place, finish, next } = formInStepsOn(page);
  await introduce();
  await place();
  await finish();
  await send();
  await expect(summary).toBeFocused();
  await expect(heading(/Step 1 of 5/)).toBeVisible();
  await expect(summary.getByRole('link')).toHaveCount(1);
  await expect(field('Last name')).toHaveAttribute('aria-invalid', 'true');
  await fillIn('Last name', 'Lovelace');
  await next();
  await expect(heading('Check your answers')).toBeFocused();
  await send();
  await expect(receipt).toBeFocused();
  expect((await stack.arrived()).map(({ body }) => body.surname)).toEqual(['Lovelace']);
});

test('Send finds the problems of earlier steps, one step after the other', async ({ page, stack }) => {
  await page.goto(`${stack.site}/steps.html`);
  const { field, fillIn, summary, send } = formOn(page);
  const { heading, introduce, place, finish, next } = formInStepsOn(page);
  await introduce();
  await place();
  await finish();
  for (const name of ['Email address', 'When did it happen?']) {
    await field(name).evaluate((input: HTMLInputElement) => {
      input.value = '';
    });
  }
  await send();
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText(/email address/);
  await fillIn('Email address', 'ada@example.com');
  await next();
  await expect(heading(/When and where/)).toBeVisible();
  await expect(summary).toBeFocused();
  await fillIn('When did it happen?', '2026-02-02');
  await next();
  await expect(heading('Check your answers')).toBeFocused();
});

test("the form is on one page when the code for steps can't be loaded", async ({ page, stack }) => {
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

test('axe finds no violation at any step', async ({ page, stack }) => {
  await page.addInitScript(() => sessionStorage.clear()); // Each colour scheme starts without a draft.
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(`${stack.site}/steps.html`);
    const { choose, fillIn, attach, summary, field } = formOn(page);
    const { heading, introduce, place, next } = formInStepsOn(page);
    const clean = async (title: string | RegExp) => {
      await expect(heading(title)).toBeVisible();
      expect(await axeViolations(playwrightDriver(page))).toEqual([]);
    };
    await clean(/Your contact details/);
    await expect(field('First name')).toBeVisible();
    await next();
    await expect(summary).toBeFocused();
    await clean(/Your contact details/);
    await introduce();
    await clean(/When and where/);
    await place('On the road');
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
  }
});
