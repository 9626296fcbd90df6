// The review at the end of the form in steps, and problems that lead back from it.
import { pdf } from '../files/documents.ts';
import { expect, test } from '../test.ts';
import { formOn } from '../visitor/form.ts';
import { formInStepsOn } from '../visitor/form-in-steps.ts';

test('the review shows readable answers, and Change leads to a question and back', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/steps.html`);
  const { form, field, fillIn, attach, receipt, send } = formOn(page);
  const { heading, fillInContactDetails, fillInAccident, continueToContactDetails, row, change, next, back } =
    formInStepsOn(page);
  await fillInAccident();
  await continueToContactDetails();
  await fillInContactDetails();
  await expect(row('When did it happen?')).toContainText('1 February 2026');
  await expect(row('Where did it happen?')).toContainText('At work');
  await expect(row('Mobile number')).toHaveCount(0);
  await expect(row('Photos or documents')).toContainText('None');
  await expect(form.getByText(/We only use your details/)).toBeVisible();

  await change('First name');
  await expect(heading(/How can we reach you/)).toBeFocused();
  await fillIn('First name', 'Augusta');
  await page.keyboard.press('Enter');
  await expect(heading('Check your answers')).toBeFocused();
  await expect(row('First name')).toContainText('Augusta');

  await change('Photos or documents');
  await attach(pdf());
  await next();
  await expect(row('Photos or documents')).toContainText(pdf().name);
  await back();
  await expect(heading(/How can we reach you/)).toBeFocused();
  await next();

  // If an answer makes a step appear, that step is next.
  await change('Where did it happen?');
  await field('Where did it happen?').selectOption({ label: 'On the road' });
  await next();
  await expect(heading(/How were you travelling\? \(optional\) 1 new question/)).toBeFocused();
  await next();
  await expect(row('How were you travelling?')).toContainText('Not answered');
  await change('Were you injured?');
  await formOn(page).choose('Were you injured?', 'Yes');
  await next();
  await send();
  await expect(receipt).toBeFocused();
  expect((await stack.listEnquiries())[0]?.body.forename).toBe('Augusta');

  await page.goBack();
  await expect(receipt).toBeVisible();
  await expect(form.getByRole('button', { name: 'Continue' })).toHaveCount(0);
});

test('a problem from the enquiry API is shown at its step, and the review follows once it is corrected', async ({
  page,
  stack,
}) => {
  await stack.setFault({ fault: '400', field: 'surname', times: 1 });
  await page.goto(`${stack.site}/steps.html`);
  const { field, fillIn, summary, receipt, send } = formOn(page);
  const { heading, fillInContactDetails, fillInAccident, continueToContactDetails, next } =
    formInStepsOn(page);
  await fillInAccident();
  await continueToContactDetails();
  await fillInContactDetails();
  await send();
  await expect(summary).toBeFocused();
  await expect(heading(/Step 6 of 7/)).toBeVisible();
  await expect(summary.getByRole('link')).toHaveCount(1);
  await expect(field('Last name')).toHaveAttribute('aria-invalid', 'true');
  await fillIn('Last name', 'Lovelace');
  await next();
  await expect(heading('Check your answers')).toBeFocused();
  await send();
  await expect(receipt).toBeFocused();
  expect((await stack.listEnquiries()).map(({ body }) => body.surname)).toEqual(['Lovelace']);
});
