// Prepares a photo for upload. This lazy part is loaded when the visitor chooses a picture.
import type { AttachmentLimits, FileKind } from '../../proxy/contract/definition.ts';
import { type PhotoMessages, photoMessages } from '../../proxy/contract/languages/en.ts';
import { UnacceptableFile } from '../../proxy/contract/photos/cursor.ts';
import { Exif, exifPrefix, startsWith } from '../../proxy/contract/photos/exif.ts';
import { exifSegment } from '../../proxy/contract/photos/jpeg.ts';
import { removeMetadata } from '../../proxy/contract/photos/remove-metadata.ts';
import { createThumbnail, encodeJpeg, rotatesWebp } from './canvas.ts';
import { isAnimated, readSize } from './header.ts';
import { search, slicesOf } from './pause.ts';
import { isSendable, type PhotoKind } from './photo-kind.ts';

export { photoMessages as messages };

export interface PreparedPhoto {
  body: Blob;
  kind: FileKind;
  /** Keys of the messages that say how the picture was changed. */
  did: (keyof PhotoMessages)[];
  thumbnail: ImageBitmap | undefined;
}

/** Larger pictures aren't decoded, because at four bytes per pixel they would exceed a phone's memory. */
const maxPixels = 250_000_000;
/** Larger files aren't read. */
const maxFileBytes = 120_000_000;

/** Prepares a picture: removes metadata, converts it to JPEG or reduces its size as required. Resolves with the code of
 * the reason when the picture can't be sent. Rejects when the file can't be read. */
export async function preparePhoto(
  file: File,
  kind: FileKind | PhotoKind,
  { max_bytes, strip_metadata }: AttachmentLimits,
  read = () => file.arrayBuffer(),
): Promise<PreparedPhoto | string> {
  if (file.size > maxFileBytes) return 'too-large';
  const bytes = new Uint8Array(await read());
  const size = readSize(bytes, kind);
  if (size && size.width * size.height > maxPixels) return 'photo_pixels';
  if (isSendable(kind) && file.size <= max_bytes) {
    const stripped = await strip({ bytes, kind }, strip_metadata);
    if (typeof stripped === 'string') return stripped;
    return { ...stripped, kind, thumbnail: size && (await createThumbnail(stripped.body, size)) };
  }

  if (isSendable(kind) && (await isAnimated(bytes, kind))) return 'photo_animated';
  const picture = size && (await createImageBitmap(new Blob([bytes])).catch(() => undefined)); // The browser can't decode it.
  if (!picture) return kind === 'image/heic' ? heicCode(navigator.userAgent) : 'photo_broken';
  try {
    const exif = await findExif(bytes);
    const did: PreparedPhoto['did'] = [isSendable(kind) ? 'reducedInSize' : 'convertedToJpeg'];
    if (strip_metadata !== 'none' && exif?.hasLocation) did.push('locationRemoved');
    // Browsers apply the orientation when they decode, except for types whose EXIF they don't read. HEIF has its own
    // rotation property, so its EXIF orientation is ignored.
    const orientation = exif?.orientation ?? 1;
    const isTurned =
      kind === 'image/webp'
        ? await rotatesWebp()
        : kind !== 'image/jpeg' ||
          orientation < 5 ||
          size.width === size.height ||
          picture.width === size.height;
    const tiff = exif?.carryOver({
      details: strip_metadata !== 'all',
      location: strip_metadata === 'none',
      orientation: isTurned ? 1 : orientation,
    });
    const segment = tiff ? exifSegment(tiff) : new Uint8Array();
    const encoded = await encodeJpeg(picture, max_bytes - segment.length);
    if (encoded === 'unfaithful') return isSendable(kind) ? 'too-large' : 'photo_canvas';
    if (encoded === 'too-large') return encoded;
    const { jpeg, isSmaller } = encoded;
    if (isSmaller && !isSendable(kind)) did.push('reducedInSize');
    const body = new Blob([jpeg.slice(0, 2), segment, jpeg.slice(2)], { type: 'image/jpeg' });
    return { body, kind: 'image/jpeg', did, thumbnail: await createThumbnail(picture, size) };
  } finally {
    picture.close();
  }
}

/** Removes metadata from a photo, as the proxy does. The result is in memory, because phones may refuse
 * to read a file again minutes later. Resolves with the code of the reason when the photo can't be sent. */
async function strip(
  { bytes, kind }: { bytes: Uint8Array<ArrayBuffer>; kind: FileKind },
  mode: AttachmentLimits['strip_metadata'],
): Promise<Pick<PreparedPhoto, 'body' | 'did'> | string> {
  const whole = { body: new Blob([bytes], { type: kind }), did: [] };
  if (mode === 'none') return whole;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  try {
    const kept = removeMetadata(slicesOf(bytes), mode);
    let next = await kept.next();
    for (; !next.done; next = await kept.next()) parts.push(next.value);
    if (next.value === 'nothing') return whole;
    const body = new Blob(parts, { type: kind });
    return { body, did: [next.value === 'location' ? 'locationRemoved' : 'detailsRemoved'] };
  } catch (error) {
    if (error instanceof UnacceptableFile)
      return error.check === 'over-250-megapixels' ? 'photo_pixels' : 'photo_broken';
    throw error;
  }
}

/** The message about HEIC that helps on this device. */
function heicCode(userAgent: string): keyof PhotoMessages {
  if (/iPhone|iPad/.test(userAgent)) return 'photo_heic_iphone';
  return /Android/.test(userAgent) ? 'photo_heic_android' : 'photo_heic';
}

/** What precedes a TIFF in EXIF, or in a WebP without that. */
const exifPattern = `(?:${exifPrefix}|EXIF[^]{4})(?=II\\*\0|MM\0\\*)`;

async function findExif(bytes: Uint8Array): Promise<Exif | undefined> {
  for await (const at of search(bytes, exifPattern))
    return Exif.parse(bytes.subarray(at + (startsWith(bytes, at, 'EXIF') ? 8 : exifPrefix.length)));
  return undefined;
}
