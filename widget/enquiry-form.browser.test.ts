import { expect, fillInHouseMove, test, typesOf } from './testing/test.ts';

test('an enquiry reaches the proxy with every answer, and the receipt has its reference', async ({
  open,
  proxy,
  events,
}) => {
  const form = await open();
  await fillInHouseMove(form);
  await form.send();
  await expect.element(form.receipt()).toBeVisible();
  await expect.element(form.text('7K2PQ-2M9XD')).toBeVisible();
  expect(proxy.enquiries).toHaveLength(1);
  expect(typesOf(events)).toEqual(['enquiry-start', 'enquiry-before-submit', 'enquiry-accepted']);
});
