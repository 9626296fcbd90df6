// The demo's pages on a phone.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../test.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

test('each page of the demo leads to each other, and has its form’s first field on the first screen', async ({
  page,
  stack,
}) => {
  await page.goto(stack.site);
  const select = page.getByLabel('Page of the demo');
  const names = await select.locator('option').allTextContents();
  expect(names.length).toBeGreaterThan(5);
  const bottoms: Record<string, number> = {};
  for (const name of [...names.slice(1), names[0]!]) {
    await select.selectOption(name);
    await expect(page.locator('option[selected]')).toHaveText(name);
    await expect(page.locator('enquiry-form').first()).toHaveAttribute('ready');
    bottoms[name] = await page.evaluate(() => {
      const fields = document.querySelector('enquiry-form')!.shadowRoot!.querySelectorAll('[name]');
      const first = [...fields].find(field => field.checkVisibility() && field.clientHeight > 0);
      return (first?.closest('.choice') ?? first)!.getBoundingClientRect().bottom;
    });
  }
  expect(Object.entries(bottoms).filter(([, bottom]) => bottom > 740)).toEqual([]);
  await page.getByRole('link', { name: 'By the tag' }).click();
  await expect(page.locator('enquiry-form')).toHaveAttribute('ready');
  await expect(page.getByRole('link', { name: 'By the tag' })).toHaveAttribute('aria-current');
});

test('on a desktop, the pages of employment and house move use the width', async ({ page, stack }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const path of ['employment', 'house-move']) {
    await page.goto(`${stack.site}/${path}.html`);
    const form = page.locator('enquiry-form');
    const boxOf = async (name: string) => (await form.getByLabel(name).boundingBox())!;
    const [card, pitch] = [await form.boundingBox(), await page.locator('.pitch').boundingBox()];
    // The text stands beside the form, and two names stand side by side.
    expect(card!.x, path).toBeGreaterThan(pitch!.x + 300);
    expect(card!.x + card!.width - pitch!.x, path).toBeGreaterThan(900);
    expect((await boxOf('First name')).y, path).toBeCloseTo((await boxOf('Last name')).y, 0);
  }
});

/** Answers as a finger does, and counts the taps. A field that has the focus needs none. */
function fingerOn(page: Page) {
  const form = page.locator('enquiry-form');
  const field = (name: string) =>
    form.getByLabel(name, { exact: true }).or(form.getByLabel(`${name} (optional)`, { exact: true }));
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.tap();
  };
  return {
    countTaps: () => taps,
    tap,
    choose: (question: string, answer: string) =>
      tap(form.getByRole('group', { name: question }).getByText(answer, { exact: true })),
    tick: (name: string) => tap(field(name)),
    press: (name: string) => tap(form.getByRole('button', { name, exact: true })),
    /** Taps into a field and types, then goes on with the keyboard's "next", which is no tap. */
    async type(...answers: [name: string, answer: string][]) {
      await tap(field(answers[0]![0]));
      await this.typeOn(...answers);
    },
    /** Types into the field that has the focus, and into those that follow it. */
    async typeOn(...answers: [name: string, answer: string][]) {
      for (const [index, [name, answer]] of answers.entries()) {
        if (index > 0) await page.keyboard.press('Tab');
        await expect(field(name)).toBeFocused();
        await page.keyboard.type(answer);
      }
    },
  };
}

const date: [string, string][] = [
  ['Day', '1'],
  ['Month', '2'],
  ['Year', '2026'],
];
const names: [string, string][] = [
  ['First name', 'Ada'],
  ['Last name', 'Byron'],
  ['Mobile number', '07700 900123'],
];
const message = 'You can leave a message if I don’t answer.';

test('the form of an accident takes at most 12 taps', async ({ page, stack }) => {
  await page.goto(stack.site);
  const finger = fingerOn(page);
  await finger.type(...date);
  await finger.choose('Where did it happen?', 'On the road');
  await finger.choose('How were you travelling?', 'By car or van');
  await finger.choose('Were you injured?', 'Yes');
  await finger.choose('What was injured?', 'Neck or back');
  await finger.type(['What happened?', 'A car turned left.']);
  await finger.type(...names);
  await finger.tick(message);
  await finger.type(['Email address', 'ada@example.com']);
  await finger.press('Send enquiry');
  await expect(
    page.locator('enquiry-form').getByRole('group', { name: /received your enquiry/ }),
  ).toBeVisible();
  expect(finger.countTaps()).toBeLessThanOrEqual(12);
});

test('the form of an accident takes at most 15 taps in steps', async ({ page, stack }) => {
  await page.goto(`${stack.site}/steps.html`);
  const finger = fingerOn(page);
  await finger.type(...date);
  await finger.choose('Where did it happen?', 'On the road');
  await finger.press('Continue');
  await finger.choose('How were you travelling?', 'By car or van');
  await finger.press('Continue'); // The question is optional, so a choice doesn't lead on.
  await finger.choose('Were you injured?', 'Yes');
  await finger.choose('What was injured?', 'Neck or back');
  await finger.press('Continue');
  await finger.typeOn(['What happened?', 'A car turned left.']);
  await finger.press('Continue');
  await finger.type(...names);
  await finger.tick(message);
  await finger.type(['Email address', 'ada@example.com']);
  await finger.press('Continue');
  await finger.press('Continue'); // Past the files.
  await finger.press('Send enquiry');
  await expect(
    page.locator('enquiry-form').getByRole('group', { name: /received your enquiry/ }),
  ).toBeVisible();
  expect(finger.countTaps()).toBeLessThanOrEqual(15);
});
