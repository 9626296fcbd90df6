import { expect, test } from '../test.ts';
import { conversions, oneConversionSuite, openFilledIn } from './suites/one-conversion.ts';

oneConversionSuite(test);

test('a visitor whose browser blocks the code for measuring counts as one conversion, too', async ({
  page,
  visitor,
  stack,
}) => {
  await page.route('**/assets/measurement-*', route => route.abort());
  await openFilledIn(visitor, stack);
  await visitor.send();
  await expect.poll(visitor.receipt).toContain('Thank you');
  const { events, pushes } = await conversions(visitor);
  expect([events.length, pushes.length]).toEqual([1, 1]);
  expect((await stack.listEnquiries())[0]?.body).toMatchObject({ forename: 'Grace' });
});
