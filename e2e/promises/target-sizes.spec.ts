// What visitors click or tap is large enough, in every state of the form and in a dense look.
import type { Page } from '@playwright/test';
import { openState } from '../../tools/screenshots/states.ts';
import { beforeRelease, expect, test } from '../test.ts';
import { findSmallTargets } from '../visitor/accessibility-checks.ts';

/** Between them, these states have every kind of target. */
const states = [
  ...['problems', 'answers', 'files', 'steps-check', 'contact'].map(state => ({
    state,
    when: { tag: '@wcag-2.5.8' },
  })),
  ...'answers-problems ending finishing receipt-refused receipt-reload draft countdown unreachable steps-problems arabic-problems'
    .split(' ')
    .map(state => ({ state, when: beforeRelease })),
];

async function findSmallTargetsInLooks(page: Page, minPx: number): Promise<string[]> {
  const found: string[] = [];
  for (const look of ['', 'dense']) {
    await page.locator('enquiry-form').evaluate((form, name) => form.setAttribute('class', name), look);
    found.push(...(await page.evaluate(findSmallTargets, minPx)).map(target => `${look} ${target}`));
  }
  return found;
}

for (const { state, when } of states) {
  test(`targets measure at least 24 px: ${state}`, when, async ({ page, stack }) => {
    await openState(state, page, stack);
    expect(await findSmallTargetsInLooks(page, 24)).toEqual([]);
  });
}

test.describe('with a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });
  for (const { state, when } of states) {
    test(`targets measure at least 44 px on touch screens: ${state}`, when, async ({ page, stack }) => {
      await openState(state, page, stack);
      expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
      expect(await findSmallTargetsInLooks(page, 44)).toEqual([]);
    });
  }
});
