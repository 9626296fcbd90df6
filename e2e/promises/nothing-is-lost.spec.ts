import { pdf, sha256 } from '../files/documents.ts';
import { referenceIn } from '../processes/meta-entries.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

test('an enquiry sent while the enquiry API is down gets a reference and arrives once, with its file, after the proxy was killed', async ({
  page,
  stack,
}) => {
  await stack.setFault({ fault: 'down' });
  await page.goto(`${stack.site}/house-move.html`);
  const { form, attach, send, receipt } = formOn(page);
  const letter = pdf();
  await fillHouseMove(page);
  await attach(letter);
  await send();
  await expect(receipt).toBeVisible();
  await expect(form.getByText(/ · Sent$/)).toBeVisible();
  const reference = await form.locator('[part=number] b').textContent();
  expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  expect(await stack.listEnquiries()).toEqual([]);

  await stack.restartProxy('SIGKILL');
  await stack.setFault({ fault: 'none' });
  await expect
    .poll(async () => (await stack.listEnquiries()).flatMap(({ files }) => files.length))
    .toEqual([1]);
  const [enquiry] = await stack.listEnquiries();
  expect(referenceIn(enquiry!)).toBe(reference);
  expect(enquiry?.files[0]?.sha256).toBe(sha256(letter.buffer));
});
