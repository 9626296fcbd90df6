/** The kinds of file that the enquiry API accepts (spec 8), by media type, with the extension of their file names. */
export const fileKinds = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
} as const;
/** The media type of a file that the enquiry API accepts (spec 8). */
export type FileKind = keyof typeof fileKinds;

/** The number of bytes at the start of a file that `detectFileKind` needs. */
export const fileKindBytes = 8;

const signatures: [FileKind, number[]][] = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38, 0x37, 0x61]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
];

/** Detects the kind of a file from its first bytes, regardless of its name or declared type; undefined if it is none of
 * the four. */
export function detectFileKind(start: Uint8Array): FileKind | undefined {
  return signatures.find(([, signature]) => signature.every((byte, at) => start[at] === byte))?.[0];
}
