// The form in steps, as a visitor uses it.
import type { Page } from '@playwright/test';
import { formOn } from './form.ts';

export function formInStepsOn(page: Page) {
  const { form, fillIn, choose, field } = formOn(page);
  const pressButton = (name: string) => form.getByRole('button', { name, exact: true }).click();
  const heading = (name: string | RegExp) => form.getByRole('heading', { name, level: 2 });
  const next = () => pressButton('Continue');
  return {
    heading,
    next,
    back: () => pressButton('Back'),
    /** Locates a question's row in the review. */
    row: (question: string) =>
      form
        .locator('[part~=summary-row]')
        .filter({ has: page.getByRole('term').filter({ hasText: question }) }),
    /** Opens the step of a question from the review. */
    change: (question: string) =>
      form.getByRole('button', { name: 'Change ' }).filter({ hasText: question }).click(),
    /** Fills in the contact details and continues. */
    async fillInContactDetails(forename = 'Ada') {
      await fillIn('First name', forename);
      await fillIn('Last name', 'Byron');
      await fillIn('Email address', 'ada@example.com');
      await next();
    },
    /** Fills in when and where it happened and continues. */
    async fillInAccident(where = 'At work') {
      await fillIn('When did it happen?', '2026-02-01');
      await choose('Where did it happen?', where);
      await next();
    },
    /** Continues from the injuries to the contact details, with no injuries, which leads to the next step. */
    async continueToContactDetails() {
      await choose('Were you injured?', 'No');
      await fillIn('What happened?', 'I slipped.');
      await next();
      await field('First name').waitFor();
    },
  };
}
