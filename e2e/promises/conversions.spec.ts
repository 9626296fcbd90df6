import { withTwoSites } from '../pages/two-sites.ts';
import { test } from '../test.ts';
import { conversionSuite } from './suites/conversions.ts';

conversionSuite(withTwoSites(test));
