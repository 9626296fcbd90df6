import { test as base } from '../test.ts';
import { withSharedTab } from './shared-tab.ts';
import { withTwoSites } from './two-sites.ts';

/** `test` whose journeys share a tab. */
export const tabTest = withSharedTab(base);

/** `test` for the suites with journeys across two sites. They also share the sites and the stack. */
export const journeyTest = withTwoSites(tabTest);
