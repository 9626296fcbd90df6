import { createHmac, createSecretKey } from 'node:crypto';
import { dayMs } from '../contract/durations.ts';

/** The share of the entries that is deleted at the same time. */
const forgottenShare = 1 / 16;

/** Creates a map of up to `maxEntries` entries, which forgets those that were set longest ago. */
export function createRecentMap<Key, Value>(maxEntries: number) {
  /** The entry that was set longest ago comes first. */
  const entries = new Map<Key, Value>();

  /** Deletes many entries at the same time, because finding the first of 20,000 can take 100 µs: V8 skips all the entries
   * that were deleted since it last rebuilt the map. */
  function forgetOldest(): void {
    let left = Math.ceil(maxEntries * forgottenShare);
    for (const key of entries.keys()) {
      entries.delete(key);
      left -= 1;
      if (left === 0) return;
    }
  }

  return {
    get: (key: Key) => entries.get(key),
    delete: (key: Key) => entries.delete(key),
    set(key: Key, value: Value): void {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > maxEntries) forgetOldest();
    },
  };
}

interface Window {
  startMs: number;
  current: number;
  previous: number;
}

/** Counts events by key in a sliding window. Estimates their number from two adjacent windows: the current one, and the
 * overlapping share of the previous one. If there are more than `maxKeys` keys, forgets those with the oldest last event. */
export function createRateTracker(windowMs: number, maxKeys: number, monotonicMs: () => number) {
  const windows = createRecentMap<string, Window>(maxKeys);

  function read(key: string): Window {
    const now = monotonicMs();
    const { startMs, current, previous } = windows.get(key) ?? { startMs: now, current: 0, previous: 0 };
    const passed = Math.floor((now - startMs) / windowMs);
    if (passed === 0) return { startMs, current, previous };
    return { startMs: startMs + passed * windowMs, current: 0, previous: passed === 1 ? current : 0 };
  }
  const estimate = ({ startMs, current, previous }: Window) =>
    current + Math.floor(previous * (1 - (monotonicMs() - startMs) / windowMs));

  return {
    /** Counts an event, or several. Returns the number of events in the last window. */
    add(key: string, events = 1): number {
      const window = read(key);
      window.current += events;
      windows.set(key, window);
      return estimate(window);
    },
    /** Returns the number of events in the last window. */
    count: (key: string) => estimate(read(key)),
  };
}

/** Shorter texts are often the same by chance. */
const minLetters = 80;
/** Only this many characters of a text are compared. */
const maxCharacters = 5_000;

/** Recognises long texts that come from several senders within a day. Keeps keyed digests (HMAC). Only the letters of a
 * text are used, so that a changed number or punctuation makes no difference. 48 bits of a text's digest and 32 bits of a
 * sender's are enough to distinguish thousands of texts and ten senders. If there are more than `maxTexts` texts, forgets
 * those that were sent longest ago. */
export function createTextTracker(
  key: Uint8Array,
  { maxTexts, maxSenders }: { maxTexts: number; maxSenders: number },
  monotonicMs: () => number,
) {
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
    /** Records the texts of a sender. For the text that the most senders have sent within a day, returns their number, up
     * to `maxSenders`. This sender is included. */
    add(texts: string[], sender: string): number {
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
