// Files that can't be sent: what a visitor is told before and after Send, and how another file takes their place.
import { jpeg, pdf, type TestFile } from '../files/documents.ts';
import { openHouseMove, sampleValuesAttribute } from '../pages/house-move-page.ts';
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

test('the advice for a refused file can be followed on the receipt', async ({ page, stack }) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { form, attach, send } = formOn(page);
  await fillHouseMove(page);
  await attach(jpeg(), docx('notes.docx'));
  await send();
  await expect(form.getByText('1 of 2 files was sent.').first()).toBeVisible();
  await form.getByLabel('Choose again: notes.docx').setInputFiles(pdf('notes.pdf'));
  await expect(form.getByText('Both files were sent.').first()).toBeVisible();
  await expect(fileRows(page).filter({ hasText: 'Not sent.' })).toHaveCount(0);
  const [enquiry] = await stack.listEnquiries();
  expect(enquiry?.files.map(({ name }) => name)).toEqual(['front bumper (1).jpg', 'notes.pdf']);
});

test('a visitor with a refused file continues to success-url through a link', async ({ page, stack }) => {
  await openHouseMove(page, stack, `${sampleValuesAttribute} success-url="/thanks"`);
  const { form, send, attach } = formOn(page);
  await attach(pdf(), docx('notes.docx'));
  await expect(form.getByText('notes.docx won’t be sent.')).toBeVisible();
  await send();
  await expect(form.getByText('1 of 2 files was sent.').first()).toBeVisible();
  await form.getByRole('link', { name: 'Continue without these files' }).click();
  await page.waitForURL('**/thanks');
});

test('files over the limit are neither read nor prepared until there is room', async ({ page, stack }) => {
  await page.goto(`${stack.site}/house-move.html`);
  await page.evaluate(() => {
    const read = new Set<string>();
    Object.assign(window, { read });
    const { slice } = Blob.prototype;
    File.prototype.slice = function (...given) {
      read.add(this.name);
      return slice.apply(this, given);
    };
  });
  const readNames = () =>
    page.evaluate(() => [...(window as unknown as { read: Set<string> }).read].sort().join(' '));
  const { attach, form } = formOn(page);
  await attach(...letters, jpeg(3_000, 'f.jpg'), jpeg(3_001, 'g.jpg'));
  await expect(form.getByRole('status')).toHaveText('5 files added, 2 can’t be sent.');
  expect(await readNames()).toBe('a.jpg b.jpg c.jpg d.jpg e.jpg');
  await form.getByRole('button', { name: 'Remove: b.jpg' }).click();
  await expect(fileRows(page).filter({ hasText: 'f.jpg' })).toContainText('kB');
  expect(await readNames()).toBe('a.jpg b.jpg c.jpg d.jpg e.jpg f.jpg');
});
