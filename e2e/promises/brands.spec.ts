// The form looks right in any brand: the demo's three brands keep their contrast, also in forced colours.
import type { Page } from '@playwright/test';
import { openState } from '../../tools/screenshots/states.ts';
import { expect, test } from '../test.ts';
import { contrastRatios } from '../visitor/accessibility-checks.ts';
import { formOn } from '../visitor/form.ts';

const brands = ['start-up', 'law-firm', 'game-studio'];

/** Each brand's lowest contrast of these lines with its card. With `pseudo`, those of the pseudo-elements. */
async function lineContrasts(page: Page, selector: string, side: string, pseudo = ''): Promise<number[]> {
  const pairs = await page.evaluate(
    ([each, property, part]) =>
      [...document.querySelectorAll('enquiry-form')].map(({ shadowRoot }) => {
        const { backgroundColor } = getComputedStyle(shadowRoot!.querySelector('.form')!);
        const found = [...shadowRoot!.querySelectorAll(each!)].filter(element => element.checkVisibility());
        return found.map((element): [string, string] => [
          getComputedStyle(element, part).getPropertyValue(property!),
          backgroundColor,
        ]);
      }),
    [selector, `border-${side}-color`, pseudo],
  );
  return await Promise.all(pairs.map(async each => Math.min(...(await page.evaluate(contrastRatios, each)))));
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`fields, chosen rows and errors have lines with a contrast of at least 3:1, ${colorScheme}`, async ({
    page,
    stack,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await openState('brands-chosen', page, stack);
    for (const [selector, side] of [
      ['[part~=input]', 'bottom'],
      ['[part~=chosen]', 'bottom'],
      ['[part~=quiet-button]', 'bottom'],
    ] as const) {
      expect(Math.min(...(await lineContrasts(page, selector, side))), selector).toBeGreaterThanOrEqual(3);
    }
    await openState('brands-problems', page, stack);
    expect(Math.min(...(await lineContrasts(page, '[part~=invalid]', 'bottom')))).toBeGreaterThanOrEqual(3);
    const bars = await lineContrasts(page, '[part~=problem]', 'left', '::before');
    expect(Math.min(...bars)).toBeGreaterThanOrEqual(3);
  });
}

/** The elements whose line on this side can't be seen in forced colours. */
function withoutLine(page: Page, selector: string, side: string, minPx = 1, pseudo = ''): Promise<string[]> {
  return page.evaluate(
    ([each, property, min, part]) =>
      [...document.querySelectorAll('enquiry-form')].flatMap(({ shadowRoot, className }) => {
        const found = [...shadowRoot!.querySelectorAll(each)].filter(element => element.checkVisibility());
        if (!found.length) return [`${className} has no ${each}`];
        return found
          .filter(element => {
            const style = getComputedStyle(element, part);
            const [width, line, color] = ['width', 'style', 'color'].map(name =>
              style.getPropertyValue(`${property}-${name}`),
            );
            return Number.parseFloat(width!) < min || line === 'none' || / 0\)$/.test(color!);
          })
          .map(({ textContent }) => `${className}: ${textContent}`);
      }),
    [selector, side, minPx, pseudo] as const,
  );
}

test('in forced colours, fields, problems, chosen rows and the focus can be seen in every brand', {
  tag: '@wcag-2.4.7',
}, async ({ page, stack }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark', reducedMotion: 'reduce' });
  await openState('brands-chosen', page, stack);
  expect(
    await withoutLine(page, '[part~=input], [part~=choice], [part~=drop-zone], .send', 'border-bottom'),
  ).toEqual([]);
  const looks = await page.evaluate(() =>
    [...document.querySelectorAll('enquiry-form')].map(({ shadowRoot }) => {
      const chosen = [...shadowRoot!.querySelectorAll('[part~=chosen] input')];
      return chosen.map(input => {
        const { appearance, opacity } = getComputedStyle(input);
        return `${appearance} ${opacity}`;
      });
    }),
  );
  // The browser draws their marks in the forced colours.
  expect(new Set(looks.flat())).toEqual(new Set(['auto 1']));
  await page.keyboard.press('Tab'); // A ring is only drawn for visitors who use the keyboard.
  for (const brand of brands) {
    const { form, field } = formOn(page, `enquiry-form.${brand}`);
    for (const control of [field('First name'), form.locator('[part~=chosen] input').first()]) {
      await control.focus();
      const [style, width] = await control.evaluate(element => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element.closest('.choice') ?? element);
        return [outlineStyle, Number.parseFloat(outlineWidth)];
      });
      expect(style, brand).toBe('solid');
      expect(width, brand).toBeGreaterThanOrEqual(2);
    }
  }
  await openState('brands-problems', page, stack);
  expect(await withoutLine(page, '.problem', 'border-left', 3, '::before')).toEqual([]);
  expect(await withoutLine(page, '[part~=invalid], .summary', 'border-bottom')).toEqual([]);
});

test('fields are boxes, and the form works, if the code for its look can’t be loaded', async ({
  page,
  stack,
}) => {
  await page.route('**/assets/rare-fields-*', route => route.abort());
  await openState('brands-receipt', page, stack);
  expect(await stack.listEnquiries()).toHaveLength(brands.length);
  const { form, field } = formOn(page, 'enquiry-form.start-up');
  await form.getByRole('button', { name: 'Start a new enquiry' }).click();
  const colour = await field('First name').evaluate(input => getComputedStyle(input).borderTopColor);
  expect(colour).not.toMatch(/, 0\)$/);
});
