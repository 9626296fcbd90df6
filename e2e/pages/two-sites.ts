// `test` for suites that need sites with several pages, in every browser engine.
import { type RunningStack, startStack } from '../processes/stack.ts';
import type { VisitorTest } from '../test.ts';
import { type Site, startSite } from './site.ts';

/** The customer's site, and one that links to it. */
export interface TwoSites {
  site: Site;
  elsewhere: Site;
}

/** `test` with two sites, and a stack whose only case type asks for a first name and an email address. */
export function withTwoSites(base: VisitorTest) {
  return base.extend<object, { sites: TwoSites; runningStack: RunningStack }>({
    sites: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
      async ({}, use) => {
        const [site, elsewhere] = await Promise.all([startSite(), startSite()]);
        await use({ site, elsewhere });
        await Promise.all([site.stop(), elsewhere.stop()]);
      },
      { scope: 'worker' },
    ],
    runningStack: [
      async ({ sites }, use) => {
        const running = await startStack(
          ({ origins, ...rest }) => ({
            ...rest,
            origins: [...origins, sites.site.url],
            contact: [{ field: 'forename' }, { field: 'email', required: true }],
            attachments: { max_files: 0, max_bytes: 10_000 },
            case_types: { journey: { label: { en: 'Journey', cy: 'Taith' } } },
          }),
          // Many enquiries come from one address.
          { ENQUIRY_RATE_PER_ADDRESS: '100000' },
        );
        await use(running);
        await running.stop();
      },
      { scope: 'worker' },
    ],
  });
}

export type TwoSitesTest = ReturnType<typeof withTwoSites>;
