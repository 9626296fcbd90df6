import type { Page } from '@playwright/test';
import { formOn } from '../../e2e/visitor/form.ts';
import { open, type Step, shows } from './steps.ts';

const forms = (page: Page) =>
  ['.start-up', '.law-firm', '.game-studio'].map(name => formOn(page, `enquiry-form${name}`));
type Form = ReturnType<typeof formOn>;

const openBrands = [open('/brands.html'), shows('enquiry-form[ready]', 2)];

/** Answers the questions of each form. */
const answer: Step = async ({ page }) => {
  const [startUp, lawFirm, studio] = forms(page) as [Form, Form, Form]; // There are three.
  await startUp.field('How many people do you pay?').selectOption('10 to 49');
  await startUp.fillIn('What does your payroll software cost?', '85');
  await startUp.choose(/What would you like to see/, 'Pensions');
  await lawFirm.fillIn('When did it happen?', '2026-02-01');
  await lawFirm.choose('Where did it happen?', 'At work');
  await lawFirm.choose('Were you injured?', 'Yes');
  await lawFirm.choose(/What was injured\?/, 'Neck or back');
  await lawFirm.fillIn('What happened?', 'I slipped on the wet floor by the loading bay.');
  await studio.choose('What do you play on?', 'PC');
  await studio.fillIn('When were you born?', '1999-12-31');
  await studio.fillIn('How much do you play in a week?', '6');
  await studio.fillIn('Which games do you love?', 'The ones with a lighthouse.');
  await studio.form.getByLabel(/I won’t share/).check();
};

/** The states of the page with three brands. */
export const brandStates: Record<string, Step[]> = {
  brands: openBrands,
  'brands-chosen': [
    ...openBrands,
    answer,
    // Loads the part that adds `chosen` to the chosen rows.
    ({ page }) =>
      page.waitForFunction(() =>
        [...document.querySelectorAll('enquiry-form')].every(({ shadowRoot }) =>
          shadowRoot!.querySelector('[part~=chosen]'),
        ),
      ),
  ],
  'brands-problems': [
    ...openBrands,
    async ({ page }) => {
      for (const { send, summary } of forms(page)) {
        await send();
        await summary.waitFor();
      }
    },
  ],
  'brands-receipt': [
    ...openBrands,
    answer,
    async ({ page }) => {
      for (const { fillIn, send, receipt } of forms(page)) {
        await fillIn('First name', 'Grace');
        await fillIn('Last name', 'Hopper');
        await fillIn('Email address', 'grace@example.com');
        await send();
        await receipt.waitFor();
      }
    },
  ],
};
