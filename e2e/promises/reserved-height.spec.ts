// The CSS that `enquiry-proxy check` prints reserves the form's height, so that nothing moves when the form appears.
import type { Page } from '@playwright/test';
import { checkConfig } from '../../demo/demo-config.ts';
import { measureLayoutShift } from '../processes/measure.ts';
import type { Stack } from '../processes/stack.ts';
import { expect, test } from '../test.ts';

const css = checkConfig('demo/enquiry.config.json').at(-1)?.css ?? '';
const forms = [
  { caseType: 'personal-injury', attributes: '' },
  { caseType: 'personal-injury', attributes: ' layout="steps"' },
  { caseType: 'house-move', attributes: '' },
  { caseType: 'callback', attributes: '' },
];
const fullWidth = 'main { max-width: 100% }';
const places = [
  { width: 360, isTouch: true, style: fullWidth },
  { width: 768, isTouch: false, style: fullWidth },
  { width: 768, isTouch: false, style: 'main { max-width: 24rem }' },
  { width: 1280, isTouch: false, style: fullWidth },
  { width: 1280, isTouch: false, style: 'main { max-width: 34rem }' },
  { width: 1280, isTouch: false, style: 'main { max-width: 34rem; font-size: 20px }' },
];

/** Opens a page whose form loads after it was painted. Resolves with the form's height before and after. */
async function loadForm(page: Page, stack: Stack, form: (typeof forms)[number], style: string) {
  const { caseType, attributes } = form;
  const address = stack.servePage(
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Reserved</title>
    <style>body { margin: 1rem; font-family: "Liberation Sans", "Nimbus Sans", Arial } ${style} ${css}</style>
    <script type="module" src="${stack.proxy}/enquiry-form.js?case-type=${caseType}"></script><h1>Ask us</h1>
    <main><enquiry-form case-type="${caseType}"${attributes}><p>Call us on 01632 960001.</p></enquiry-form></main>
    <p>1 Example Street</p><p>Northport</p>`,
    '',
  );
  let loadScript = () => {};
  const isMeasured = new Promise<void>(resolve => {
    loadScript = resolve;
  });
  await page.route('**/enquiry-form.js*', async route => {
    await isMeasured;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  await page.getByText('Northport').waitFor();
  const height = () =>
    page.locator('enquiry-form').evaluate(element => element.getBoundingClientRect().height);
  const reserved = await height();
  loadScript();
  await page.getByLabel('First name').waitFor();
  return { reserved, actual: await height() };
}

for (const { width, isTouch, style } of places) {
  for (const form of forms) {
    const name = `${form.caseType}${form.attributes}`;
    test(`nothing shifts at ${width} px when ${name} appears, with ${style}`, async ({ browser, stack }) => {
      const viewport = { width, height: 900 };
      const page = await browser.newPage({ viewport, hasTouch: isTouch, isMobile: isTouch });
      const { reserved, actual } = await loadForm(page, stack, form, style);
      expect(await page.evaluate(measureLayoutShift)).toBeLessThanOrEqual(0.01);
      // Most forms are taller than the window, so that the layout shift alone says little.
      expect(Math.abs(reserved - actual) / actual).toBeLessThan(0.05);
      await page.close();
    });
  }
}
