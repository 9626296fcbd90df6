// The entries in the data layer.

import { sendForms } from '../../../pages/journey.ts';
import { journeyPage } from '../../../pages/journey-page.ts';
import { keepPushes, readPushes } from '../../../pages/tag-manager.ts';
import type { TwoSitesTest } from '../../../pages/two-sites.ts';
import { expect } from '../../../test.ts';
import { waitUntilLoaded } from '../../../visitor/navigation.ts';
import { listReferences } from './conversion-pages.ts';

export function dataLayerSuite(test: TwoSitesTest): void {
  test('the data layer gets the marketing fields and the reference, and nothing that the visitor typed', {
    tag: '@asvs-14.2.3',
  }, async ({ visitor, stack, sites }) => {
    sites.site.serve(
      '/form',
      journeyPage(stack.proxy, { forms: ['data-layer'], values: {}, script: keepPushes }),
    );
    await visitor.open(`${sites.site.url}/form?utm_campaign=spring&utm_source=news&email=x@example.com`);
    await waitUntilLoaded(visitor);
    await expect.poll(() => visitor.run(readPushes, undefined)).toHaveLength(1); // The view, after a second.
    await visitor.fillIn('First name', 'Grace');
    await visitor.send();
    await expect.poll(async () => (await visitor.summary())?.links.length).toBe(1);
    await visitor.fillIn('Email address', 'grace@example.com');
    await visitor.send();
    await expect.poll(visitor.receipt).toContain('Grace');
    const pushes = await visitor.run(readPushes, undefined);
    const common = {
      case_type: 'journey',
      marketing_campaign: 'spring',
      marketing_lead_referer: 'news',
      marketing_keywords: '',
      marketing_detail: '',
    };
    const [reference] = await listReferences(stack);
    expect(pushes).toEqual([
      expect.objectContaining({ event: 'enquiry_view', ...common }),
      expect.objectContaining({ event: 'enquiry_start', ...common }),
      expect.objectContaining({ event: 'enquiry_refused', ...common }),
      expect.objectContaining({ event: 'enquiry_accepted', reference, ...common }),
    ]);
    expect(JSON.stringify(pushes)).not.toMatch(/Grace|example\.com|enquiry_id/);
  });

  test('the tag can name another data layer and add the enquiry’s number', async ({
    visitor,
    stack,
    sites,
  }) => {
    const attributes = 'data-layer="ownLayer" data-layer-number';
    sites.site.serve('/form', journeyPage(stack.proxy, { forms: [attributes], script: keepPushes }));
    await visitor.open(`${sites.site.url}/form`);
    expect(await sendForms(visitor)).toEqual([true]);
    const [enquiry] = await stack.listEnquiries();
    const own = await visitor.run(
      () => JSON.parse(JSON.stringify((window as unknown as { ownLayer: unknown[] }).ownLayer)),
      undefined,
    );
    expect(own.at(-1)).toMatchObject({ event: 'enquiry_accepted', enquiry_id: enquiry?.id });
    // The next push clears the number, although another part of the form has pushed it.
    const hasCleared = () => {
      const form = document.querySelector('enquiry-form')!;
      form.removeAttribute('data-layer-number');
      form.dispatchEvent(new CustomEvent('enquiry-view', { detail: {} }));
      return Object.hasOwn((window as unknown as { ownLayer: object[] }).ownLayer.at(-1) ?? {}, 'enquiry_id');
    };
    expect(await visitor.run(hasCleared, undefined)).toBe(true);
    expect(await visitor.run(readPushes, undefined)).toEqual([]);
  });
}
