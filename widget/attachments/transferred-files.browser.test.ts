// Files that visitors drop or paste.
import { pdf, photo } from '../../tools/testing/widget/files.ts';
import { expect, test } from '../../tools/testing/widget/test.ts';

test('files dropped next to the file input are added, and the page stays', async ({ open }) => {
  const form = await open();
  form.element.focus(); // This loads the part that handles files, as a drag does.
  await expect.poll(() => form.drop(pdf('plan.pdf'))).toBe(false);
  await expect.element(form.attachment('plan.pdf').first()).toBeVisible();
});

test('the drop zone is marked while a file is dragged over it, and not for a text', async ({ open }) => {
  const form = await open();
  await form.attach(pdf('first.pdf')); // This loads the part that handles files.
  await expect.element(form.attachment('first.pdf')).toBeVisible();
  const zone = form.element.shadowRoot!.querySelector('[part=drop-zone]')!;
  const drag = async (type: string, transferred: DataTransfer) => {
    const options = { dataTransfer: transferred, bubbles: true, composed: true, cancelable: true };
    zone.querySelector('#files')!.dispatchEvent(new DragEvent(type, options));
    await form.element.updateComplete;
    return getComputedStyle(zone).borderTopStyle;
  };
  const [file, text] = [new DataTransfer(), new DataTransfer()];
  file.items.add(pdf('letter.pdf'));
  text.setData('text/plain', 'text');
  expect(await drag('dragover', file)).toBe('solid');
  expect(await drag('dragleave', file)).toBe('dashed');
  expect(await drag('dragover', text)).toBe('dashed');
});

test('pasted files are added', async ({ open }) => {
  const form = await open();
  await form.attach(pdf('first.pdf'));
  await expect.element(form.attachment('first.pdf')).toBeVisible();
  expect(await form.paste([await photo('screenshot.jpg')])).toBe(false);
  await expect.element(form.attachment('screenshot.jpg')).toBeVisible();
});

test('text that is pasted with a picture of it stays text', async ({ open }) => {
  const form = await open();
  await form.attach(pdf('first.pdf'));
  await expect.element(form.attachment('first.pdf')).toBeVisible();
  expect(await form.paste([await photo('image.jpg')], 'A table')).toBe(true);
  await expect.element(form.attachment('image.jpg')).not.toBeInTheDocument();
});

test('a pasted file whose name comes along as text is a file', async ({ open }) => {
  const form = await open();
  await form.attach(pdf('first.pdf'));
  await expect.element(form.attachment('first.pdf')).toBeVisible();
  expect(await form.paste([pdf('letter.pdf')], 'letter.pdf')).toBe(false);
  await expect.element(form.attachment('letter.pdf')).toBeVisible();
});
