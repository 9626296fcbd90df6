import { measureLayoutShift } from '../processes/measure.ts';
import { beforeRelease, expect, test } from '../test.ts';

for (const width of [360, 768, 1280]) {
  for (const path of ['/', '/?tag', '/house-move.html']) {
    for (const variant of ['with its questions in the script', 'with its questions loaded after it']) {
      test(
        `nothing on ${path} shifts at ${width} px, ${variant}`,
        width === 360 ? {} : beforeRelease,
        async ({ page, stack }) => {
          await page.setViewportSize({ width, height: 900 });
          // Delays the script, because one that arrives before the first paint would shift nothing.
          let paint = () => {};
          const painted = new Promise<void>(resolve => {
            paint = resolve;
          });
          await page.exposeFunction('painted', () => paint());
          await page.addInitScript(() => {
            const onPaint = (window as unknown as { painted(): void }).painted;
            new PerformanceObserver(() => onPaint()).observe({ type: 'paint', buffered: true });
          });
          await page.route('**/enquiry-form.js*', async route => {
            await painted;
            const url = variant.includes('after') ? `${stack.proxy}/enquiry-form.js` : route.request().url();
            await route.continue({ url });
          });
          await page.goto(`${stack.site}${path}`);
          await page.locator('enquiry-form[ready]').waitFor();
          expect(await page.evaluate(measureLayoutShift, 0)).toBeLessThanOrEqual(0.01);
        },
      );
    }
  }
}
