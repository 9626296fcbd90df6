// Which files visitors can add to an enquiry, and what they learn about each before anything is sent.
import { houseMove } from '../../tools/testing/widget/case-types.ts';
import { docx, pdf, photo } from '../../tools/testing/widget/files.ts';
import { completeHouseMove, expect, fillInHouseMove, test } from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { expectFocus } from '../../tools/testing/widget/visitor.ts';

test('chosen files are listed with their size and announced', async ({ open }) => {
  const form = await open();
  await form.attach(pdf('plan.pdf', 3000), pdf('letter.pdf', 5000));
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/3\skB/);
  await expect.element(form.attachment('letter.pdf')).toMatchTextContent(/5\skB/);
  await expect.element(form.announcement()).toHaveTextContent('2 files added.');
});

test('files that can’t be sent are counted in the announcement, and duplicates aren’t', async ({ open }) => {
  const form = await open();
  await form.attach(pdf('plan.pdf'));
  await form.attach(pdf('plan.pdf'), pdf('letter.pdf'), docx('notes.docx'));
  await expect.element(form.announcement()).toHaveTextContent('1 file added, 1 can’t be sent.');
  await form.attach(docx('a.docx'), docx('b.docx'));
  await expect.element(form.announcement()).toHaveTextContent('2 files won’t be sent.');
  await form.attach(pdf('plan.pdf'), pdf('letter.pdf'));
  await expect.element(form.announcement()).toHaveTextContent('You’ve already added these files.');
});

test('a note above Send names the file that won’t be sent, or counts them, without duplicates', async ({
  open,
}) => {
  const form = await open();
  await form.attach(pdf('plan.pdf'), new File([pdf('plan.pdf')], 'copy.pdf'), docx('notes.docx'));
  await expect.element(form.text('notes.docx won’t be sent.')).toBeVisible();
  await form.attach(docx('more.docx'));
  await expect.element(form.text('2 files won’t be sent.')).toBeVisible();
  await form.press('Remove: notes.docx');
  await form.press('Remove: more.docx');
  await expect.element(form.text(/won’t be sent/)).not.toBeInTheDocument();
});

test('a file that is saved in the format that was advised takes the place of the refused one', async ({
  open,
}) => {
  const form = await open();
  await form.attach(docx('notes.docx'), pdf('plan.pdf'));
  await expect.element(form.attachment('notes.docx')).toMatchTextContent(textPatterns.wrongType);
  await form.attachReady(pdf('notes.pdf'));
  await expect.element(form.attachment('notes.docx')).not.toBeInTheDocument();
});

test.for([
  ['fits into one line, and', 'letter (2).pdf', 1],
  ['wraps to three lines, and', 'Hospital discharge letter from St Thomas 2026-02-03 final (2).pdf', 3],
  ['is shortened to three lines if it is longer, and', `${'Hospital discharge letter '.repeat(9)}(2).pdf`, 3],
  ['without a space is shortened, too, and', `${'Hospital_discharge_letter_'.repeat(9)}(2).pdf`, 3],
] as const)('a name %s shows its end', async ([, name, lines], { open }) => {
  const form = await open();
  form.element.style.width = '280px';
  await form.attach(pdf(name));
  await expect.element(form.button(`Remove: ${name}`)).toBeVisible();
  const row = form.attachment(name).element();
  const box = row.querySelector('.name')!;
  const { left, top, right, bottom } = box.getBoundingClientRect();
  expect(Math.round((bottom - top) / Number.parseFloat(getComputedStyle(box).lineHeight))).toBe(lines);
  // The name, and the same again, which is above the row unless the name is shortened.
  const ends = [...box.querySelectorAll('.lines > *')].filter(copy => {
    const text = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT).nextNode() as Text;
    const range = document.createRange();
    range.setStart(text, text.length - 8);
    range.setEnd(text, text.length);
    const end = range.getBoundingClientRect();
    return end.left >= left - 1 && end.right <= right + 1 && end.top >= top - 2 && end.bottom <= bottom + 2;
  });
  expect(ends).toHaveLength(1);
});

test('a name that is written from right to left stays in one piece', async ({ open }) => {
  const form = await open();
  const name = 'مستند final v2.pdf';
  await form.attach(pdf(name));
  const shown = () => form.attachment(name).element().querySelector('.name')!;
  await expect.element(form.attachment(name)).toBeVisible();
  expect(shown().children).toHaveLength(1);
});

