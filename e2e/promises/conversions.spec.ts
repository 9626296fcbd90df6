import { journeyTest } from '../pages/journey-test.ts';
import { conversionSuite } from './suites/conversions.ts';

conversionSuite(journeyTest);
