// A page that is reloaded while it waits for its tags. Every browser engine runs this suite.

import { sampleValuesAttribute } from '../../pages/house-move-page.ts';
import type { Stack } from '../../processes/stack.ts';
import { expect, type VisitorTest } from '../../test.ts';
import type { Visitor } from '../../visitor/visitor.ts';

/** Runs in the page. Records the pages and the conversions in local storage. Also keeps the form from asking whether to
 * leave the page, because only a visitor could answer. */
const script = `
  const keep = (key, value) => localStorage.setItem(key, JSON.stringify([...JSON.parse(localStorage[key] ?? '[]'), value]));
  keep('loads', location.pathname);
  addEventListener('beforeunload', event => event.stopImmediatePropagation(), true);
  addEventListener('enquiry-accepted', ({ detail }) => keep('events', detail.reference));
  window.dataLayer = [];
  dataLayer.push = function (entry) {
    Array.prototype.push.call(this, entry);
    if (entry.event === 'enquiry_accepted') keep('pushes', entry.reference);
  };`;

/** Opens a page whose form is filled in and pushes to the data layer. */
export async function openFilledIn(visitor: Visitor, stack: Stack, attributes = ''): Promise<void> {
  await visitor.open(
    stack.servePage(
      `<!doctype html><html lang="en"><title>Conversions</title><h1>Conversions</h1><script>${script}</script>
      <enquiry-form case-type="house-move" data-layer ${sampleValuesAttribute} ${attributes}></enquiry-form>
      <script type="module" src="${stack.proxy}/enquiry-form.js?case-type=house-move"></script>`,
      '',
    ),
  );
  await visitor.run(() => localStorage.clear(), undefined);
}

/** The records of all pages since the form was opened: events, data layer pushes and page loads. */
export const conversions = (visitor: Visitor) =>
  visitor.run(() => {
    const kept = (key: string): string[] => JSON.parse(localStorage.getItem(key) ?? '[]');
    return { events: kept('events'), pushes: kept('pushes'), loads: kept('loads') };
  }, undefined);

/** The path of the page. Undefined while the browser is leaving a page. */
const path = (visitor: Visitor) => visitor.run(() => location.pathname, undefined).catch(() => undefined);

export function oneConversionSuite(test: VisitorTest): void {
  test('a reload while the page waits for its tags leads to success-url, without a second conversion', async ({
    visitor,
    stack,
  }) => {
    await openFilledIn(visitor, stack, 'success-url="/thanks"');
    await visitor.run(
      () => addEventListener('enquiry-accepted', () => setTimeout(() => location.reload(), 200)),
      undefined,
    );
    await visitor.send();
    await expect.poll(() => path(visitor)).toBe('/thanks');
    const { loads, events, pushes } = await conversions(visitor);
    expect(loads).toEqual(['/', '/thanks']);
    expect([events.length, pushes.length]).toEqual([1, 1]);
    expect(await stack.listEnquiries()).toHaveLength(1);
  });
}
