import { visitorTest } from '../visitor/visitor-test.ts';
import { everyEngine } from './suites/core-journey.ts';

everyEngine(visitorTest);
