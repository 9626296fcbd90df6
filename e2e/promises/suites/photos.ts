// Photos and other files of visitors, and how each arrives at the stand-in. Every browser engine runs this suite.
import { encryptedPdf, pdf, png, sha256, type TestFile } from '../../files/documents.ts';
import {
  animatedGif,
  avif,
  bmp,
  heic,
  inspectPicture,
  phonePhoto,
  webp,
  webpWithExif,
} from '../../files/photos.ts';
import type { Stack } from '../../processes/stack.ts';
import { expect, type VisitorTest } from '../../test.ts';
import { fillHouseMoveAs, type Visitor } from '../../visitor/visitor.ts';

export function photoSuite(test: VisitorTest): void {
  test("a phone's photo arrives without its location, with its orientation and time, and otherwise unchanged", async ({
    visitor,
    stack,
  }) => {
    await visitor.open(`${stack.site}/house-move.html`);
    const photo = await phonePhoto(visitor);
    const { rows, arrived } = await sendWithFiles(visitor, stack, photo);
    expect(rows[0]).toContain('Location removed');
    expect(arrived).toHaveLength(1);
    const { name, mime, buffer } = arrived[0]!;
    expect({ name, mime, length: buffer.length }).toEqual({
      name: photo.name,
      mime: 'image/jpeg',
      length: photo.buffer.length,
    });
    const head = buffer.subarray(0, 1_000).toString('latin1');
    expect(head).toContain('2026:02:01 08:15:00');
    expect(head).not.toMatch(/GPS|51\.50|\x88\x25/i);
    expect(sha256(buffer.subarray(1_000))).toBe(sha256(photo.buffer.subarray(1_000)));
    expect(await inspectPicture(visitor, buffer)).toEqual({
      width: 3000,
      height: 4000,
      colours: ['blue', 'red', 'yellow', 'lime'],
    });
  });

  test('other kinds of photo become JPEGs of the same size and orientation', async ({ visitor, stack }) => {
    await visitor.open(`${stack.site}/house-move.html`);
    const { rows, arrived } = await sendWithFiles(visitor, stack, webp(), webpWithExif(), bmp());
    expect(rows[0]).toContain('Converted to JPEG');
    expect(rows[1]).toContain('Location removed');
    const found = new Map(arrived.map(({ name, buffer }) => [name, buffer]));
    expect([...found.keys()].sort()).toEqual(['scan.jpg', 'street.jpg', 'turned.jpg']);
    for (const { mime } of arrived) expect(mime).toBe('image/jpeg');
    expect(await inspectPicture(visitor, found.get('street.jpg')!)).toEqual({
      width: 64,
      height: 48,
      colours: ['red', 'lime', 'blue', 'yellow'],
    });
    // Depending on the browser, the orientation is applied to the pixels or kept in EXIF.
    expect(await inspectPicture(visitor, found.get('turned.jpg')!)).toEqual({
      width: 48,
      height: 64,
      colours: ['blue', 'red', 'yellow', 'lime'],
    });
    const head = found.get('turned.jpg')!.subarray(0, 1_000).toString('latin1');
    expect(head).toContain('2026:02:01 08:15:00');
    expect(head).not.toMatch(/\x88\x25/);
    expect(await inspectPicture(visitor, found.get('scan.jpg')!)).toMatchObject({ width: 2, height: 2 });
  });

  test('AVIF and HEIC photos become JPEGs where the browser decodes them, and get advice elsewhere', async ({
    visitor,
    stack,
  }) => {
    await visitor.open(`${stack.site}/house-move.html`);
    const canDecodeAvif = await visitor.run(canDecode, avif().buffer.toString('base64'));
    await fillHouseMoveAs(visitor);
    await visitor.attach(avif(), heic(), pdf());
    const [avifRow, heicRow] = await waitForReadyRows(visitor);
    // The file contains no image data, so every browser gives this advice.
    expect(heicRow).toContain(
      'This browser can’t open HEIC photos. Save the photo as a JPEG, then choose the JPEG.',
    );
    expect(avifRow).toContain(
      canDecodeAvif
        ? 'Converted to JPEG'
        : 'We can’t open this image. It may be damaged. Choose another one, or send a screenshot.',
    );
    const arrived = await sendAndDownload(visitor, stack, canDecodeAvif ? 2 : 1);
    expect(arrived.map(({ name, mime }) => [name, mime])).toEqual([
      ['police report.pdf', 'application/pdf'],
      ...(canDecodeAvif ? [['sunset.jpg', 'image/jpeg']] : []),
    ]);
    if (canDecodeAvif) {
      expect(await inspectPicture(visitor, arrived[1]!.buffer)).toMatchObject({ width: 48, height: 32 });
    }
  });

  test('animations, transparent pictures and documents arrive unchanged', async ({ visitor, stack }) => {
    await visitor.open(`${stack.site}/house-move.html`);
    // Firefox adds a chunk of noise to what a page draws, and the cleaner drops it.
    const files = [png(40, 30, 'plan.png', 4), animatedGif(), pdf(), encryptedPdf()];
    const { arrived } = await sendWithFiles(visitor, stack, ...files);
    expect(arrived.map(({ name, mime, buffer }) => [name, mime, sha256(buffer)])).toEqual(
      files.map(({ name, mimeType, buffer }) => [name, mimeType, sha256(buffer)]).sort(),
    );
  });
}

/** Sends the short form with these files. Resolves with the text of their rows and the files that arrived. */
async function sendWithFiles(visitor: Visitor, stack: Stack, ...files: TestFile[]) {
  await fillHouseMoveAs(visitor);
  await visitor.attach(...files);
  const rows = await waitForReadyRows(visitor);
  return { rows, arrived: await sendAndDownload(visitor, stack, files.length) };
}

/** Waits until all files are ready and resolves with the text of their rows. */
async function waitForReadyRows(visitor: Visitor): Promise<string[]> {
  await expect.poll(async () => (await visitor.readForm()).text).not.toContain('Preparing…');
  return (await visitor.readForm()).files;
}

/** Sends the form, waits until it shows this many files as sent, and resolves with the files that arrived, sorted by
 * name. */
async function sendAndDownload(visitor: Visitor, stack: Stack, count: number) {
  await visitor.send();
  await expect.poll(visitor.receipt).toContain('Grace');
  await expect
    .poll(async () => (await visitor.readForm()).files.filter(row => row.endsWith('Sent')).length)
    .toBe(count);
  const [enquiry] = await stack.listEnquiries();
  const files = enquiry?.files.toSorted((one, two) => (one.name < two.name ? -1 : 1)) ?? [];
  return Promise.all(
    files.map(async ({ id, name, mime }) => ({ name, mime, buffer: await stack.downloadFile({ id }) })),
  );
}

/** Runs in the page: resolves with whether the browser can decode a picture. */
function canDecode(base64: string): Promise<boolean> {
  const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
  return createImageBitmap(new Blob([bytes])).then(
    () => true,
    () => false,
  );
}
