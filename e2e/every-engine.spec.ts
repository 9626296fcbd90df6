import { everyEngine } from './every-engine.ts';
import { visitorTest } from './visitor-test.ts';

everyEngine(visitorTest);
