import { expect, test } from '../test.ts';
import { formOn } from '../visitor/form.ts';
import { formInStepsOn } from '../visitor/form-in-steps.ts';

test('a reload returns to the same step with its answers, and Back and Forward lead through all of them', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/steps.html`);
  const { form, fillIn, choose, part, receipt, send } = formOn(page);
  const { heading, fillInContactDetails, fillInAccident, back, next } = formInStepsOn(page);
  await fillInAccident('On the road');
  await choose('How were you travelling?', 'On foot');
  await next();
  await choose('Were you injured?', 'Yes');
  await page.reload();
  await expect(heading('Step 3 of 7 Were you injured?')).toBeVisible();
  await expect(page.getByLabel('Yes', { exact: true })).toBeChecked();

  await page.goBack();
  await expect(heading('Step 2 of 7 How were you travelling?')).toBeFocused();
  await expect(form.getByLabel('On foot')).toBeChecked();
  await page.reload();
  await expect(heading('Step 2 of 7 How were you travelling?')).toBeVisible();
  await page.goForward();
  await expect(heading(/Were you injured/)).toBeFocused();
  await back();
  await back();
  await expect(part('When did it happen?', 'Day')).toHaveValue('1');

  await page.goForward();
  await page.goForward();
  await next();
  await fillIn('What happened?', 'I slipped.');
  await next();
  await next();
  await fillInContactDetails();
  await expect(heading('Step 7 of 7 Check your answers')).toBeFocused();
  await page.reload();
  await expect(heading('Step 7 of 7 Check your answers')).toBeVisible();
  await send();
  await expect(receipt).toBeFocused();
  expect((await stack.listEnquiries())[0]?.body.forename).toBe('Ada');

  await page.reload();
  await expect(receipt).toBeVisible();
  await form.getByRole('button', { name: 'Start a new enquiry' }).click();
  await expect(heading('Step 1 of 7 When and where')).toBeVisible();
  await expect(part('When did it happen?', 'Day')).toHaveValue('');
});

test("the page's own history entries don't change the step, and its base element doesn't cause navigation", async ({
  page,
  stack,
}) => {
  const policy = `default-src 'none'; script-src ${stack.proxy}; connect-src ${stack.proxy}; require-trusted-types-for 'script'; trusted-types lit-html 'allow-duplicates'`;
  const address = stack.servePage(
    `<!doctype html><html lang="en"><base href="https://elsewhere.example/deep/"><title>Two</title><script type="module" src="${stack.proxy}/enquiry-form.js?case-type=house-move"></script>
    <div id="a"><enquiry-form layout="steps" case-type="house-move"></enquiry-form></div><div id="b"><enquiry-form layout="steps" case-type="house-move"></enquiry-form></div>`,
    policy,
  );
  await page.goto(address);
  const [a, b] = ['#a', '#b'].map(id => ({
    heading: (name: RegExp) => page.locator(id).getByRole('heading', { name }),
    async answerQuestions() {
      const form = page.locator(id);
      await form.getByLabel('Remortgaging', { exact: true }).check();
      await form.getByLabel('Roughly how much is the property?').fill('285000');
      await form.getByLabel(/I have read the terms/).check();
      await form.getByRole('button', { name: 'Continue' }).click();
    },
  }));
  await a!.answerQuestions();
  await expect(a!.heading(/Step 2 of 4/)).toBeFocused();
  await b!.answerQuestions();
  await expect(b!.heading(/Step 2 of 4/)).toBeFocused();
  await page.evaluate(() => history.pushState(null, ''));
  await page.goBack();
  await expect(b!.heading(/Step 2 of 4/)).toBeVisible();
  await page.goBack();
  await expect(b!.heading(/Step 1 of 4/)).toBeFocused();
  await expect(a!.heading(/Step 2 of 4/)).toBeVisible();
  await page.goBack();
  await expect(a!.heading(/Step 1 of 4/)).toBeFocused();
  expect(page.url()).toBe(address);
});
