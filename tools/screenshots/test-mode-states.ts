// States of the form on a page that was opened with a test link.
import type { Page } from '@playwright/test';
import { pdf } from '../../e2e/files/documents.ts';
import { testLinkTo } from '../../e2e/pages/test-link.ts';
import type { Stack } from '../../e2e/processes/stack.ts';
import { fillHouseMove, formOn } from '../../e2e/visitor/form.ts';
import { formInStepsOn } from '../../e2e/visitor/form-in-steps.ts';
import { type OpenState, refuseEnquiries } from './open-state.ts';

/** The states by name. */
export const testModeStates: Record<string, OpenState> = {
  ...statesOf('test', testLinkTo),
  ...statesOf('test-forged', async (_, address) => `${address}#enquiry-test=1.forged`),
  'test-campaign': async (page, stack) => {
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        const form = document.querySelector('enquiry-form')!;
        form.setAttribute('campaign', 'spring-tv');
        form.setAttribute('referer', 'radio-kent');
      });
    });
    const address = `${stack.site}/house-move.html?utm_campaign=spring&utm_source=news`;
    await open(page, await testLinkTo(stack, address));
  },
  'test-refused': async (page, stack) => {
    await open(page, await testLinkTo(stack, `${stack.site}/house-move.html`));
    await refuseEnquiries(page, { status: 403, code: 'test-link-invalid' });
    await fillHouseMove(page);
    await formOn(page).send();
    await page.getByText('We didn’t send your test').waitFor();
  },
};

/** The states of a form on pages with the links that `linkTo` creates. */
function statesOf(
  name: string,
  linkTo: (stack: Stack, address: string) => Promise<string>,
): Record<string, OpenState> {
  const openPath = async (page: Page, stack: Stack, path = '/house-move.html') =>
    open(page, await linkTo(stack, stack.site + path));
  return {
    [`${name}-empty`]: (page, stack) => openPath(page, stack),
    [`${name}-problems`]: async (page, stack) => {
      await openPath(page, stack);
      await formOn(page).send();
      await formOn(page).summary.waitFor();
    },
    [`${name}-steps`]: async (page, stack) => {
      await openPath(page, stack, '/steps.html');
      await formInStepsOn(page).fillInAccident();
    },
    [`${name}-receipt`]: async (page, stack) => {
      await openPath(page, stack);
      await fillHouseMove(page);
      const { attach, send, form } = formOn(page);
      await attach(pdf());
      await send();
      await form.getByText('Sent', { exact: true }).waitFor();
    },
  };
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('enquiry-form [part=test-ribbon]').waitFor();
}
