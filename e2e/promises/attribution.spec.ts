import { journeyTest } from '../pages/journey-test.ts';
import { attributionSuite } from './suites/attribution.ts';

attributionSuite(journeyTest);
