import { test } from '../test.ts';
import { pageEndSuite } from './suites/page-end.ts';
import { withChallenges } from './suites/proof.ts';

// A stack of its own starts more slowly than these tests run.
test.describe.configure({ mode: 'default' });

pageEndSuite(withChallenges(test));
