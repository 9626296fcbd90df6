// From Send to the receipt: nothing that the visitor does is lost, and no retry is promised that can't help.
import { openState } from '../../tools/screenshots/states.ts';
import { beforeRelease, expect, test } from '../test.ts';
import { axeViolations } from '../visitor/axe.ts';
import { playwrightDriver } from '../visitor/playwright-driver.ts';

for (const [colorScheme, when] of [
  ['light', {}],
  ['dark', beforeRelease],
] as const) {
  test(
    `axe finds no violation while the form waits, takes long or can’t send, ${colorScheme}`,
    when,
    async ({ browser, stack }) => {
      for (const state of ['waiting', 'slow-contact', 'failed']) {
        const page = await browser.newPage({ colorScheme, reducedMotion: 'reduce' });
        await openState(state, page, stack);
        expect(await axeViolations(playwrightDriver(page)), state).toEqual([]);
        await page.close();
      }
    },
  );
}
