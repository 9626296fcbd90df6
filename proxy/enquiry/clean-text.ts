import { maxAttributionLength } from '../contract/attribution.ts';

/** Makes a text safe to store and to send, for texts that the visitor didn't type and therefore can't correct: control
 * characters become spaces, lone surrogates become U+FFFD, and the text is cut at 500 characters. */
export function cleanText(text: string): string {
  const clean = text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
  if (clean.length <= maxAttributionLength) return clean;
  const start = clean.slice(0, 2 * maxAttributionLength); // Long enough: a character has one or two code units.
  return [...start].slice(0, maxAttributionLength).join('');
}
