// Which files visitors can add to an enquiry, and what they learn about each before anything is sent.
import { userEvent } from 'vitest/browser';
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

test('files that can’t be sent are counted in the announcement', async ({ open }) => {
  const form = await open();
  await form.attach(pdf('letter.pdf'), docx('notes.docx'));
  await expect.element(form.announcement()).toHaveTextContent('1 file added, 1 can’t be sent.');
  await form.attach(docx('a.docx'), docx('b.docx'));
  await expect.element(form.announcement()).toHaveTextContent('2 files won’t be sent.');
});

test('a note above Send names the file that won’t be sent, or counts them', async ({ open }) => {
  const form = await open();
  await form.attach(pdf('plan.pdf'), docx('notes.docx'));
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
  ['that fits', 'letter (2).pdf', 'ltr', 'letter (2).pdf'],
  [
    'that is too long',
    'Hospital discharge letter from St Thomas 2026-02-03 final (2).pdf',
    'ltr',
    'al (2).pdf',
  ],
  ['without a space', `${'Hospital_discharge_letter_'.repeat(9)}(2).pdf`, 'ltr', '_(2).pdf'],
  ['with combining characters', `${'Cafe\u0301 '.repeat(30)}cafe\u0301.pdf`, 'ltr', '.pdf'],
  ['in emoji', `${'👩🏽‍🚒'.repeat(30)}.pdf`, 'ltr', '.pdf'],
  ['written from right to left', `${'مستند طويل '.repeat(20)}12.pdf`, 'rtl', '.pdf'],
  ['in both directions', `Final ${'مستند طويل '.repeat(20)}v2.pdf`, 'ltr', '.pdf'],
] as const)(
  'a name %s is in one line and shows its end, and is read as a whole',
  async ([, name, direction, end], { open }) => {
    const form = await open();
    form.element.style.width = '280px';
    await form.attach(pdf(name));
    await expect.element(form.button(`Remove: ${name}`)).toBeVisible();
    const box = form.attachment(name).element().querySelector('.name')!;
    const [whole, start, last] = [...box.children] as HTMLElement[];
    expect(whole?.textContent).toBe(name);
    expect([start, last].map(piece => piece?.ariaHidden)).toEqual(['true', 'true']);
    expect(`${start?.textContent}${last?.textContent}`).toBe(name);
    expect(getComputedStyle(box).direction).toBe(direction);
    const { left, right, height } = box.getBoundingClientRect();
    expect(height).toBeLessThan(30);
    // The end is shown as a whole, and the start next to it.
    expect(end.endsWith(last!.textContent)).toBe(true);
    const [startBox, endBox] = [start!.getBoundingClientRect(), last!.getBoundingClientRect()];
    expect(last!.scrollWidth).toBeLessThanOrEqual(Math.ceil(endBox.width));
    expect(endBox.left).toBeGreaterThanOrEqual(left - 1);
    expect(endBox.right).toBeLessThanOrEqual(right + 1);
    expect(direction === 'ltr' ? endBox.left - startBox.right : startBox.left - endBox.right).toBeCloseTo(
      0,
      0,
    );
    const isShortened = start!.scrollWidth > start!.clientWidth;
    expect(isShortened).toBe(name.length > 20);
  },
);

test('the cross stands at the end of each row, and a double click removes one file', async ({ open }) => {
  const form = await open();
  await form.attach(pdf('1.pdf'), docx('notes.docx'), pdf('3.pdf'));
  await expect.element(form.attachment('notes.docx')).toMatchTextContent(textPatterns.wrongType);
  const crosses = ['1.pdf', 'notes.docx', '3.pdf'].map(name => {
    const row = form.attachment(name).element().getBoundingClientRect();
    const cross = form.button(`Remove: ${name}`).element().getBoundingClientRect();
    return { fromEnd: Math.round(row.right - cross.right), width: cross.width, height: cross.height };
  });
  for (const { fromEnd, width, height } of crosses) {
    expect(fromEnd).toBe(1);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  await userEvent.dblClick(form.button('Remove: 1.pdf'));
  await expect.element(form.attachment('1.pdf')).not.toBeInTheDocument();
  await expect.element(form.attachment('notes.docx')).toBeInTheDocument();
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
  await expect.element(form.attachment('beach.jpg')).toMatchTextContent(/Reduced in size/);
  await form.send();
  await expect.poll(() => proxy.uploads.length).toBe(1);
  expect(proxy.uploads[0]?.body.size).toBeLessThanOrEqual(10_000);
});
