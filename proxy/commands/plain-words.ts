/** The width of a usual terminal. */
export const terminalColumns = 80;

/** Breaks a text into lines of at most this many characters. A longer word has a line of its own. */
export function wrap(text: string, width = terminalColumns): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const labelColumns = 15;

/** Formats a label, and lines of text in a column beside it. */
export const formatRow = (label: string, lines: string[]): string[] =>
  lines
    .flatMap(line => wrap(line, terminalColumns - labelColumns))
    .map((line, index) => `${(index === 0 ? label : '').padEnd(labelColumns)}${line}`);

/** Formats rows of texts as columns of equal width, two spaces apart. */
export function formatColumns(rows: string[][]): string {
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((text, index) => Math.max(text.length, most[index] ?? 0)),
    [],
  );
  const toLine = (row: string[]) => row.map((text, index) => text.padEnd(widths[index]!)).join('  ');
  return rows.map(row => `${toLine(row).trimEnd()}\n`).join('');
}
