// Announcements and messages while a visitor adds files, and after a reload.
import { jpeg, pdf } from '../files/documents.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
import { fileRows, pauseRequests } from '../visitor/page-actions.ts';

test('a chosen file is announced by its name, and several in one sentence', async ({ page, stack }) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { attach, form } = formOn(page);
  const status = form.getByRole('status');
  await attach(pdf());
  await expect(status).toHaveText('police report.pdf added.');
  await attach({ ...pdf('nothing.pdf'), buffer: Buffer.alloc(0) });
  await expect(status).toHaveText('nothing.pdf: This file is empty. Choose another one.');
  const notes = { ...pdf('notes.docx'), buffer: Buffer.from('PK') };
  await attach(pdf(), jpeg(), jpeg(2_000, 'rear.jpg'), notes);
  await expect(status).toHaveText('2 files added, 1 can’t be sent.');
});

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

test('a reloaded form asks for files again only if there were some', async ({ page, stack }) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { attach, form, fillIn } = formOn(page);
  await fillIn('First name', 'Grace');
  const resumeRequests = await pauseRequests(page, '**/assets/photos-*');
  // A file that is still being prepared counts too.
  await attach(jpeg());
  await expect(fileRows(page)).toContainText('Preparing…');
  await page.reload();
  const asked = form.getByText('Choose your files again.');
  await expect(asked).toBeVisible();
  resumeRequests();
  await attach(pdf());
  await form.getByRole('button', { name: /^Remove/ }).click();
  await page.reload();
  await expect(form.getByRole('button', { name: 'Clear answers and start again' })).toBeVisible();
  await expect(asked).toHaveCount(0);
});

test("a file name with a right-to-left override doesn't reverse the sentence around it", async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/house-move.html`);
  await formOn(page).attach({
    name: '\u202Efdp.exe.pdf',
    mimeType: '',
    buffer: Buffer.from('MZ'.padEnd(99)),
  });
  await expect(fileRows(page).locator('[part=file-state]')).toHaveText(/^“fdp.exe.pdf” isn’t really a PDF/);
});
