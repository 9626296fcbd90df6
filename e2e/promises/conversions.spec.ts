import { withTwoSites } from '../pages/two-sites.ts';
import { test } from '../test.ts';
import { withSharedTab } from '../visitor/shared-tab.ts';
import { conversionSuite } from './suites/conversions.ts';

conversionSuite(withTwoSites(withSharedTab(test)));
