// A sticky header of the page never covers what has the focus.
import type { Page } from '@playwright/test';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
import { formInStepsOn } from '../visitor/form-in-steps.ts';

const headerPx = 110;

async function openBelowHeader(page: Page, url: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 640 });
  await page.goto(url);
  await page.evaluate(height => {
    document.documentElement.style.scrollPadding = '0';
    const header = document.createElement('div');
    Object.assign(header.style, {
      position: 'fixed',
      inset: '0 0 auto',
      height: `${height}px`,
      zIndex: '9',
      background: 'gray',
    });
    document.body.append(header);
  }, headerPx);
}

/** The focused element, and how far its upper edge, or that of an element around it, is below the header. */
function focusedBelowHeader(page: Page, selector = '.choice'): Promise<{ name: string; px: number }> {
  return page.evaluate(
    ([closest, height]) => {
      const focused = document.querySelector('enquiry-form')!.shadowRoot!.activeElement;
      const edge = (focused?.closest(closest) ?? focused)?.getBoundingClientRect();
      return {
        name: `${focused?.id || focused?.className || focused?.textContent}`,
        px: edge && edge.top < innerHeight ? edge.top - height : -innerHeight,
      };
    },
    [selector, headerPx] as const,
  );
}

test('what gets the focus with Shift and Tab is below the header', { tag: '@wcag-2.4.11' }, async ({
  page,
  stack,
}) => {
  await openBelowHeader(page, `${stack.site}/?tag`);
  const { field, form } = formOn(page);
  await field('First name').waitFor();
  await form.getByRole('button', { name: 'Send enquiry' }).focus();
  const covered: { name: string; px: number }[] = [];
  for (;;) {
    await page.keyboard.press('Shift+Tab');
    const focused = await focusedBelowHeader(page);
    if (focused.px < 0) covered.push(focused);
    if (focused.name === 'forename') break;
  }
  expect(covered).toEqual([]);
});

test('problems, the fields that their links lead to, and the receipt are below the header', async ({
  page,
  stack,
}) => {
  await openBelowHeader(page, `${stack.site}/house-move.html`);
  const { send, summary, receipt } = formOn(page);
  await send();
  await expect(summary).toBeFocused();
  expect((await focusedBelowHeader(page)).px).toBeGreaterThanOrEqual(0);
  for (const link of await summary.getByRole('link').all()) {
    await link.press('Enter');
    const field = await focusedBelowHeader(page, '.field');
    expect(field.px, field.name).toBeGreaterThanOrEqual(0);
  }
  await fillHouseMove(page);
  await send();
  await expect(receipt).toBeVisible();
  expect((await focusedBelowHeader(page)).px).toBeGreaterThanOrEqual(0);
});

test('the heading of a step is below the header', async ({ page, stack }) => {
  await openBelowHeader(page, `${stack.site}/steps.html`);
  await formOn(page).part('Where did it happen?', 'At work').waitFor();
  await formInStepsOn(page).fillInAccident();
  await expect(formInStepsOn(page).heading(/Were you injured/)).toBeFocused();
  expect((await focusedBelowHeader(page)).px).toBeGreaterThanOrEqual(0);
});
