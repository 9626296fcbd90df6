import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

test('no response to the browser contains the credentials or the address of the enquiry API', async ({
  page,
  stack,
}) => {
  const texts: Promise<string>[] = [];
  page.on('response', response => {
    if (response.url().startsWith(stack.proxy) && response.request().method() !== 'OPTIONS')
      texts.push(response.text().catch(() => ''));
  });
  await stack.setFault({ fault: '401' });
  await page.goto(`${stack.site}/house-move.html`);
  await fillHouseMove(page);
  const { send, receipt } = formOn(page);
  await send();
  await expect(receipt).toBeVisible();
  const everything = (await Promise.all(texts)).join('\n');
  expect(everything).toContain('upload_token');
  expect(everything).not.toMatch(/e2e pass|ZTJl|enquiry-service|rest_cannot_access/); // Also as base64.
  await stack.setFault({ fault: 'none' });
  // After a 401, the proxy retries slowly. A restart makes it retry at once.
  await stack.restartProxy();
  await expect.poll(async () => (await stack.listEnquiries()).length).toBe(1);
});
