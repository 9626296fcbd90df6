// Where enquiries come from: runs journeys, and compares the values that arrive at the enquiry API with those in their
// rows. Every browser engine runs this suite.
import { sendForms } from '../../pages/journey.ts';
import type { TwoSitesTest } from '../../pages/two-sites.ts';
import type { ReceivedEnquiry } from '../../processes/enquiry-api.ts';
import { expect } from '../../test.ts';
import { type Journey, journeys } from './attribution-journeys.ts';

/** Runs each journey as a test. */
export function attributionSuite(test: TwoSitesTest): void {
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

const marketingFields = {
  campaign: 'marketing_campaign',
  referer: 'marketing_lead_referer',
  keywords: 'marketing_keywords',
  detail: 'marketing_detail',
};

/** Completes the expected values of each form in a row. */
function expectedValues(arrives: Journey['arrives'], site: string, elsewhere: string) {
  return (Array.isArray(arrives) ? arrives : [arrives]).map(values => {
    const complete = Object.entries(values).map(([name, value]) => [
      name,
      value.replaceAll('{site}', site).replaceAll('{elsewhere}', elsewhere).slice(0, 500),
    ]);
    return sortSources({ language: 'en', site, ...Object.fromEntries(complete) });
  });
}

/** Lists the values that aren't empty, by their names in rows. */
function summarise({ body, meta }: ReceivedEnquiry): Record<string, string> {
  const marketing = Object.entries(marketingFields).map(([name, field]) => [name, String(body[field] ?? '')]);
  const entries = meta.map(({ id, value }) => [id.replace(/^attribution_/, ''), value, id]);
  return sortSources(
    Object.fromEntries([
      ...marketing.filter(([, value]) => value),
      ...entries.filter(([, , id]) => id?.startsWith('attribution_')),
    ]),
  );
}

/** Sorts the sources, because their order doesn't matter. */
function sortSources(values: Record<string, string>): Record<string, string> {
  return values.sources === undefined
    ? values
    : { ...values, sources: values.sources.split(', ').sort().join(', ') };
}
