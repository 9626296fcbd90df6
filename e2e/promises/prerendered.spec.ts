import { test } from '../test.ts';
import { prerenderedSuite } from './suites/prerendered.ts';

prerenderedSuite(test);
