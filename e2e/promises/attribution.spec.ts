import { journeyTest, tabTest } from '../pages/journey-test.ts';
import { attributionSuite, firstTouchSuite } from './suites/attribution.ts';

attributionSuite(journeyTest);
firstTouchSuite(tabTest);
