// Draws and encodes pictures off the main thread, where createImageBitmap decodes them and an OffscreenCanvas encodes them.
// A worker isn't an option, because its script must come from the page's own origin.
import type { PixelSize } from './header.ts';

/** The largest canvas that iPhones support. */
const maxPixels = 4096 * 4096;
/** The longest sides, in pixels, and the JPEG qualities to try, in this order. The first keeps the picture's size. */
const encodings = [
  [Number.POSITIVE_INFINITY, 0.92],
  [4096, 0.88],
  [4096, 0.78],
  [3072, 0.84],
  [3072, 0.74],
  [2048, 0.8],
  [2048, 0.65],
  [2048, 0.45],
] as const;

/** Encodes a picture as a JPEG of at most `maxBytes`, white where it is transparent. Resolves with `unfaithful` when the
 * result doesn't show the picture, as in browsers that stop pages from reading canvases, and with `too-large` when even the
 * smallest version exceeds `maxBytes`. */
export async function encodeJpeg(
  picture: ImageBitmap,
  maxBytes: number,
): Promise<{ jpeg: Blob; isSmaller: boolean } | 'unfaithful' | 'too-large'> {
  let [tooLongSide, failure] = [0, 'too-large' as 'too-large' | 'unfaithful'];
  for (const [side, quality] of encodings) {
    if (side === tooLongSide) continue;
    const { width, height } = picture;
    const scale = Math.min(
      1,
      side / Math.max(width, height),
      side > 4096 ? Math.sqrt(maxPixels / (width * height)) : 1,
    );
    const size = { width: Math.round(width * scale) || 1, height: Math.round(height * scale) || 1 };
    const jpeg = await asJpeg(picture, size, quality);
    failure = jpeg ? 'too-large' : 'unfaithful';
    if (!jpeg) continue; // There may be enough memory for a smaller one.
    if (jpeg.size > 2 * maxBytes && side > 2048) tooLongSide = side; // A lower quality alone won't be enough.
    if (jpeg.size > maxBytes) continue;
    return (await matchesPicture(jpeg, picture, size)) ? { jpeg, isSmaller: scale < 1 } : 'unfaithful';
  }
  return failure;
}

/** The largest ratio of a picture's sides for which a thumbnail is made. The thumbnail of a longer strip would have
 * megapixels, because its width is fixed. */
const maxSideRatio = 20;

/** Makes a thumbnail of a picture of this size. Resolves with undefined when the picture can't be decoded or is a long
 * strip. */
export async function createThumbnail(
  source: Blob | ImageBitmap,
  { width, height }: PixelSize,
): Promise<ImageBitmap | undefined> {
  if (Math.max(width, height) > maxSideRatio * Math.min(width, height)) return undefined;
  try {
    return await createImageBitmap(source, { resizeWidth: 144, resizeQuality: 'medium' });
  } catch {
    return undefined; // The picture is damaged. The list of files shows its type instead.
  }
}

/** A WebP of 2 × 1 pixels whose EXIF orientation rotates it by 90°. */
const rotatedWebp =
  'UklGRk4AAABXRUJQVlA4WAoAAAAIAAAAAQAAAAAAVlA4TA0AAAAvAQAAEAcQERGIiP4HAEVYSUYaAAAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAA=';

/** Whether this browser applies the EXIF orientation when it decodes a WebP. Browsers differ. */
export async function rotatesWebp(): Promise<boolean> {
  const bytes = Uint8Array.from(atob(rotatedWebp), letter => letter.charCodeAt(0));
  return (await createImageBitmap(new Blob([bytes]))).width === 1;
}

async function asJpeg(
  picture: ImageBitmap,
  { width, height }: PixelSize,
  quality: number,
): Promise<Blob | null> {
  // Firefox has a preference that turns it off.
  const context = globalThis.OffscreenCanvas && new OffscreenCanvas(width, height).getContext('2d');
  if (!context) return null;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  const { canvas } = context;
  try {
    return await canvas.convertToBlob({ type: 'image/jpeg', quality });
  } catch {
    return null; // There isn't enough memory, or the browser forbids reading the canvas.
  } finally {
    canvas.width = 0; // Frees the memory now, because canvas memory is scarce on iPhones.
  }
}

/** Whether the encoded file shows the picture: a JPEG of the same size and roughly the same mean colour. */
async function matchesPicture(
  jpeg: Blob,
  picture: ImageBitmap,
  { width, height }: PixelSize,
): Promise<boolean> {
  const start = new Uint8Array(await jpeg.slice(0, 3).arrayBuffer());
  if (`${start}` !== '255,216,255') return false; // A browser that can't encode JPEG returns a PNG.
  try {
    const decoded = await createImageBitmap(jpeg);
    const isAsLarge = decoded.width === width && decoded.height === height;
    const [made, wanted] = [meanColourOf(decoded), meanColourOf(picture)];
    decoded.close();
    return isAsLarge && !!made && !!wanted && made.every((value, at) => Math.abs(value - wanted[at]!) < 40);
  } catch {
    return false; // The encoded file isn't a picture.
  }
}

const testColour = [192, 64, 128];

/** The mean red, green and blue of a picture; undefined when the browser returns false pixels for a canvas. A row of
 * known colour below the picture shows whether it does. */
function meanColourOf(picture: ImageBitmap): number[] | undefined {
  const context = new OffscreenCanvas(8, 9).getContext('2d');
  if (!context) return undefined;
  context.fillStyle = `rgb(${testColour})`;
  context.fillRect(0, 8, 8, 1);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 8, 8);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, 8, 8);
  const mean = (rows: number, from: number, channel: number) => {
    const { data } = context.getImageData(0, from, 8, rows);
    return data.filter((_, at) => at % 4 === channel).reduce((sum, value) => sum + value, 0) / (8 * rows);
  };
  const isTrue = testColour.every((value, channel) => Math.abs(mean(1, 8, channel) - value) < 16);
  return isTrue ? testColour.map((_, channel) => mean(8, 0, channel)) : undefined;
}
