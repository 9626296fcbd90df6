import { pdf } from '../files/documents.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
import { fileRows, pauseRequests } from '../visitor/page-actions.ts';

test('the first five files are uploaded, even if the sixth is ready earlier', async ({ page, stack }) => {
  await page.goto(`${stack.site}/house-move.html`);
  await page.evaluate(() => {
    const { slice, arrayBuffer } = Blob.prototype;
    const { promise: isResumed, resolve: resumeReading } = Promise.withResolvers<void>();
    File.prototype.slice = function (...given) {
      const part = slice.apply(this, given);
      if (this.name === 'e.pdf') part.arrayBuffer = () => isResumed.then(() => arrayBuffer.call(part));
      return part;
    };
    Object.assign(window, { resumeReading });
  });
  const { attach, form, send, receipt } = formOn(page);
  await fillHouseMove(page);
  const letters = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, at) => {
    return { ...pdf(`${name}.pdf`), buffer: Buffer.concat([pdf().buffer, Buffer.alloc(at, '\n')]) };
  });
  await attach(...letters);
  await send();
  await expect(receipt).toBeVisible();
  await expect(form.getByText('Sent', { exact: true })).toHaveCount(4);
  await page.evaluate(() => (window as unknown as { resumeReading(): void }).resumeReading());
  await expect(form.getByText('Sent', { exact: true })).toHaveCount(5);
  await expect(fileRows(page).nth(5)).toContainText('You can only send 5 files here.');
  expect((await stack.listEnquiries())[0]?.files.map(({ name }) => name).sort()).toEqual(
    ['a', 'b', 'c', 'd', 'e'].map(name => `${name}.pdf`),
  );
});

test('pressing Cancel twice never skips a file', async ({ page, stack }) => {
  const resumeRequests = await pauseRequests(page, '**/attachments');
  await page.goto(`${stack.site}/house-move.html`);
  const { attach, form, send, receipt } = formOn(page);
  await fillHouseMove(page);
  await attach(pdf());
  await send();
  await expect(receipt).toBeVisible();
  const cancel = form.getByRole('button', { name: 'Cancel: police report.pdf' });
  await cancel.focus();
  await page.keyboard.press('Enter');
  await expect(form.getByRole('button', { name: 'Try again: police report.pdf' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cancel).toBeFocused();
  resumeRequests();
  await expect(form.getByText('Sent', { exact: true })).toBeVisible();
  await expect.poll(async () => (await stack.listEnquiries())[0]?.files.length).toBe(1);
});
