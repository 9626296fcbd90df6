// Makes a photo fit to be sent. Loaded when the visitor chooses a picture; like all lazy parts it imports nothing
// that another part imports, too.
import type { AttachmentLimits } from '../../proxy/contract/definition.ts';
import type { Kind } from '../../proxy/contract/kind.ts';
import type { PhotoKind } from '../attachments/photo-kind.ts';
import { type PhotosMessages, photos } from '../messages/en-photos.ts';
import { encode, isTransparent, thumbnailOf, turnsWebp } from './canvas.ts';
import { exifIn } from './exif-in.ts';
import { isAnimated, mayBeTransparent, sizeOf } from './header.ts';
import { bare, exifSegment } from './jpeg.ts';
import { blankLocation } from './location.ts';

export { photos as words };

/** A picture that can be sent. */
export interface Prepared {
  body: Blob;
  kind: Kind;
  /** What was done to it, in words. */
  did: (keyof PhotosMessages)[];
  thumbnail: ImageBitmap | undefined;
}

/** More is not decoded: four bytes each are more than a phone has to spare. */
const mostPixels = 250_000_000;
/** More is not read, whatever could be made of it. */
const mostBytes = 120_000_000;

/** What is sent of a picture, or the code of why it can't be. Throws when it can't be read. */
export async function prepare(
  file: File,
  kind: Kind | PhotoKind,
  { max_bytes, strip_metadata }: AttachmentLimits,
): Promise<Prepared | string> {
  if (file.size > mostBytes) return 'too-large';
  const bytes = new Uint8Array(await file.arrayBuffer());
  const size = sizeOf(bytes, kind);
  if (size && size.width * size.height > mostPixels) return 'photo_pixels';
  if (isSendable(kind) && file.size <= max_bytes) {
    const stripped =
      kind === 'image/jpeg' ? await strip(file, bytes, strip_metadata) : { body: file, did: [] };
    if (typeof stripped === 'string') return stripped;
    return { ...stripped, kind, thumbnail: size && (await thumbnailOf(stripped.body, size)) };
  }

  if (isSendable(kind) && (await isAnimated(bytes, kind))) return 'photo_animated';
  const picture = size && (await createImageBitmap(file).catch(() => undefined)); // The browser does not know it.
  if (!picture) return kind === 'image/heic' ? heic(navigator.userAgent) : 'photo_broken';
  try {
    if ((await mayBeTransparent(bytes, kind)) && isTransparent(picture)) return 'photo_transparent';
    const exif = await exifIn(bytes, kind);
    const did: Prepared['did'] = [isSendable(kind) ? 'madeSmaller' : 'madeJpeg'];
    if (strip_metadata !== 'none' && exif?.blankLocation()) did.push('locationRemoved');
    // Browsers turn what they decode; those that don't know the EXIF of this kind leave it to who looks at it. HEIF
    // has a property of its own for it, and its EXIF counts for nothing.
    const orientation = exif?.orientation ?? 1;
    const isTurned =
      kind === 'image/webp'
        ? await turnsWebp()
        : kind !== 'image/jpeg' ||
          orientation < 5 ||
          size.width === size.height ||
          picture.width === size.height;
    const tiff = exif?.brief({
      details: strip_metadata !== 'all',
      place: strip_metadata === 'none',
      orientation: isTurned ? 1 : orientation,
    });
    const segment = tiff ? exifSegment(tiff) : new Uint8Array();
    const encoded = await encode(picture, max_bytes - segment.length);
    if (encoded === 'odd') return isSendable(kind) ? 'too-large' : 'photo_canvas';
    if (encoded === 'too-large') return encoded;
    const { jpeg, isSmaller } = encoded;
    if (isSmaller && !isSendable(kind)) did.push('madeSmaller');
    const body = new Blob([jpeg.slice(0, 2), segment, jpeg.slice(2)], { type: 'image/jpeg' });
    return { body, kind: 'image/jpeg', did, thumbnail: await thumbnailOf(picture, size) };
  } finally {
    picture.close();
  }
}

/** A JPEG without what its sender would rather not tell, and what was taken out; or the code of why it can't be. */
async function strip(
  file: File,
  bytes: Uint8Array<ArrayBuffer>,
  what: AttachmentLimits['strip_metadata'],
): Promise<Pick<Prepared, 'body' | 'did'> | string> {
  const type = 'image/jpeg';
  const location = what === 'location' ? await blankLocation(bytes) : 'none';
  if (location === 'blanked') return { body: new Blob([bytes], { type }), did: ['locationRemoved'] };
  // A location may be left in details that are too complex, so they all go.
  if (what !== 'all' && location !== 'too-complex') return { body: file, did: [] };
  const parts = await bare(bytes);
  if (!parts) return 'photo_broken';
  const body = new Blob(parts, { type });
  return body.size === file.size ? { body: file, did: [] } : { body, did: ['detailsRemoved'] };
}

function isSendable(kind: Kind | PhotoKind): kind is Kind {
  return kind === 'image/jpeg' || kind === 'image/png' || kind === 'image/gif';
}

/** The words about HEIC that help on this machine. */
function heic(userAgent: string): keyof PhotosMessages {
  if (/iPhone|iPad/.test(userAgent)) return 'photo_heic_iphone';
  return /Android/.test(userAgent) ? 'photo_heic_android' : 'photo_heic';
}
