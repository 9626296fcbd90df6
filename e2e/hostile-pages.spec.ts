import { hostilePages } from './hostile-pages.ts';
import { visitorTest } from './visitor-test.ts';

hostilePages(visitorTest);
