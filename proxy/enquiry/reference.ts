/** Crockford's base32: no I, L, O or U, so that it can be read out on the phone. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A new reference, `7K2PQ-2M9XD`, from ten random bytes. */
export function newReference(random: (bytes: number) => Uint8Array): string {
  const characters = [...random(10)].map(byte => alphabet[byte % 32]);
  return `${characters.slice(0, 5).join('')}-${characters.slice(5).join('')}`;
}
