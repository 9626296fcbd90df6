import { test } from '../test.ts';
import { blockedRequestSuite } from './suites/blocked-requests.ts';

blockedRequestSuite(test);
