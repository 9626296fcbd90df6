// One conversion for each enquiry. Every browser engine runs this suite.
import type { EnquiryForm } from '../../pages/house-move-page.ts';
import { sendForms } from '../../pages/journey.ts';
import { journeyPage } from '../../pages/journey-page.ts';
import { sendInFrames } from '../../pages/many-frames.ts';
import { keepPushes, readPushes, tagManager } from '../../pages/tag-manager.ts';
import type { TwoSites, TwoSitesTest } from '../../pages/two-sites.ts';
import type { Stack } from '../../processes/stack.ts';
import { type ConversionCollector, startConversionCollector } from '../../stand-ins/conversion-collector.ts';
import { beforeRelease, expect } from '../../test.ts';
import { goBackTo } from '../../visitor/navigation.ts';
import type { Visitor } from '../../visitor/visitor.ts';

/** The fixtures that the tests of conversions use. */
interface Surroundings {
  visitor: Visitor;
  stack: Stack;
  sites: TwoSites;
}

/** Resolves with the references of the enquiries that have arrived. */
async function listReferences(stack: Stack): Promise<string[]> {
  const enquiries = await stack.listEnquiries();
  return enquiries.map(({ meta }) => meta.find(({ id }) => id === 'enquiry_reference')?.value ?? '');
}

/** Resolves with the references of the conversions in this tab. */
async function readConversions(visitor: Visitor): Promise<string[]> {
  const pushes = await visitor.run(readPushes, undefined);
  return pushes.filter(({ event }) => event === 'enquiry_accepted').map(({ reference }) => String(reference));
}

const sort = (texts: string[]) => [...texts].sort();

const redirect = 'success-url="/thanks" success-reference="reference"';

/** Lets the form and the tag manager wait for longer than two seconds, because a browser on a busy machine may need more
 * for a tag of 900 ms. */
const waitLonger = `const { setTimeout: start } = window;
window.setTimeout = (action, ms, ...values) => start(action, ms === 2000 ? 30_000 : ms, ...values)`;

export function conversionSuite(base: TwoSitesTest): void {
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

  test('a double click, a reload and Back to the receipt push one conversion, and a new enquiry pushes its own', async ({
    visitor,
    stack,
    sites,
  }) => {
    const page = { forms: ['data-layer'], script: keepPushes };
    const address = `${sites.site.url}/form`;
    sites.site.serve('/form', journeyPage(stack.proxy, page));
    sites.site.serve('/other', journeyPage(stack.proxy, {}));
    await visitor.open(address);
    // This sends the form twice, like a double click.
    expect(await visitor.run(sendTwice, undefined)).toEqual([true, true]);
    await visitor.reload();
    await expect.poll(visitor.receipt).toContain('received');
    await visitor.open(`${sites.site.url}/other`);
    await goBackTo(visitor, address);
    await expect.poll(visitor.receipt).toContain('received');
    const [first, ...others] = await listReferences(stack);
    expect(others).toEqual([]);
    expect(await readConversions(visitor)).toEqual([first]);

    await visitor.run(() => document.querySelector<EnquiryForm>('enquiry-form')!.reset(), undefined);
    expect(await sendForms(visitor)).toEqual([true]);
    await expect.poll(async () => (await listReferences(stack)).length).toBe(2);
    const references = await listReferences(stack);
    expect(sort(await readConversions(visitor))).toEqual(sort(references));
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

/** Runs in the page. */
async function sendTwice(): Promise<boolean[]> {
  await customElements.whenDefined('enquiry-form');
  const form = document.querySelector<EnquiryForm>('enquiry-form')!;
  return Promise.all([form.submit(), form.submit()]);
}
