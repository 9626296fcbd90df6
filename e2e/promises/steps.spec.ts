import { test } from '../test.ts';
import { stepsSuite } from './suites/steps.ts';

stepsSuite(test);
