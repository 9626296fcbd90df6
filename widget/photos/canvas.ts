// Drawing and encoding, off the main thread where the browser can: decoding always is (createImageBitmap), encoding
// with an OffscreenCanvas. A worker of ours would have to come from the page's own origin.
import type { Size } from './header.ts';

type Canvas = OffscreenCanvas | HTMLCanvasElement;
type Context = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;

/** Pixels that iPhones' canvases hold. */
const mostPixels = 4096 * 4096;
/** The longest side and the quality of each try; the first one is as large as it was. */
const tries = [
  [Number.POSITIVE_INFINITY, 0.92],
  [4096, 0.88],
  [4096, 0.78],
  [3072, 0.84],
  [3072, 0.74],
  [2048, 0.8],
  [2048, 0.65],
  [2048, 0.45],
] as const;

/** Encodes a picture as a JPEG of at most so many bytes. `odd`: what came of it is not the picture, as in browsers
 * that keep pages from reading canvases; `too-large`: it can't be made small enough. */
export async function encode(
  picture: ImageBitmap,
  maxBytes: number,
): Promise<{ jpeg: Blob; isSmaller: boolean } | 'odd' | 'too-large'> {
  let hopeless = 0;
  for (const [side, quality] of tries) {
    if (side === hopeless) continue;
    const { width, height } = picture;
    const scale = Math.min(
      1,
      side / Math.max(width, height),
      side > 4096 ? Math.sqrt(mostPixels / (width * height)) : 1,
    );
    const size = { width: Math.round(width * scale) || 1, height: Math.round(height * scale) || 1 };
    const jpeg = await asJpeg(picture, size, quality);
    if (!jpeg) return 'odd';
    if (jpeg.size > 2 * maxBytes && side > 2048) hopeless = side; // Less quality alone would not do.
    if (jpeg.size > maxBytes) continue;
    return (await isLike(jpeg, picture, size)) ? { jpeg, isSmaller: scale < 1 } : 'odd';
  }
  return 'too-large';
}

/** How many times as long as wide a picture may be for a small one: that is so wide, and of a strip megapixels long. */
const longest = 20;

/** A small picture of a picture of this size; undefined: it can't be decoded, or is a strip. */
export async function thumbnailOf(
  source: Blob | ImageBitmap,
  { width, height }: Size,
): Promise<ImageBitmap | undefined> {
  if (Math.max(width, height) > longest * Math.min(width, height)) return undefined;
  try {
    return await createImageBitmap(source, { resizeWidth: 144, resizeQuality: 'medium' });
  } catch {
    return undefined; // It is damaged, which is for others to judge: the row shows its kind.
  }
}

/** A WebP of 2 × 1 pixels whose EXIF wants it turned by a quarter. */
const lyingWebp =
  'UklGRk4AAABXRUJQVlA4WAoAAAAIAAAAAQAAAAAAVlA4TA0AAAAvAQAAEAcQERGIiP4HAEVYSUYaAAAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAA=';

/** Whether this browser turns what it decodes of a WebP as its EXIF says: some do. */
export async function turnsWebp(): Promise<boolean> {
  const bytes = Uint8Array.from(atob(lyingWebp), letter => letter.charCodeAt(0));
  return (await createImageBitmap(new Blob([bytes]))).width === 1;
}

/** Whether a picture can be seen through anywhere. */
export function isTransparent(picture: ImageBitmap): boolean {
  const context = contextOf({ width: 64, height: 64 });
  context?.drawImage(picture, 0, 0, 64, 64);
  const pixels = context?.getImageData(0, 0, 64, 64).data ?? [];
  return pixels.some((value, at) => at % 4 === 3 && value < 250);
}

async function asJpeg(picture: ImageBitmap, { width, height }: Size, quality: number): Promise<Blob | null> {
  const context = contextOf({ width, height });
  if (!context) return null;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  const { canvas } = context;
  try {
    return 'convertToBlob' in canvas
      ? await canvas.convertToBlob({ type: 'image/jpeg', quality })
      : await new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', quality));
  } catch {
    return null; // Not enough memory, or the browser forbids it.
  } finally {
    canvas.width = 0; // Frees it now: iPhones have little of it.
  }
}

/** Whether what was encoded is the picture: a JPEG, as large, and about of its colours. */
async function isLike(jpeg: Blob, picture: ImageBitmap, { width, height }: Size): Promise<boolean> {
  const start = new Uint8Array(await jpeg.slice(0, 3).arrayBuffer());
  if (`${start}` !== '255,216,255') return false; // An encoder that knows no JPEG makes a PNG.
  try {
    const decoded = await createImageBitmap(jpeg);
    const isAsLarge = decoded.width === width && decoded.height === height;
    const [made, wanted] = [coloursOf(decoded), coloursOf(picture)];
    decoded.close();
    return isAsLarge && !!made && !!wanted && made.every((value, at) => Math.abs(value - wanted[at]!) < 40);
  } catch {
    return false; // What was encoded is no picture.
  }
}

const known = [192, 64, 128];

/** The mean red, green and blue of a picture; undefined: the browser does not let canvases be read. */
function coloursOf(picture: ImageBitmap): number[] | undefined {
  const context = contextOf({ width: 8, height: 9 });
  if (!context) return undefined;
  context.fillStyle = `rgb(${known})`;
  context.fillRect(0, 8, 8, 1);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 8, 8);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, 8, 8);
  const mean = (rows: number, from: number, channel: number) => {
    const { data } = context.getImageData(0, from, 8, rows);
    return data.filter((_, at) => at % 4 === channel).reduce((sum, value) => sum + value, 0) / (8 * rows);
  };
  const isTrue = known.every((value, channel) => Math.abs(mean(1, 8, channel) - value) < 16);
  return isTrue ? known.map((_, channel) => mean(8, 0, channel)) : undefined;
}

function contextOf({ width, height }: Size): (Context & { canvas: Canvas }) | null {
  if (globalThis.OffscreenCanvas) return new OffscreenCanvas(width, height).getContext('2d');
  return Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
}