test('a photo gets a small picture', async ({ open }) => {
  const form = await open();
  await form.attach(await photo('beach.jpg'));
  await expect.element(form.attachment('beach.jpg')).toMatchTextContent(/kB/);
  await expect
    .poll(() => form.attachment('beach.jpg').element().querySelector('canvas')?.width)
    .toBeGreaterThan(1);
});

test('a removed file is not sent, which is announced, and the focus stays in the list', async ({
  open,
  proxy,
}) => {
  const form = await fillInHouseMove(await open());
  await form.attach(pdf('plan.pdf'), pdf('letter.pdf'));
  await form.press('Remove: plan.pdf');
  await expect.element(form.attachment('plan.pdf')).not.toBeInTheDocument();
  await expect.element(form.announcement()).toHaveTextContent('plan.pdf removed.');
  await expectFocus(form.button('Remove: letter.pdf'));
  await form.send();
  await expect.element(form.text(/file was sent/)).toBeVisible();
  expect(proxy.uploads.map(({ fileName }) => fileName)).toEqual(['letter.pdf']);
});

test('after the last file was removed, the focus is on the file input', async ({ open }) => {
  const form = await open();
  await form.attach(pdf('plan.pdf'));
  await form.press('Remove: plan.pdf');
  await expect.element(form.attachment('plan.pdf')).not.toBeInTheDocument();
  await expectFocus(form.fileInput());
});

test('a file is known by its content, whatever its name says', async ({ open, proxy }) => {
  const form = await fillInHouseMove(await open());
  await form.attach(new File([pdf('x')], 'scan.txt', { type: 'text/plain' }));
  await expect.element(form.attachment('scan.txt')).toMatchTextContent(/kB/);
  await form.send();
  await expect.poll(() => proxy.uploads.length).toBe(1);
  expect(proxy.uploads[0]?.headers.get('content-type')).toBe('application/pdf');
});

test('a case type without attachments has no file input and leaves dropped files to the page', async ({
  open,
  proxy,
}) => {
  proxy.publish({ ...houseMove, attachments: { ...houseMove.attachments, max_files: 0 } });
  const form = await open();
  await expect.element(form.fileInput()).not.toBeInTheDocument();
  await form.sendWithProblems();
  expect(await form.paste([pdf('plan.pdf')])).toBe(true);
  await expect.element(form.attachment('plan.pdf')).not.toBeInTheDocument();
});

test('reset() removes the files', async ({ open, proxy }) => {
  const form = await open();
  await form.attachReady(pdf('plan.pdf'));
  form.element.reset();
  await expect.element(form.attachment('plan.pdf')).not.toBeInTheDocument();
  await completeHouseMove(form);
  expect(proxy.uploads).toEqual([]);
});

test('a picture in a format that can’t be sent is converted to a JPEG, which is said beforehand', async ({
  open,
  proxy,
}) => {
  const canvas = new OffscreenCanvas(20, 20);
  canvas.getContext('2d')?.fillRect(0, 0, 20, 20);
  const webp = new File([await canvas.convertToBlob({ type: 'image/webp' })], 'beach.webp');
  const form = await fillInHouseMove(await open());
  await form.attach(webp);
  await expect.element(form.attachment('beach.webp')).toMatchTextContent(/JPEG/);
  await form.send();
  await expect.poll(() => proxy.uploads.length).toBe(1);
  expect(proxy.uploads[0]?.fileName).toBe('beach.jpg');
  expect(proxy.uploads[0]?.body.type).toBe('image/jpeg');
});

test('a photo that is too large is made smaller, which is said beforehand', async ({ open, proxy }) => {
  const form = await fillInHouseMove(await open());
  const large = await photo('beach.jpg', 1200);
  const padded = new File([large, new Uint8Array(20_000)], 'beach.jpg', { type: 'image/jpeg' });
  expect(padded.size).toBeGreaterThan(20_000);
  await form.attach(padded);
  await expect.element(form.attachment('beach.jpg')).toMatchTextContent(/kB/);
  await form.send();
  await expect.poll(() => proxy.uploads.length).toBe(1);
  expect(proxy.uploads[0]?.body.size).toBeLessThanOrEqual(10_000);
});
