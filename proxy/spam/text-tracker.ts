import { createHmac, createSecretKey } from 'node:crypto';
import { createRecentMap } from './recent-map.ts';

/** Shorter texts are often the same by chance. */
const minLetters = 80;
/** Only this many characters of a text are compared. */
const maxCharacters = 5_000;
const dayMs = 24 * 3_600_000;

/** Recognises long texts that come from several senders within a day, without storing them. */
export interface TextTracker {
  /** Records the texts of a sender. For the text that the most senders have sent within a day, returns their number, up
   * to `maxSenders`. This sender is included. */
  add(texts: string[], sender: string): number;
}

/** Keeps keyed digests (HMAC). Only the letters of a text are used, so that a changed number or punctuation makes no
 * difference. 48 bits of a text's digest and 32 bits of a sender's are enough to distinguish thousands of texts and ten
 * senders. If there are more than `maxTexts` texts, forgets those that were sent longest ago. */
export function createTextTracker(
  key: Uint8Array,
  { maxTexts, maxSenders }: { maxTexts: number; maxSenders: number },
  monotonicMs: () => number,
): TextTracker {
  /** The senders of each text, and the time when it was last sent. */
  const known = createRecentMap<number, { senders: number[]; atMs: number }>(maxTexts);
  // Importing the bytes again for each digest would take six times as long as the digest.
  const secretKey = createSecretKey(key);
  const digest = (text: string) => createHmac('sha256', secretKey).update(text).digest();

  function addText(letters: string, sender: number): number {
    const text = digest(letters).readUIntBE(0, 6);
    const now = monotonicMs();
    const entry = known.get(text);
    const isRecent = entry !== undefined && now - entry.atMs < dayMs;
    const senders = isRecent ? entry.senders : [];
    if (senders.length < maxSenders && !senders.includes(sender)) senders.push(sender);
    known.set(text, { senders, atMs: now });
    return senders.length;
  }

  return {
    add(texts, sender) {
      const long = texts.filter(text => text.length >= minLetters);
      if (long.length === 0) return 0;
      const senderDigest = digest(`sender ${sender}`).readInt32BE();
      return long
        .map(text =>
          text
            .slice(0, maxCharacters)
            .normalize('NFKC')
            .toLowerCase()
            .replaceAll(/\P{L}+/gu, ''),
        )
        .filter(letters => letters.length >= minLetters)
        .reduce((most, letters) => Math.max(most, addText(letters, senderDigest)), 0);
    },
  };
}
