import { withTwoSites } from '../pages/two-sites.ts';
import { test as base } from '../test.ts';
import { withSharedTab } from '../visitor/shared-tab.ts';
import { attributionSuite, firstTouchSuite } from './suites/attribution.ts';

const test = withSharedTab(base);
attributionSuite(withTwoSites(test));
firstTouchSuite(test);
