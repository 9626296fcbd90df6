import { withTwoSites } from '../pages/two-sites.ts';
import { test } from '../test.ts';
import { attributionSuite, firstTouchSuite } from './suites/attribution.ts';

attributionSuite(withTwoSites(test));
firstTouchSuite(test);
