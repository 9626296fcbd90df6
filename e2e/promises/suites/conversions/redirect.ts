// Tags that need time before the redirect.
import { journeyPage } from '../../../pages/journey-page.ts';
import { sendInFrames } from '../../../pages/many-frames.ts';
import { tagManager } from '../../../pages/tag-manager.ts';
import type { TwoSitesTest } from '../../../pages/two-sites.ts';
import {
  type ConversionCollector,
  startConversionCollector,
} from '../../../stand-ins/conversion-collector.ts';
import { beforeRelease, expect } from '../../../test.ts';
import { listReferences, type Surroundings, sort } from './conversion-pages.ts';

const redirect = 'success-url="/thanks" success-reference="reference"';

/** A script that passes a tag of 900 ms to `waitUntil`. */
const waitUntilTag = (collectorUrl: string) => `addEventListener('enquiry-accepted', ({ detail }) => {
  detail.waitUntil(new Promise(resolve => setTimeout(resolve, 800)).then(() =>
    fetch('${collectorUrl}/?reference=' + detail.reference)))
})`;

/** Lets the form and the tag manager wait for longer than two seconds, because a browser on a busy machine may need more
 * for a tag of 900 ms. */
const waitLonger = `const { setTimeout: start } = window;
window.setTimeout = (action, ms, ...values) => start(action, ms === 2000 ? 30_000 : ms, ...values)`;
export function redirectSuite(base: TwoSitesTest): void {
  const test = base.extend<{ collector: ConversionCollector }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
    collector: async ({}, use) => {
      const collector = await startConversionCollector();
      await use(collector);
      await collector.stop();
    },
  });

  test(
    'a tag manager whose tag takes 900 ms before a redirect records 100 of 100 enquiries',
    beforeRelease,
    async ({ visitor, stack, sites, collector }) => {
      test.setTimeout(150_000);
      const script = tagManager(collector.url);
      const reached = await sendMany({ visitor, stack, sites }, 100, `data-layer ${redirect}`, script);
      const references = await listReferences(stack);
      expect(new Set(references).size).toBe(100);
      expect(sort(collector.conversions.map(({ reference }) => reference))).toEqual(sort(references));
      expect(sort(reached)).toEqual(
        sort(references.map(reference => `${sites.site.url}/thanks?reference=${reference}`)),
      );
    },
  );

  test('a tag that the page passes to waitUntil ends before the redirect', async ({
    visitor,
    stack,
    sites,
    collector,
  }) => {
    await sendMany({ visitor, stack, sites }, 10, redirect, waitUntilTag(collector.url));
    const references = await listReferences(stack);
    expect(references).toHaveLength(10);
    expect(sort(collector.conversions.map(({ reference }) => reference))).toEqual(sort(references));
  });
}

/** Sends enquiries from `count` pages with this script. Resolves with the addresses that they redirected to. */
async function sendMany(
  { visitor, stack, sites }: Surroundings,
  count: number,
  form: string,
  script: string,
) {
  const { site } = sites;
  const paths = Array.from({ length: count }, (_, at) => `/enquiries/${at + 1}`);
  const page = journeyPage(stack.proxy, { forms: [form], script: `${waitLonger};${script}` });
  for (const path of paths) site.serve(path, page);
  site.serve('/thanks', '<!doctype html><title>Thanks</title>');
  site.serve('/', '<!doctype html><title>Frames</title>');
  await visitor.open(site.url);
  return sendInFrames(visitor, { addresses: paths, parallel: 20 });
}
