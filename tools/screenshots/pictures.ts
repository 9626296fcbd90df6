// Joins screenshots into one picture, or into a moving one.
import type { Page } from '@playwright/test';

/** A part of a joined picture: one end of a screenshot, as wide as the column. */
export interface Column {
  screenshot: Buffer;
  width: number;
  /** Default: its top. */
  end?: 'top' | 'bottom';
  /** Default: none. */
  caption?: string;
}

const toDataUrl = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;

/** Joins columns of the same height beside each other. */
export async function joinColumns(
  page: Page,
  { columns, height, title = '' }: { columns: Column[]; height: number; title?: string },
): Promise<Buffer> {
  const gap = 20;
  const width = columns.reduce((sum, column) => sum + column.width + gap, gap);
  const html = columns.map(
    ({ screenshot, width, end = 'top', caption = '' }) =>
      `<figure style="width: ${width}px; object-position: ${end}"><img src="${toDataUrl(screenshot)}" />` +
      `<figcaption>${caption}</figcaption></figure>`,
  );
  await page.setContent(`<!doctype html><style>
    * { margin: 0; box-sizing: border-box }
    body { background: #eef0f3; color: #1d2530; font: 600 20px/1.3 'Liberation Sans', sans-serif }
    main { display: flex; flex-wrap: wrap; gap: ${gap}px; padding: ${gap}px; width: ${width}px }
    h1 { width: 100%; font: inherit; text-align: center; white-space: nowrap }
    h1:empty, figcaption:empty { display: none }
    img { display: block; width: 100%; height: ${height}px; object-fit: cover; object-position: inherit;
      border-radius: 12px; box-shadow: 0 1px 3px #0003; background: #fff }
    figcaption { margin-top: 10px; text-align: center }
  </style><main><h1>${title}</h1>${html.join('')}</main>`);
  await page.evaluate(() => Promise.all(Array.from(document.images, image => image.decode())));
  return await page.locator('main').screenshot();
}

/** A picture, and how long it is shown. */
export interface Frame {
  picture: Buffer;
  ms: number;
}

/** The part of a frame that differs from the one before: its place, its size, and its WebP. */
interface Change {
  x: number;
  y: number;
  width: number;
  height: number;
  webp: string;
}

/** Makes a moving picture of frames of the same size, which begins again at its end. GitHub and npm show WebP, which takes a
 * tenth of the bytes of a GIF. Chromium encodes the frames, but can't join them. */
export async function toMovingPicture(page: Page, frames: Frame[]): Promise<Buffer> {
  await page.setContent('');
  const chunks: Buffer[] = [];
  let size = { width: 0, height: 0 };
  for (const { picture, ms } of frames) {
    const change = await page.evaluate(encodeChange, toDataUrl(picture));
    if (chunks.length === 0) size = change;
    chunks.push(frameChunk(change, ms));
  }
  const extended = Buffer.alloc(10);
  extended[0] = 0b10; // It is animated.
  extended.writeUIntLE(size.width - 1, 4, 3);
  extended.writeUIntLE(size.height - 1, 7, 3);
  const animation = Buffer.alloc(6); // The background is transparent, and the loop endless.
  const content = [chunk('VP8X', extended), chunk('ANIM', animation), ...chunks];
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...content]));
}

/** Runs in the page. Encodes what is new in a picture; of one without news, two pixels. */
async function encodeChange(url: string): Promise<Change> {
  const global = globalThis as { before?: ImageData };
  const picture = await createImageBitmap(await (await fetch(url)).blob());
  const { width, height } = picture;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true })!;
  context.drawImage(picture, 0, 0);
  const pixels = context.getImageData(0, 0, width, height);
  const [now, before] = [pixels, global.before].map(each => each && new Uint32Array(each.data.buffer));
  let [left, top, right, bottom] = before ? [width, height, 0, 0] : [0, 0, width, height];
  for (let at = 0; before && at < width * height; at++) {
    if (now![at] === before[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  global.before = pixels;
  if (right === 0) [left, top, right, bottom] = [0, 0, 2, 2];
  // Places are even numbers.
  [left, top] = [left - (left % 2), top - (top % 2)];
  const part = new OffscreenCanvas(right - left, bottom - top);
  part.getContext('2d', { alpha: false })!.drawImage(canvas, -left, -top);
  const blob = await part.convertToBlob({ type: 'image/webp', quality: 0.8 });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const webp = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));
  return { x: left, y: top, width: part.width, height: part.height, webp };
}

/** A frame as a chunk of an animation: the header, and the data of the still picture. */
function frameChunk({ x, y, width, height, webp }: Change, ms: number): Buffer {
  const header = Buffer.alloc(16);
  for (const [index, value] of [x / 2, y / 2, width - 1, height - 1, ms].entries())
    header.writeUIntLE(value, 3 * index, 3);
  header[15] = 0b10; // It replaces what is below it.
  return chunk('ANMF', Buffer.concat([header, pixelsOf(Buffer.from(webp, 'base64'))]));
}

/** The chunk of a still picture that has its pixels. A frame can't have the others, such as a colour profile. */
function pixelsOf(webp: Buffer): Buffer {
  for (let at = 12; at < webp.length; ) {
    const length = webp.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (webp.toString('latin1', at, at + 3) === 'VP8' && webp[at + 3] !== 0x58) return webp.subarray(at, end);
    at = end;
  }
  throw new Error('The picture has no pixels.');
}

/** A chunk of RIFF. */
function chunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), length, content, Buffer.alloc(content.length % 2)]);
}
