import { visitorTest } from '../visitor/visitor-test.ts';
import { hostilePages } from './suites/hostile-pages.ts';

hostilePages(visitorTest);
