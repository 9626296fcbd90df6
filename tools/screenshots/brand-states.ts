import type { Page } from '@playwright/test';
import type { Stack } from '../../e2e/processes/stack.ts';
import { formOn } from '../../e2e/visitor/form.ts';
import type { OpenState } from './open-state.ts';

/** The states of the page with three brands. */
export const brandStates: Record<string, OpenState> = {
  brands: openBrands,
  'brands-chosen': async (page, stack) => {
    await openBrands(page, stack);
    for (const answer of answers(page)) await answer();
    // Loads the part that adds `chosen` to the chosen rows.
    await page.waitForFunction(() =>
      [...document.querySelectorAll('enquiry-form')].every(({ shadowRoot }) =>
        shadowRoot!.querySelector('[part~=chosen]'),
      ),
    );
  },
  'brands-problems': async (page, stack) => {
    await openBrands(page, stack);
    for (const { send, summary } of forms(page)) {
      await send();
      await summary.waitFor();
    }
  },
  'brands-receipt': async (page, stack) => {
    await openBrands(page, stack);
    for (const answer of answers(page)) await answer();
    for (const { fillIn, send, receipt } of forms(page)) {
      await fillIn('First name', 'Grace');
      await fillIn('Last name', 'Hopper');
      await fillIn('Email address', 'grace@example.com');
      await send();
      await receipt.waitFor();
    }
  },
};

const forms = (page: Page) =>
  ['.start-up', '.law-firm', '.game-studio'].map(name => formOn(page, `enquiry-form${name}`));

async function openBrands(page: Page, stack: Stack): Promise<void> {
  await page.goto(`${stack.site}/brands.html`);
  await page.locator('enquiry-form[ready]').nth(2).waitFor();
}

/** Answers the questions of each form. */
function answers(page: Page): (() => Promise<void>)[] {
  const [startUp, lawFirm, studio] = forms(page) as [Form, Form, Form]; // There are three.
  return [
    async () => {
      await startUp.field('How many people do you pay?').selectOption('10 to 49');
      await startUp.fillIn('What does your payroll software cost?', '85');
      await startUp.choose(/What would you like to see/, 'Pensions');
    },
    async () => {
      await lawFirm.fillIn('When did it happen?', '2026-02-01');
      await lawFirm.field('Where did it happen?').selectOption({ label: 'At work' });
      await lawFirm.choose('Were you injured?', 'Yes');
      await lawFirm.choose(/What was injured\?/, 'Neck or back');
      await lawFirm.fillIn('What happened?', 'I slipped on the wet floor by the loading bay.');
    },
    async () => {
      await studio.choose('What do you play on?', 'PC');
      await studio.fillIn('When were you born?', '1999-12-31');
      await studio.fillIn('How much do you play in a week?', '6');
      await studio.fillIn('Which games do you love?', 'The ones with a lighthouse.');
      await studio.form.getByLabel(/I won’t share/).check();
    },
  ];
}

type Form = ReturnType<typeof formOn>;
