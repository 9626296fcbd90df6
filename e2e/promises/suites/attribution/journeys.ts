// Runs journeys and compares the values that arrive at the enquiry API with those in their rows.

import { sendForms } from '../../../pages/journey.ts';
import type { TwoSitesTest } from '../../../pages/two-sites.ts';
import { expect } from '../../../test.ts';
import { expectedValues, summarise } from './expected.ts';
import type { Journey } from './journey-row.ts';

/** Runs each journey as a test. */
export function journeySuite(test: TwoSitesTest, journeys: Journey[]): void {
  for (const { name, steps, arrives } of journeys) {
    test(name, async ({ visitor, stack, sites }) => {
      const surroundings = { visitor, proxy: stack.proxy, ...sites };
      for (const step of steps) await step(surroundings);
      const expected = expectedValues(arrives, sites.site.url, sites.elsewhere.url);
      expect(await sendForms(visitor)).toEqual(expected.map(() => true));
      await expect.poll(async () => (await stack.listEnquiries()).length).toBe(expected.length);
      const received = await stack.listEnquiries();
      for (const [at, values] of expected.entries()) {
        const enquiry = received.find(({ body }) => body.forename === `Form ${at + 1}`);
        expect(enquiry && summarise(enquiry)).toEqual(values);
      }
    });
  }
}
