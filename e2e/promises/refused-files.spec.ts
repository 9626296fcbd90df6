// Files that can't be sent: what a visitor is told before and after Send, and how another file takes their place.
import { jpeg, pdf, type TestFile } from '../files/documents.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
import { fileRows } from '../visitor/page-actions.ts';

function docx(name: string): TestFile {
  return { name, mimeType: '', buffer: Buffer.from(`PK\x03\x04 ${name}`) };
}

const letters = ['a', 'b', 'c', 'd', 'e'].map((name, at) => jpeg(1_000 + at, `${name}.jpg`));

test('of eight files, the three that are refused are announced before Send and listed on the receipt', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { form, attach, send } = formOn(page);
  await fillHouseMove(page);
  await attach(docx('notes.docx'), ...letters, docx('plan.docx'), {
    ...pdf('nothing.pdf'),
    buffer: Buffer.alloc(0),
  });
  await expect(form.getByRole('status')).toHaveText('5 files added, 3 can’t be sent.');
  await expect(form.getByText('5 of 5 files')).toBeVisible();
  await expect(form.getByText('3 files won’t be sent.')).toBeVisible();
  await form.getByRole('button', { name: 'Remove: plan.docx' }).click();
  await form.getByRole('button', { name: 'Remove: nothing.pdf' }).click();
  await expect(form.getByText('notes.docx won’t be sent.')).toBeVisible();
  await attach(docx('plan.docx'), { ...pdf('nothing.pdf'), buffer: Buffer.alloc(0) });
  await send();
  await expect(form.getByText('5 of 8 files were sent.').first()).toBeVisible();
  await expect(fileRows(page)).toHaveCount(8);
  await expect(fileRows(page).filter({ hasText: 'Not sent.' })).toContainText([
    'notes.docx',
    'plan.docx',
    'nothing.pdf',
  ]);
  await expect(fileRows(page).first()).toContainText('Save it as a PDF, then choose the PDF.');
  const [enquiry] = await stack.listEnquiries();
  expect(enquiry?.files.map(({ name }) => name).sort()).toEqual(letters.map(({ name }) => name));
});
