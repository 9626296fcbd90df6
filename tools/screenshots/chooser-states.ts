// States of a tag with several case types.
import type { Page } from '@playwright/test';
import { formOn } from '../../e2e/visitor/form.ts';
import type { OpenState } from './open-state.ts';

/** Makes the page's form ask which of several case types it is about. */
async function nameSeveral(page: Page, address: string, layout = ''): Promise<void> {
  await page.goto(address);
  await page.locator('enquiry-form').evaluate((form, layout) => {
    if (layout) form.setAttribute('layout', layout);
    form.setAttribute('case-type', 'house-move employment');
  }, layout);
  await formOn(page).form.locator('#case_type').waitFor();
}

export const chooserStates: Record<string, OpenState> = {
  chooser: (page, stack) => nameSeveral(page, `${stack.site}/employment.html`),
  'chooser-chosen': async (page, stack) => {
    await nameSeveral(page, `${stack.site}/employment.html`);
    await formOn(page).field('Get a fixed quote').check();
  },
  'chooser-steps': async (page, stack) => {
    await nameSeveral(page, `${stack.site}/employment.html`, 'steps');
    await formOn(page).form.getByRole('button', { name: 'Continue' }).click();
    await formOn(page).summary.waitFor();
  },
  'chooser-arabic': async (page, stack) => {
    await nameSeveral(page, `${stack.site}/arabic.html`);
    await formOn(page).form.locator('#case_type').check();
  },
};
