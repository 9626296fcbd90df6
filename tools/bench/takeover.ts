import type { Browser } from '@playwright/test';

/** How many keys are typed while the script of a prerendered form arrives. */
export const typedKeys = 200;
const keyPauseMs = 8;
/** How many of them are typed before the script arrives, in each round. */
const typedBefore = [0, 40, 80, 120, 160];

/** Types into the last name of a prerendered form while its script arrives. Resolves with the number of keys that aren't
 * in the field afterwards, or not in their place, in the worst round. */
export async function countLostKeys(browser: Browser, url: string): Promise<number> {
  const counts: number[] = [];
  for (const count of typedBefore) counts.push(await countLostInRound(browser, url, count));
  return Math.max(...counts);
}

async function countLostInRound(browser: Browser, url: string, before: number): Promise<number> {
  const page = await browser.newPage();
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/enquiry-form.js*', async route => {
    await arrival;
    await route.continue();
  });
  await page.goto(url, { waitUntil: 'commit' });
  const field = page.locator('enquiry-form').getByLabel('Last name');
  await field.click();
  const keys = Array.from({ length: typedKeys }, (_, n) => String.fromCharCode(97 + (n % 26))).join('');
  const type = (text: string) => page.keyboard.type(text, { delay: keyPauseMs });
  await type(keys.slice(0, before));
  arrive();
  await type(keys.slice(before));
  await page.locator('enquiry-form[ready]').waitFor();
  const value = await field.inputValue();
  await page.close();
  const inPlace = [...value].filter((letter, n) => letter === keys[n]).length;
  return Math.max(typedKeys, value.length) - inPlace;
}
