// Where enquiries come from. Every browser engine runs this suite.

import { sendForms } from '../../pages/journey.ts';
import { journeyPage } from '../../pages/journey-page.ts';
import { type TwoSitesTest, withTwoSites } from '../../pages/two-sites.ts';
import { startOlderProxy } from '../../stand-ins/older-proxy.ts';
import { expect, type VisitorTest } from '../../test.ts';
import { consentJourneys } from './attribution/consent.ts';
import { firstTouchConfig, firstTouchJourneys } from './attribution/first-touch.ts';
import { journeySuite } from './attribution/journeys.ts';
import { onePageJourneys } from './attribution/one-page.ts';
import { valueJourneys } from './attribution/values.ts';
import { visitJourneys } from './attribution/visits.ts';

export function attributionSuite(test: TwoSitesTest): void {
  journeySuite(test, [...onePageJourneys, ...valueJourneys, ...visitJourneys, ...consentJourneys]);

  test('a proxy of the previous release gets the enquiry without what it refuses', async ({
    visitor,
    stack,
    sites: { site },
  }) => {
    const older = await startOlderProxy(stack.proxy, ['attribution', 'test']);
    site.serve('/form', journeyPage(older.url, { forms: [''] }));
    await visitor.open(`${site.url}/form?utm_campaign=spring&gclid=g`);
    expect(await sendForms(visitor)).toEqual([true]);
    expect(await visitor.receipt()).toContain('Form 1');
    expect(older.enquiries.map(enquiry => 'attribution' in enquiry)).toEqual([true, false]);
    const received = await stack.listEnquiries();
    expect(received.map(({ body }) => body.marketing_campaign)).toEqual(['spring']);
    await older.stop();
  });
}

/** Needs a stack with another config. */
export function firstTouchSuite(test: VisitorTest): void {
  test.describe(() => {
    // A stack of its own starts more slowly than these journeys take.
    test.describe.configure({ mode: 'default' });
    journeySuite(withTwoSites(test, { attribution: firstTouchConfig }), firstTouchJourneys);
  });
}
