import { sampleValuesAttribute } from '../pages/house-move-page.ts';
import { expect, test } from '../test.ts';
import { formOn } from '../visitor/form.ts';

test('a visitor whose browser blocks the code for measuring counts as one conversion, too', async ({
  page,
  stack,
}) => {
  await page.route('**/assets/measurement-*', route => route.abort());
  const script =
    "window.dataLayer = []; window.events = []; addEventListener('enquiry-accepted', event => events.push(event.type));";
  await page.goto(
    stack.servePage(
      `<!doctype html><html lang="en"><title>Conversions</title><h1>Conversions</h1><script>${script}</script>
      <enquiry-form case-type="house-move" data-layer ${sampleValuesAttribute}></enquiry-form>
      <script type="module" src="${stack.proxy}/enquiry-form.js?case-type=house-move"></script>`,
      '',
    ),
  );
  await formOn(page).send();
  await expect(formOn(page).receipt).toContainText('Thank you');
  const accepted = await page.evaluate(() => {
    const { events, dataLayer } = window as unknown as { events: string[]; dataLayer: { event: string }[] };
    return [...events, ...dataLayer.map(({ event }) => event).filter(event => event === 'enquiry_accepted')];
  });
  expect(accepted).toEqual(['enquiry-accepted', 'enquiry_accepted']);
  expect((await stack.listEnquiries())[0]?.body).toMatchObject({ forename: 'Grace' });
});
