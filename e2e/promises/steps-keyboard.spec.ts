import { expect, test } from '../test.ts';
import { formOn } from '../visitor/form.ts';
import { formInStepsOn } from '../visitor/form-in-steps.ts';

test('a keyboard is enough from the first field through every step to the receipt', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/steps.html`);
  const { form, field, receipt } = formOn(page);
  const { heading } = formInStepsOn(page);
  const { keyboard } = page;
  const tabTo = async (name: string | RegExp) => {
    const button = form.getByRole('button', { name, exact: true });
    for (let presses = 0; presses < 12; presses++) {
      if (await button.evaluate(each => each.matches(':focus'))) return;
      await keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${name}`);
  };
  await expect(heading('Step 1 of 7 When and where')).toBeVisible();
  await page.getByRole('link', { name: '01632 960001' }).first().focus();
  await keyboard.press('Tab');
  await keyboard.type('1');
  await keyboard.press('Tab');
  await keyboard.type('Feb');
  await keyboard.press('Tab');
  await keyboard.type('2026');
  await field('Where did it happen?').focus();
  await keyboard.type('At work');
  await tabTo('Continue');
  await keyboard.press('Enter');
  await expect(heading('Step 3 of 7 Were you injured?')).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Space');
  await keyboard.press('ArrowRight');
  await tabTo('Continue');
  await keyboard.press('Space');
  await expect(heading('Step 4 of 7 In your own words')).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.type('I slipped.');
  await tabTo('Back');
  await keyboard.press('Enter');
  await expect(heading('Step 3 of 7 Were you injured?')).toBeFocused();
  await expect(form.getByLabel('No', { exact: true })).toBeChecked();
  await tabTo('Continue');
  await keyboard.press('Enter');
  await expect(heading('Step 4 of 7 In your own words')).toBeFocused();
  await expect(field('What happened?')).toHaveValue('I slipped.');
  await tabTo('Continue');
  await keyboard.press('Enter');
  await expect(heading('Step 5 of 7 How can we reach you?')).toBeFocused();
  for (const text of ['Ada', 'Byron', '', 'ada@example.com']) {
    await keyboard.press('Tab');
    await keyboard.type(text);
  }
  await keyboard.press('Enter'); // Enter in a field continues to the next step.
  await expect(heading('Step 6 of 7 Photos or documents')).toBeFocused();
  await tabTo('Continue');
  await keyboard.press('Enter');
  await expect(heading('Check your answers')).toBeFocused();
  await tabTo(/^Change In your own words: What happened\?/);
  await keyboard.press('Enter');
  await expect(heading('Step 4 of 7 In your own words')).toBeFocused();
  await tabTo('Continue');
  await keyboard.press('Enter');
  await expect(heading('Check your answers')).toBeFocused();
  for (let presses = 0; presses < 20; presses++) {
    if (await form.getByRole('button', { name: /^Send/ }).evaluate(each => each.matches(':focus'))) break;
    await keyboard.press('Tab');
  }
  await keyboard.press('Enter');
  await expect(receipt).toBeFocused();
  expect((await stack.listEnquiries())[0]?.meta.map(({ value }) => value).slice(0, 3)).toEqual([
    '2026-02-01',
    'work',
    'no',
  ]);
});
