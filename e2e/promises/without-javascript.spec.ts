import { test as base } from '../test.ts';
import { type PlainVisitor, plainPlaywrightDriver, plainVisitorWith } from '../visitor/plain-visitor.ts';
import { withEveryQuestion, withoutJavaScriptSuite } from './suites/without-javascript.ts';

const test = withEveryQuestion(base).extend<{ plain: PlainVisitor }>({
  plain: async ({ page }, use) => use(plainVisitorWith(plainPlaywrightDriver(page))),
});

// A browser and a stack of their own start more slowly than these tests run.
base.describe.configure({ mode: 'default' });
base.use({
  javaScriptEnabled: false,
  launchOptions: [
    // Over WebDriver BiDi, Playwright can't turn scripts off in Firefox.
    ({ browserName, launchOptions }, use) =>
      use(
        browserName === 'firefox'
          ? { ...launchOptions, firefoxUserPrefs: { 'javascript.enabled': false } }
          : launchOptions,
      ),
    { scope: 'worker' },
  ],
});

withoutJavaScriptSuite(test);
