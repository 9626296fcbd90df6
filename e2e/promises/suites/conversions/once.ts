// Each enquiry is one conversion, even after a double click, a reload or Back.
import type { EnquiryForm } from '../../../pages/house-move-page.ts';
import { sendForms } from '../../../pages/journey.ts';
import { journeyPage } from '../../../pages/journey-page.ts';
import { keepPushes } from '../../../pages/tag-manager.ts';
import type { TwoSitesTest } from '../../../pages/two-sites.ts';
import { expect } from '../../../test.ts';
import { goBackTo } from '../../../visitor/navigation.ts';
import { listReferences, readConversions, sort } from './conversion-pages.ts';

export function onceSuite(test: TwoSitesTest): void {
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

/** Runs in the page. */
async function sendTwice(): Promise<boolean[]> {
  await customElements.whenDefined('enquiry-form');
  const form = document.querySelector<EnquiryForm>('enquiry-form')!;
  return Promise.all([form.submit(), form.submit()]);
}
