import { test } from '../test.ts';
import { pinnedScriptSuite } from './suites/pinned-scripts.ts';

pinnedScriptSuite(test);
