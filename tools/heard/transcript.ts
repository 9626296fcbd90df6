// Transcripts of what a screen reader says: how they are written, and how two of them are compared.

/** Something that the screen reader said. `live`: the announcement of a live region. `description`: the changed
 * description of the focused element. */
export interface Utterance {
  kind: 'speech' | 'live' | 'description';
  text: string;
}

/** One step of a journey, as lines of a transcript: what the visitor does, and what is said then. Announcements of live
 * regions come last, because Orca says them before or after the focused element, depending on the load. What the load
 * decides is left out: how often the value of a date is spoken while it is typed, which quarters of an upload are
 * announced, whether a changed description is spoken again after the element, and which group or list is left. */
export function formatStep(action: string, utterances: Utterance[]): string[] {
  const said = utterances.map(({ kind, text }) => ({ kind, text: normalize(text) }));
  const spoken = said.filter(({ kind, text }) => kind === 'speech' && !/^(\d+|leaving .*)$/.test(text));
  const announced = said.filter(({ kind, text }) => kind === 'live' && !/\p{Nd}\s?[%٪]/u.test(text));
  const lines = [
    ...spoken.map(({ text }) => `"${text}"`),
    ...announced.map(({ text }) => `"${text}" (live)`),
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
  for (const { sign, line } of compareLines(before, after)) {
    const isHeading = line.startsWith('== ');
    if (isHeading) [heading, step] = [line, undefined];
    else if (!line.startsWith(' ')) step = line;
    if (sign === ' ') continue;
    if (heading && !isHeading) diff.push(`  ${heading}`);
    if (step && step !== line) diff.push(`  ${step}`);
    [heading, step] = [undefined, undefined];
    diff.push(`${sign} ${line}`);
  }
  return diff;
}

/** Aligns two lists of lines by their longest common subsequence. */
function compareLines(before: string[], after: string[]): { sign: '-' | '+' | ' '; line: string }[] {
  // lengths[i][j]: how many lines before[i…] and after[j…] have in common.
  const lengths = Array.from({ length: before.length + 1 }, () =>
    new Array<number>(after.length + 1).fill(0),
  );
  const common = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      lengths[i]![j] =
        before[i] === after[j] ? common(i + 1, j + 1) + 1 : Math.max(common(i + 1, j), common(i, j + 1));
    }
  }
  const compared: { sign: '-' | '+' | ' '; line: string }[] = [];
  for (let i = 0, j = 0; i < before.length || j < after.length; ) {
    if (i < before.length && before[i] === after[j]) {
      compared.push({ sign: ' ', line: before[i]! });
      i++;
      j++;
    } else if (j >= after.length || (i < before.length && common(i + 1, j) >= common(i, j + 1))) {
      compared.push({ sign: '-', line: before[i++]! });
    } else compared.push({ sign: '+', line: after[j++]! });
  }
  return compared;
}
