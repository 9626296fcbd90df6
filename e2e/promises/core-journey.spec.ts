import { test } from '../test.ts';
import { coreJourney } from './suites/core-journey.ts';

coreJourney(test);
