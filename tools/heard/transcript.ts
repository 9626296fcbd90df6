// Transcripts of what a screen reader says: how they are written, and how two of them are compared.
import { diff as compare } from 'node:util';

/** Something that the screen reader said. `live`: the announcement of a live region. `description`: the changed
 * description of the focused element. */
export interface Utterance {
  kind: 'speech' | 'live' | 'description';
  text: string;
}

/** One step of a journey, as lines of a transcript: what the visitor does, and what is said then. Announcements of live
 * regions come last, because Orca says them before or after the focused element, depending on the load. What the load
 * decides is left out: how often the value of a date is spoken while it is typed, which quarters of an upload are
 * announced, whether a changed description is spoken again after the element, and which group or list is left. Several
 * announcements are sorted, because Orca says the parts of an alert in Chromium in any order. */
export function formatStep(action: string, utterances: Utterance[]): string[] {
  const said = utterances.map(({ kind, text }) => ({ kind, text: normalize(text) }));
  const spoken = said.filter(({ kind, text }) => kind === 'speech' && !/^(\d+|leaving .*)$/.test(text));
  const announced = said.filter(({ kind, text }) => kind === 'live' && !/\p{Nd}\s?[%٪]/u.test(text));
  const lines = [
    ...spoken.map(({ text }) => `"${text}"`),
    ...announced.map(({ text }) => `"${text}" (live)`).sort(),
  ];
  return [action, ...(lines.length ? lines : ['(nothing)']).map(line => `    ${line}`)];
}

/** Replaces what differs between two runs: references, times and ports. Removes the invisible isolates around names,
 * and writes every space as an ordinary one. */
function normalize(text: string): string {
  return text
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll(/\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/g, 'XXXXX-XXXXX')
    .replaceAll(/\p{Nd}{1,2}:\p{Nd}{2}(?!\p{Nd})/gu, '00:00')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1');
}

/** The lines that were removed from `before` (`-`) and added in `after` (`+`), each below the step and the section that
 * it belongs to. Empty if both are equal. */
export function diffTranscripts(before: string[], after: string[]): string[] {
  const diff: string[] = [];
  let heading: string | undefined;
  let step: string | undefined;
  for (const [operation, line] of compare(before, after)) {
    const isHeading = line.startsWith('== ');
    if (isHeading) [heading, step] = [line, undefined];
    else if (!line.startsWith(' ')) step = line;
    if (operation === 0) continue;
    if (heading && !isHeading) diff.push(`  ${heading}`);
    if (step && step !== line) diff.push(`  ${step}`);
    [heading, step] = [undefined, undefined];
    diff.push(`${operation === 1 ? '-' : '+'} ${line}`);
  }
  return diff;
}
