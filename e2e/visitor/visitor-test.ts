import { test } from '../processes/stack.ts';
import { handOfPlaywright } from './playwright-driver.ts';
import { type Visitor, visitorWith } from './visitor.ts';

/** `test` with a visitor in the project's engine, Chromium or Firefox. */
export const visitorTest = test.extend<{ visitor: Visitor }>({
  visitor: async ({ page }, use) => use(visitorWith(handOfPlaywright(page))),
});
