// Announcements and messages while a visitor adds files, and after a reload.
import { pdf } from '../files/documents.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
import { fileRows, pauseRequests } from '../visitor/page-actions.ts';

for (const part of ['submission', 'form-attachments']) {
  test(`a visitor sees when files can't be added, and when they can again: ${part}`, async ({
    page,
    stack,
  }) => {
    let isThere = false;
    await page.route(`**/assets/${part}-*`, route => (isThere ? route.continue() : route.abort()));
    await page.goto(`${stack.site}/house-move.html`);
    const { attach, form } = formOn(page);
    await attach(pdf());
    const note = form.getByRole('alert');
    await expect(note).toHaveText('Sorry, we couldn’t add your files. Choose them again.');
    await expect(form.getByRole('button', { name: 'Get my quote' })).toBeVisible();
    isThere = true;
    await attach(pdf());
    await expect(fileRows(page)).toContainText('1 kB');
    await expect(note).toHaveCount(0);
  });
}

test('a file is sent even if the visitor presses Send before the part that sends files has arrived', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/house-move.html`);
  const resumeRequests = await pauseRequests(page, '**/assets/form-attachments-*');
  const { attach, receipt, send } = formOn(page);
  await fillHouseMove(page);
  await attach(pdf());
  await send();
  await expect(receipt).toBeVisible();
  resumeRequests();
  await expect(receipt).toContainText('Your file was sent.');
});

test('the receipt says so if a file can’t be sent because a part couldn’t be loaded, and takes it again', async ({
  page,
  stack,
}) => {
  let isThere = false;
  await page.goto(`${stack.site}/house-move.html`);
  await page.route('**/assets/form-attachments-*', async route => {
    // The network fails only once the receipt is there.
    if (!isThere) await formOn(page).receipt.waitFor();
    await (isThere ? route.continue() : route.abort());
  });
  const { attach, receipt, send } = formOn(page);
  await fillHouseMove(page);
  await attach(pdf());
  await send();
  await expect(receipt.getByRole('alert')).toHaveText(
    'Sorry, we couldn’t add your files. Choose them again.',
  );
  isThere = true;
  await receipt.locator('input[type=file]').setInputFiles(pdf());
  await expect(receipt).toContainText('Your file was sent.');
  await expect(receipt.getByRole('alert')).toHaveCount(0);
});
