import { test } from '../test.ts';
import { coreJourney } from './suites/core-journey.ts';
import { brokenUploadSuite } from './suites/uploads.ts';

coreJourney(test);
brokenUploadSuite(test);
