// Where enquiries come from. Every browser engine runs this suite.

import { type TwoSitesTest, withTwoSites } from '../../pages/two-sites.ts';
import type { VisitorTest } from '../../test.ts';
import { consentJourneys } from './attribution/consent.ts';
import { firstTouchConfig, firstTouchJourneys } from './attribution/first-touch.ts';
import { journeySuite } from './attribution/journeys.ts';
import { onePageJourneys } from './attribution/one-page.ts';
import { valueJourneys } from './attribution/values.ts';
import { visitJourneys } from './attribution/visits.ts';

export function attributionSuite(test: TwoSitesTest): void {
  journeySuite(test, [...onePageJourneys, ...valueJourneys, ...visitJourneys, ...consentJourneys]);
}

/** Needs a stack with another config. */
export function firstTouchSuite(test: VisitorTest): void {
  test.describe(() => {
    // A stack of its own starts more slowly than these journeys take.
    test.describe.configure({ mode: 'default' });
    journeySuite(withTwoSites(test, { attribution: firstTouchConfig }), firstTouchJourneys);
  });
}
