/** The kinds of file that the enquiry API takes (spec 4.2 and 8), with the extension a name gets. */
export const kinds = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
} as const;
export type Kind = keyof typeof kinds;

/** How many of a file's first bytes `kindOf` wants to see. */
export const kindBytes = 8;

const signatures: [Kind, number[]][] = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38, 0x37, 0x61]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
];

/** What a file is by its first bytes, whatever its name or sender claims; undefined: none of the four. */
export function kindOf(start: Uint8Array): Kind | undefined {
  return signatures.find(([, signature]) => signature.every((byte, at) => start[at] === byte))?.[0];
}
