// States of a form that can't send, with and without other ways to reach the firm.
import type { Page, Route } from '@playwright/test';
import type { Stack } from '../../e2e/processes/stack.ts';
import { fillHouseMove, formOn } from '../../e2e/visitor/form.ts';
import type { OpenState } from './open-state.ts';

const contactUs = { phone: '01632 960001', email: 'hello@example.com', text: 'Rather talk?' };

/** Opens the house move form with ways to reach the firm, perhaps in another language, fills it in and sends it. */
async function sendHouseMove(page: Page, stack: Stack, lang = 'en', answer?: (route: Route) => unknown) {
  await page.clock.install();
  await page.route('**/enquiry-form.js*', route => route.continue({ url: `${stack.proxy}/enquiry-form.js` }));
  await page.route('**/case-types/*', async route => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), lang, contact_us: contactUs } });
  });
  await page.route('**/enquiries', route => answer?.(route));
  await page.goto(`${stack.site}/house-move.html`);
  await page.locator('enquiry-form[ready]').waitFor();
  if (lang === 'en') await fillHouseMove(page);
  else await fillByName(page);
  await formOn(page).form.locator('.send').click();
}

/** Fills in the same fields in any language. */
async function fillByName(page: Page): Promise<void> {
  const field = (name: string) => formOn(page).form.locator(`[name="${name}"]`);
  await field('forename').fill('Grace');
  await field('surname').fill('Hopper');
  await field('email').fill('grace@example.com');
  await field('answers.transaction').last().check();
  await field('answers.price').fill('285000');
  await field('answers.terms').check();
}

/** Waits for the second failed attempt. */
async function waitForSecondAttempt(page: Page): Promise<void> {
  const { form } = formOn(page);
  await form.locator('.countdown').waitFor();
  await form.locator('.send').click();
  await form.locator('.ways').waitFor();
  await form.locator('.countdown').waitFor();
}

/** Goes on with the proxy's own page, in a new tab. The demo's policy forbids its forms to post there. */
async function goOn(page: Page, stack: Stack, lang: string): Promise<void> {
  const html = `<meta name="viewport" content="width=device-width"><script type="module"
    src="${stack.proxy}/enquiry-form.js"></script><enquiry-form case-type="house-move"></enquiry-form>`;
  const site = stack.servePage(html, '').replace(/\/$/, '');
  await sendHouseMove(page, { ...stack, site }, lang, abort);
  await waitForSecondAttempt(page);
  await formOn(page).form.locator('button.page').click();
  await formOn(page).form.locator('.continued').waitFor();
}

const abort = (route: Route) => route.abort();

/** The states by name. */
export const sendingStates: Record<string, OpenState> = {
  failed: async (page, stack) => {
    await sendHouseMove(page, stack, 'en', route => route.fulfill({ status: 413, ...readable }));
    await formOn(page).form.locator('.ways').waitFor();
  },
  countdown: async (page, stack) => {
    await sendHouseMove(page, stack, 'en', abort);
    await formOn(page).form.locator('.countdown').waitFor();
  },
  waiting: async (page, stack) => {
    await sendHouseMove(page, stack, 'en', abort);
    await waitForSecondAttempt(page);
  },
  'waiting-arabic': async (page, stack) => {
    await sendHouseMove(page, stack, 'ar', abort);
    await waitForSecondAttempt(page);
  },
  'waiting-german': async (page, stack) => {
    await sendHouseMove(page, stack, 'de', abort);
    await waitForSecondAttempt(page);
  },
  continued: (page, stack) => goOn(page, stack, 'en'),
  'continued-german': (page, stack) => goOn(page, stack, 'de'),
  'continued-arabic': (page, stack) => goOn(page, stack, 'ar'),
  slow: async (page, stack) => {
    await sendHouseMove(page, stack);
    await page.clock.fastForward(7_000);
    await page.getByText('Still sending').waitFor();
  },
  'slow-contact': async (page, stack) => {
    await sendHouseMove(page, stack);
    await page.clock.fastForward(7_000);
    await page.getByText('Still sending').waitFor();
    await page.clock.fastForward(4_000);
    await formOn(page).form.locator('.ways').waitFor();
  },
  'outcome-unknown': async (page, stack) => {
    await sendHouseMove(page, stack, 'en', route => route.fulfill({ status: 202, ...readable }));
    await waitForSecondAttempt(page);
  },
  'not-accepted': async (page, stack) => {
    const problems = [{ field: 'answers.gone', rule: 'unknown' }];
    const json = { code: 'invalid-enquiry', status: 422, problems };
    const headers = readable.headers;
    await sendHouseMove(page, stack, 'en', route => route.fulfill({ status: 422, headers, json }));
    await formOn(page).summary.waitFor();
  },
  offline: async (page, stack) => {
    await page.goto(`${stack.site}/house-move.html`);
    await fillHouseMove(page);
    await page.context().setOffline(true);
    await formOn(page).send();
    await page.locator('enquiry-form [part=note]').waitFor();
  },
};

const readable = { headers: { 'access-control-allow-origin': '*' }, body: '' };
