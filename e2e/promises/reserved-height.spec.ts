// The CSS that `measure-heights.js` prints reserves the form's height, so that nothing moves when the form appears.
import type { Page } from '@playwright/test';
import { measureLayoutShift } from '../processes/measure.ts';
import type { Stack } from '../processes/stack.ts';
import { beforeRelease, expect, test } from '../test.ts';
import { pauseRequests, runInConsole } from '../visitor/page-actions.ts';

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

const lineFor = ({ proxy }: Stack) => `import("${proxy}/assets/measure-heights.js")`;

/** Serves a page with this form and style. Returns its address. */
function serveForm(
  { proxy, servePage }: Stack,
  { caseType, attributes }: (typeof forms)[number],
  style: string,
) {
  return servePage(
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Reserved</title>
    <link rel="icon" href="data:,">
    <style>body { margin: 1rem; font-family: "Liberation Sans", "Nimbus Sans", Arial } ${style}</style>
    <script type="module" src="${proxy}/enquiry-form.js?case-type=${caseType}"></script><h1>Ask us</h1>
    <main><enquiry-form case-type="${caseType}"${attributes}><p>Call us on 01632 960001.</p></enquiry-form></main>
    <p>1 Example Street</p><p>Northport</p>`,
    '',
  );
}

/** Runs the script on the page, in a window of 1280 px with a mouse. Resolves with the CSS. */
async function measureForm(page: Page, stack: Stack, form: (typeof forms)[number], style: string) {
  await page.goto(serveForm(stack, form, style));
  await page.locator('enquiry-form[ready]').waitFor();
  return await runInConsole(page, lineFor(stack));
}

const heightOf = (page: Page) =>
  page.locator('enquiry-form').evaluate(element => element.getBoundingClientRect().height);

for (const [at, { width, isTouch, style }] of places.entries()) {
  for (const form of forms) {
    // Each form in one place, and each width.
    const when = at === forms.indexOf(form) ? {} : beforeRelease;
    const name = `${form.caseType}${form.attributes}`;
    test(
      `nothing shifts at ${width} px when ${name} appears, with ${style}`,
      when,
      async ({ browser, page, stack }) => {
        const css = await measureForm(page, stack, form, style);
        const viewport = { width, height: 900 };
        const visited = await browser.newPage({ viewport, hasTouch: isTouch, isMobile: isTouch });
        // The form loads after the page was painted.
        const loadScript = await pauseRequests(visited, '**/enquiry-form.js*');
        await visited.goto(serveForm(stack, form, `${style} ${css}`), { waitUntil: 'commit' });
        await visited.getByText('Northport').waitFor();
        const reserved = await heightOf(visited);
        loadScript();
        await visited.locator('enquiry-form[ready]').waitFor();
        expect(await visited.evaluate(measureLayoutShift, 0)).toBeLessThanOrEqual(0.01);
        // Most forms are taller than the window, so that the layout shift alone says little.
        const actual = await heightOf(visited);
        expect(Math.abs(reserved - actual) / actual).toBeLessThan(0.03);
        await visited.close();
      },
    );
  }
}

test('if no form appears within 10 seconds, the page reserves no more height', async ({ page, stack }) => {
  const [form] = forms as [(typeof forms)[number]];
  const css = await measureForm(page, stack, form, '');
  await page.route('**/enquiry-form.js*', route => route.abort());
  await page.goto(serveForm(stack, form, css));
  expect(await heightOf(page)).toBeGreaterThan(1_000);
  const endTimes = await page.evaluate(() =>
    document.getAnimations().map(animation => {
      const { endTime } = animation.effect!.getComputedTiming();
      animation.finish();
      return endTime;
    }),
  );
  expect(endTimes).toEqual([10_000]);
  expect(await heightOf(page)).toBeLessThan(60);
});

test('the line that `snippet` prints works on a page with the policy that it prints', async ({
  page,
  stack,
}) => {
  const address = stack.servePage('', '');
  const printed = await stack.runCommand(
    ...['snippet', '--page', address, '--proxy', stack.proxy, '--json', '--case-type', 'callback'],
  );
  const { html, content_security_policy, console_line } = JSON.parse(printed) as Record<string, string>;
  stack.servePage(
    `<!doctype html><html lang="en"><title>Policy</title><link rel="icon" href="data:,">${html}`,
    `default-src 'none'; img-src data:; ${content_security_policy}; require-trusted-types-for 'script'; trusted-types lit-html`,
  );
  await page.goto(address);
  await page.locator('enquiry-form[ready]').waitFor();
  expect(await runInConsole(page, console_line!)).toContain('enquiry-form[case-type="callback"]');
});

test('on a page that shows no form, the script says what to do', async ({ page, stack }) => {
  await page.goto(stack.servePage('<!doctype html><html lang="en"><title>Empty</title>', ''));
  expect(await runInConsole(page, lineFor(stack))).toContain('wait until the form appears');
});
