import { Exif, exifPrefix, startsWith } from '../../proxy/contract/photos/exif.ts';
import { segmentLength } from '../../proxy/contract/photos/jpeg.ts';

/** A segment of a JPEG's header, from its marker to its end. */
interface Segment {
  marker: number;
  start: number;
  end: number;
}

/** Real headers have at most a few hundred markers. */
const maxMarkers = 1_000;

/** The segments of a JPEG's header, up to the first scan, the first one that is cut off, or `maxMarkers`. */
export function parseSegments(bytes: Uint8Array): Segment[] {
  const segments: Segment[] = [];
  // Skips bytes that aren't markers, as decoders do.
  for (let start = bytes.indexOf(0xff, 2), markers = 0; start >= 0 && start + 4 <= bytes.length; markers++) {
    const marker = bytes[start + 1]!;
    const end = start + segmentLength(bytes, start);
    if (marker === 0xd9 || markers > maxMarkers || end > bytes.length) break;
    if (end > start) segments.push({ marker, start, end });
    if (marker === 0xda) break;
    start = bytes.indexOf(0xff, end > start ? end : start + (marker === 0xff ? 1 : 2));
  }
  return segments;
}

export function parseExif(bytes: Uint8Array): Exif | undefined {
  const found = parseSegments(bytes).find(
    ({ marker, start }) => marker === 0xe1 && startsWith(bytes, start + 4, exifPrefix),
  );
  return found && Exif.parse(bytes.subarray(found.start + 10, found.end));
}
