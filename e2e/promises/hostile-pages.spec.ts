import { test } from '../test.ts';
import { hostilePageSuite } from './suites/hostile-pages.ts';

hostilePageSuite(test);
