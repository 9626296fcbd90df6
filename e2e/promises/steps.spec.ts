// The form in steps: moving between steps, hidden steps and the layout.

import { openState } from '../../tools/screenshots/states.ts';
import { beforeRelease, expect, test } from '../test.ts';
import { axeViolations } from '../visitor/axe.ts';
import { playwrightDriver } from '../visitor/playwright-driver.ts';
import { stepsSuite } from './suites/steps.ts';

stepsSuite(test);

for (const colorScheme of ['light', 'dark'] as const) {
  for (const state of [
    'steps-first',
    'steps-new-question',
    'steps-middle',
    'steps-problems',
    'steps-check',
  ]) {
    test(
      `axe finds no violation: ${state}, ${colorScheme}`,
      beforeRelease,
      async ({ page, stack, browserName }) => {
        test.skip(browserName === 'firefox' && colorScheme === 'dark', 'over BiDi a page can’t be dark');
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await openState(state, page, stack);
        expect(await axeViolations(playwrightDriver(page))).toEqual([]);
      },
    );
  }
}
