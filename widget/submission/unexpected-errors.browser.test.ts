// Something throws that never should. The enquiry isn't lost, and the visitor isn't left at "Sending…".
import { vi } from 'vitest';
import { expect, sendHouseMove, test } from '../testing/test.ts';
import { textPatterns } from '../testing/texts.ts';

test('after an unexpected error, the visitor sees that the enquiry wasn’t sent, and can try again', async ({
  open,
  proxy,
}) => {
  const error = new Error('The page has broken the browser.');
  const broken = vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw error;
  });
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const form = await open();
  await sendHouseMove(form);
  await expect.element(form.alert()).toMatchTextContent(textPatterns.failed);
  expect(log.mock.calls).toEqual([["enquiry-form: can't send the enquiry", error]]);
  await expect.element(form.announcement()).toMatchTextContent(/^$/);
  expect(proxy.enquiries).toEqual([]);
  broken.mockRestore();
  await form.fillIn('First name', 'Grace');
  await form.press(textPatterns.tryAgain);
  await expect.element(form.receipt()).toBeVisible();
  expect(proxy.enquiries.map(({ enquiry }) => enquiry.forename)).toEqual(['Grace']);
});
