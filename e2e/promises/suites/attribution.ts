// Where enquiries come from. Every browser engine runs this suite.

import { type TwoSitesTest, withTwoSites } from '../../pages/two-sites.ts';
import type { VisitorTest } from '../../test.ts';
import { journeySuite } from './attribution/journey-suite.ts';
import { firstTouchConfig, firstTouchJourneys, journeys } from './attribution/journeys.ts';

export function attributionSuite(test: TwoSitesTest): void {
  journeySuite(test, journeys);
}

/** Needs a stack with another config. */
export function firstTouchSuite(test: VisitorTest): void {
  test.describe(() => {
    // A stack of its own starts more slowly than these journeys take.
    test.describe.configure({ mode: 'default' });
    journeySuite(withTwoSites(test, { attribution: firstTouchConfig }), firstTouchJourneys);
  });
}
