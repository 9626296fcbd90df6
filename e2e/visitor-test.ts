import { handOfPlaywright } from './hand-of-playwright.ts';
import { test } from './stack.ts';
import { type Visitor, visitorWith } from './visitor.ts';

/** `test` with a visitor in the project's engine, Chromium or Firefox. */
export const visitorTest = test.extend<{ visitor: Visitor }>({
  visitor: async ({ page }, use) => use(visitorWith(handOfPlaywright(page))),
});
