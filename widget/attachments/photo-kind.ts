/** Kinds of photo that can't be sent as they are; most browsers can read most of them. */
export type PhotoKind = 'image/webp' | 'image/avif' | 'image/bmp' | 'image/heic';

/** How many of a file's first bytes `otherKindOf` wants to see. */
export const otherKindBytes = 64;

/** What a file is that the enquiry API does not take: a photo that can be made a JPEG, sound or film; undefined:
 * something else. By its first bytes, whatever its name or sender claims. */
export function otherKindOf(start: Uint8Array): PhotoKind | 'media' | undefined {
  const text = String.fromCharCode(...start);
  const brands = text.slice(4, 8) === 'ftyp' ? text.slice(8) : '';
  if (brands) {
    const major = brands.slice(0, 4);
    // What calls itself a HEIF of any kind says of which one behind that (ISO/IEC 23008-12, annex B).
    if (/^avi[fs]|^m[is]f1.*avi[fs]/s.test(brands)) return 'image/avif';
    return /^(he[ivx][cfmsx]|m[is]f1)/.test(major) ? 'image/heic' : 'media';
  }
  if (/^RIFF.{4}WEBP/s.test(text)) return 'image/webp';
  // Behind the file's header comes the length of the picture's, of which there are these.
  if (text.startsWith('BM') && [12, 40, 52, 56, 64, 108, 124].includes(start[14] ?? 0)) return 'image/bmp';
  return /^(RIFF.{4}(AVI |WAVE)|OggS|ID3|fLaC|#!AMR)/s.test(text) || isStream(start) ? 'media' : undefined;
}

/** Sound and film that begin with no letters: MP3, AAC, Matroska, MPEG. */
function isStream([a, b = 0, c, d = 0]: Uint8Array): boolean {
  return (
    (a === 0xff && [0xf1, 0xf2, 0xf3, 0xf9, 0xfa, 0xfb].includes(b)) ||
    (a === 0x1a && b === 0x45 && c === 0xdf) ||
    (a === 0 && b === 0 && c === 1 && [0xb3, 0xba].includes(d))
  );
}
