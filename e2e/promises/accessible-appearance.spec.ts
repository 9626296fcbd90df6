// Accessible appearance: contrast and space.
import type { Page } from '@playwright/test';
import { pdf, programNamedPdf } from '../files/documents.ts';
import type { Stack } from '../processes/stack.ts';
import { beforeRelease, expect, test } from '../test.ts';
import { contrastRatios, findClippedElements, readColours } from '../visitor/accessibility-checks.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

/** Opens a form with every kind of control, the summary, messages and files. */
async function openWithEverything(page: Page, stack: Stack): Promise<void> {
  await page.goto(stack.site);
  const { choose, attach, send, summary, form } = formOn(page);
  await choose('Where did it happen?', 'On the road');
  await choose('Were you injured?', 'Yes');
  await choose(/What was injured\?/, 'Something else');
  await attach(pdf(), programNamedPdf());
  await expect(form.getByRole('listitem')).toHaveCount(2);
  await send();
  await expect(summary).toBeFocused();
}

const spacing =
  'line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important;';
const conditions: Record<string, { width: number; css: string; inside?: string; when?: object }> = {
  'text at 200 %': { width: 1280, css: 'html { font-size: 200% !important }', when: beforeRelease },
  'text at 200 % on a phone': {
    width: 390,
    css: 'html { font-size: 200% !important }',
    when: { tag: '@wcag-1.4.4' },
  },
  'zoomed to 400 %': { width: 320, css: '' },
  'with the text spacing of WCAG 1.4.12': {
    width: 320,
    css: '',
    inside: `* { ${spacing} } p { margin-bottom: 2em !important }`,
    when: { tag: '@wcag-1.4.12' },
  },
};
for (const [condition, { width, css, inside = '', when = {} }] of Object.entries(conditions)) {
  test(`nothing in the form is cut off or overflows: ${condition}`, when, async ({ page, stack }) => {
    await page.setViewportSize({ width, height: 800 });
    await openWithEverything(page, stack);
    await page.evaluate(
      ([outer, inner]) => {
        for (const [root, text] of [
          [document, outer],
          [document.querySelector('enquiry-form')!.shadowRoot!, inner],
        ] as const) {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(text ?? '');
          root.adoptedStyleSheets.push(sheet);
        }
      },
      [css, inside],
    );
    expect(await page.evaluate(findClippedElements)).toEqual([]);
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const contrast of ['no-preference', 'more'] as const) {
    const when =
      colorScheme === 'light' && contrast === 'no-preference' ? { tag: '@wcag-1.4.11' } : beforeRelease;
    test(
      `borders of controls have a contrast of at least 3:1, ${colorScheme}, contrast ${contrast}`,
      when,
      async ({ page, stack }) => {
        await page.emulateMedia({ colorScheme, contrast });
        await page.goto(`${stack.site}/?tag`);
        await expect(formOn(page).field('First name')).toBeVisible();
        const controls = ['input', 'textarea', '.choice', '.drop', '.quiet'];
        const [card, ...found] = await page.evaluate(readColours, ['.form', ...controls]);
        const pairs = found.map(({ border }): [string, string] => [border, card!.background]);
        for (const [at, ratio] of (await page.evaluate(contrastRatios, pairs)).entries()) {
          expect(ratio, controls[at]).toBeGreaterThanOrEqual(contrast === 'more' ? 4.5 : 3);
        }
      },
    );
  }
}

test('nothing moves for visitors who prefer reduced motion', { tag: '@wcag-2.3.1' }, async ({
  page,
  stack,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${stack.site}/house-move.html`);
  await fillHouseMove(page);
  await stack.setFault({ fault: 'slow', delay_ms: 60_000 });
  await formOn(page).send();
  await expect(formOn(page).form.getByRole('button', { name: 'Sending…' })).toBeVisible();
  const moving = () =>
    // `document.getAnimations` omits shadow trees.
    document
      .querySelector('enquiry-form')!
      .shadowRoot!.getAnimations()
      .filter(({ effect }) => Number(effect?.getTiming().duration) > 0).length;
  expect(await page.evaluate(moving)).toBe(0);
  // The enquiry must not arrive during the next test.
  await stack.setFault({ fault: 'none' });
  await expect(formOn(page).receipt).toBeVisible();
});
