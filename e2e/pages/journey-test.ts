import { test } from '../test.ts';
import { withSharedTab } from './shared-tab.ts';
import { withTwoSites } from './two-sites.ts';

/** `test` for the suites with journeys across two sites. They share a tab, the sites and the stack. */
export const journeyTest = withTwoSites(withSharedTab(test));
