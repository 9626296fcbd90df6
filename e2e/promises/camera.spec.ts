import { drawPicture } from '../files/photos.ts';
import { expect, test } from '../test.ts';
import { formOn } from '../visitor/form.ts';

// Each browser simulates a phone as far as it can. Firefox can only simulate a touch screen.
test.use({
  hasTouch: ({ browserName }, use) => use(browserName === 'chromium'),
  isMobile: ({ browserName }, use) => use(browserName === 'chromium'),
  viewport: { width: 390, height: 800 },
  launchOptions: [
    ({ browserName, launchOptions }, use) => {
      const firefoxUserPrefs = { 'ui.primaryPointerCapabilities': 1, 'ui.allPointerCapabilities': 1 };
      return use(browserName === 'firefox' ? { ...launchOptions, firefoxUserPrefs } : launchOptions);
    },
    { scope: 'worker' },
  ],
});

test('a visitor with a phone can take a photo', async ({ page, visitor, stack }) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { form } = formOn(page);
  await expect(form.getByText('Take a photo')).toBeVisible();
  const camera = form.getByLabel('Take a photo');
  await expect(camera).toHaveAttribute('capture', 'environment');
  const photo = await drawPicture(visitor, 'image.jpg', { type: 'image/jpeg', width: 300, height: 200 });
  await camera.setInputFiles(photo);
  await expect(form.locator('[part=file]')).toContainText('image.jpg');
});
