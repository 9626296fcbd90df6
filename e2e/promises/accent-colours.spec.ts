// Every accent colour of a site works: text is readable, also while Send is hovered or pressed.
import type { Page } from '@playwright/test';
import type { Stack } from '../processes/stack.ts';
import { beforeRelease, expect, test } from '../test.ts';
import { contrastRatios, readColours } from '../visitor/accessibility-checks.ts';
import { formOn } from '../visitor/form.ts';

const named =
  '#fff #000 #ff0 #ffd9ec #808080 #767676 #f00 #0f0 #00f #0ff #f60 #b0c4de #d9480f #e03131 #1c7ed6 #e8590c';

/** Colours from a linear congruential generator: the same in every run. */
function randomColours(count: number): string[] {
  let state = 1;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return `#${(state >>> 8).toString(16).padStart(6, '0')}`;
  });
}

const accents = [...named.split(' '), ...randomColours(200)];

/** A canvas rounds colours to 8 bits. */
const rounding = 0.05;

async function openForm(page: Page, stack: Stack): Promise<void> {
  await page.goto(`${stack.site}/?tag`);
  await formOn(page).field('First name').focus();
}

async function setProperties(page: Page, properties: Record<string, string>): Promise<void> {
  await page.evaluate(all => {
    const { style } = document.querySelector<HTMLElement>('enquiry-form')!;
    for (const [name, value] of Object.entries(all)) style.setProperty(name, value);
  }, properties);
}

/** With each accent, the contrast of the text on Send, of a link with the card, and of Send with the card. */
async function contrasts(page: Page): Promise<{ onSend: number; asText: number; ofSend: number }[]> {
  const pairs = await page.evaluate(all => {
    const element = document.querySelector<HTMLElement>('enquiry-form')!;
    const styleOf = (selector: string) => getComputedStyle(element.shadowRoot!.querySelector(selector)!);
    const [card, send, link] = [styleOf('.form'), styleOf('.send'), styleOf('.privacy a')];
    return all.flatMap((accent): [string, string][] => {
      element.style.setProperty('--enquiry-accent', accent);
      return [
        [send.color, send.backgroundColor],
        [link.color, card.backgroundColor],
        [send.backgroundColor, card.backgroundColor],
      ];
    });
  }, accents);
  const ratios = await page.evaluate(contrastRatios, pairs);
  return accents.map((_, at) => {
    const [onSend = 0, asText = 0, ofSend = 0] = ratios.slice(3 * at, 3 * at + 3);
    return { onSend, asText, ofSend };
  });
}

for (const [colorScheme, when] of [
  ['light', { tag: '@wcag-1.4.3' }],
  ['dark', beforeRelease],
] as const) {
  test(
    `every accent colour is readable, as text and on Send, hovered or pressed, ${colorScheme}`,
    colorScheme === 'light' ? { tag: ['@wcag-1.4.3', '@wcag-2.5.2'] } : when,
    async ({ page, stack }) => {
      await page.emulateMedia({ colorScheme });
      await openForm(page, stack);
      const resting = await contrasts(page);
      await formOn(page).form.getByRole('button', { name: 'Send enquiry' }).hover();
      const hovered = await contrasts(page);
      await page.mouse.down();
      const pressed = await contrasts(page);
      await page.mouse.move(0, 0);
      await page.mouse.up(); // Elsewhere, so that nothing is sent or checked.
      await expect(formOn(page).summary).toHaveCount(0);
      const failures = accents.filter((_, at) => {
        const { onSend = 0, asText = 0, ofSend = 0 } = resting[at] ?? {};
        const isLowered = [hovered, pressed].some(state => (state[at]?.onSend ?? 0) < onSend - rounding);
        // On a white card, a light accent can't stand out.
        const isFaint = colorScheme === 'dark' && ofSend < 4.5;
        return onSend < 4.5 || asText < 4.5 || isLowered || isFaint;
      });
      expect(failures).toEqual([]);
      expect(hovered, 'the hovered button differs').not.toEqual(resting);
      expect(pressed, 'the pressed button differs').not.toEqual(hovered);
    },
  );

  test(
    `a chosen row doesn’t look like an error if the accent is red, ${colorScheme}`,
    when,
    async ({ page, stack }) => {
      await page.emulateMedia({ colorScheme });
      await openForm(page, stack);
      await formOn(page).choose('Were you injured?', 'Yes');
      const contrastWithText = async (accent: string) => {
        await setProperties(page, { '--enquiry-accent': accent });
        const [row, card] = await page.evaluate(readColours, ['.choice:has(:checked)', '.form']);
        const [ratio] = await page.evaluate(contrastRatios, [[row!.border, card!.color]] as [
          string,
          string,
        ][]);
        return ratio;
      };
      for (const red of ['#b3261e', '#e03131', '#d9480f', '#ff8f85']) {
        expect(await contrastWithText(red), red).toBeCloseTo(1);
      }
      expect(await contrastWithText('#0b6e5f')).toBeGreaterThan(1.2);
    },
  );
}

test('the site can choose the text colour on the accent', async ({ page, stack }) => {
  await openForm(page, stack);
  await setProperties(page, { '--enquiry-accent': '#e8590c', '--enquiry-on-accent': 'rgb(255, 250, 240)' });
  const [send] = await page.evaluate(readColours, ['.send']);
  expect(send?.color).toBe('rgb(255, 250, 240)');
});
