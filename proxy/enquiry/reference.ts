/** Crockford's base32: no I, L, O or U, so that a reference can be read out on the phone. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** What an enquiry's reference looks like. */
export const referencePattern = new RegExp(`^[${alphabet}]{5}-[${alphabet}]{5}$`);

/** Creates an enquiry's reference, like `7K2PQ-2M9XD`. */
export function createReference(randomBytes: (count: number) => Uint8Array): string {
  const characters = [...randomBytes(10)].map(byte => alphabet[byte % 32]);
  return `${characters.slice(0, 5).join('')}-${characters.slice(5).join('')}`;
}
