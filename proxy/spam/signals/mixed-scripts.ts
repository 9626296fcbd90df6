import type { Signal } from './signal.ts';

/** Cyrillic and Greek letters that look like Latin ones (Unicode's confusables.txt). */
const lookalike = /[аеорсухіѕјԁһԛԝАВЕЗІЈКМНОРСТУХοανρτυικΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]/u;
/** Matches two changes of the script, from Latin to another one and back, or the other way round. One change is ordinary:
 * "smsка" is Russian for an SMS, and "ΔT" is a difference in temperature. */
const twoChanges =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]+\p{Script=Latin}|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}+[\p{Script=Cyrillic}\p{Script=Greek}]/u;
/** No language with these scripts has longer words. */
const maxWordLength = 60;

/** A word is disguised with letters of another script, such as "Vіаgrа" with Cyrillic letters, so that filters miss
 * it. */
export const mixedScripts: Signal = {
  name: 'mixed_scripts',
  weight: 3,
  isForgeable: false,
  fires: ({ names, texts }) => [...names, ...texts].some(hasMixedWord),
};

function hasMixedWord(text: string): boolean {
  if (!lookalike.test(text)) return false;
  for (const [word] of text.matchAll(/\p{L}{3,}/gu)) {
    if (word.length <= maxWordLength && lookalike.test(word) && twoChanges.test(word)) return true;
  }
  return false;
}
