import { languages } from '../../proxy/contract/languages/enquiry-texts.ts';
import { drawPicture } from '../files/photos.ts';
import { beforeRelease, expect, test } from '../test.ts';
import { formOn } from '../visitor/form.ts';

// A browser and a stack of their own start more slowly than these tests run.
test.describe.configure({ mode: 'default' });

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

test(
  'a touch screen shows the limits and two buttons of the same size, in every language',
  beforeRelease,
  async ({ page, stack }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const definition = await (await fetch(`${stack.proxy}/case-types/house-move`)).json();
    let lang = '';
    await page.route('**/case-types/**', route =>
      route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: { ...definition, lang } }),
    );
    for (lang of languages) {
      await page.goto(
        stack.servePage(
          `<!doctype html><html lang="${lang}"><meta name="viewport" content="width=device-width"><title>L</title><script type="module" src="${stack.proxy}/enquiry-form.js"></script><enquiry-form case-type="house-move"></enquiry-form>`,
          '',
        ),
      );
      const { form } = formOn(page);
      const buttons = form.locator('.drop [part=quiet-button]');
      await expect(buttons).toHaveCount(2);
      await expect(form.locator('.drop b')).toBeHidden();
      await expect(form.locator('#limits')).toBeVisible();
      const [choose, take] = await buttons.evaluateAll(all =>
        all.map(button => {
          const { x, y, width, height } = button.getBoundingClientRect();
          return { x, y, width, height, overflow: button.scrollWidth - button.clientWidth };
        }),
      );
      expect(choose!.y).toBe(take!.y);
      expect(choose!.height).toBe(take!.height);
      expect(choose!.height).toBeGreaterThanOrEqual(44);
      expect(Math.abs(choose!.width - take!.width)).toBeLessThan(1);
      expect([choose!.overflow, take!.overflow]).toEqual([0, 0]);
    }
  },
);

test('each button opens its own file dialog', async ({ page, stack }) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { form } = formOn(page);
  for (const [text, capture] of [
    ['Choose files', null],
    ['Take a photo', 'environment'],
  ] as const) {
    const opened = page.waitForEvent('filechooser');
    // The invisible input covers the text.
    await form.getByText(text, { exact: true }).click({ force: true });
    expect(await (await opened).element().getAttribute('capture')).toBe(capture);
  }
});
