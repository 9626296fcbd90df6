import { type FileKind, fileKinds } from '../../proxy/contract/definition.ts';

/** Kinds of photo that have to be converted. Most browsers can decode most of them. */
export type PhotoKind = 'image/webp' | 'image/avif' | 'image/bmp' | 'image/heic';

/** The number of bytes at the start of a file that `detectPhotoKind` needs. */
export const photoKindBytes = 64;

/** The kind of a photo that the enquiry API doesn't accept, by its first bytes; undefined if it is something else. */
export function detectPhotoKind(start: Uint8Array): PhotoKind | undefined {
  const text = String.fromCharCode(...start.subarray(0, photoKindBytes));
  const brands = text.slice(4, 8) === 'ftyp' ? text.slice(8) : '';
  if (brands) {
    // The compatible brands tell which kind of HEIF a generic major brand stands for (ISO/IEC 23008-12, annex B). Films have
    // none of them.
    if (/^(....)*?avi[fs]/s.test(brands)) return 'image/avif';
    const isHeif = /^(....)*?(he[iv][cfmsx]|m[is]f\d|miaf|1pic|avc[is]|j2[ki][is]?|MiH[ABE])/s.test(brands);
    return isHeif ? 'image/heic' : undefined;
  }
  if (/^RIFF.{4}WEBP/s.test(text)) return 'image/webp';
  // The file header is followed by the length of the image header, which has one of these values.
  const isBmp = text.startsWith('BM') && [12, 40, 52, 56, 64, 108, 124].includes(start[14] ?? 0);
  return isBmp ? 'image/bmp' : undefined;
}

/** Whether the enquiry API accepts a file of this kind, so that it needn't be converted. */
export function isSendable(kind: FileKind | PhotoKind): kind is FileKind {
  return Object.hasOwn(fileKinds, kind);
}
