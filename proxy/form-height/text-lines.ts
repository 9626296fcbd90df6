// Estimates how many lines a text takes. Nobody knows the font of the site owner's page, so the widths of characters are
// those of the common sans-serif fonts, which differ by a few percent.

/** Characters by their width in thousandths of the font size. */
const widths: [characters: string, width: number][] = [
  ["ijl'’|", 225],
  [' .,:;!ftI/\\[]-()·', 285],
  ['r"“”`*', 345],
  ['cksvxyzJ', 505],
  ['FTZ', 615],
  ['ABEKPSVXY&', 670],
  ['CDHNRUw', 725],
  ['GOQ', 780],
  ['mM', 840],
  ['W%@…—', 960],
];
const otherWidth = 560;
/** Chinese, Japanese and Korean characters fill a square. */
const squareCharacter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const boldFactor = 1.07;

const widthOf = new Map(widths.flatMap(([characters, width]) => [...characters].map(each => [each, width])));

/** The style of a text: its font size in em of the form's font, and whether it is bold. */
export interface TextStyle {
  size: number;
  isBold: boolean;
}

/** The number of lines that a text takes in a column of this width, in em of the form's font. */
export function countLines(text: string, { size, isBold }: TextStyle, column: number): number {
  const factor = (size * (isBold ? boldFactor : 1)) / 1_000;
  const space = (widthOf.get(' ') ?? otherWidth) * factor;
  let lines = 1;
  let filled = 0;
  for (const word of text.trim().split(/\s+/)) {
    const width = [...word].reduce((sum, each) => sum + widthOfCharacter(each), 0) * factor;
    if (filled > 0 && filled + space + width > column) {
      lines += 1;
      filled = 0;
    }
    // A word that is too long is broken anywhere.
    const more = Math.ceil(width / column) - 1;
    lines += Math.max(0, more);
    filled += (filled > 0 ? space : 0) + width - Math.max(0, more) * column;
  }
  return lines;
}

function widthOfCharacter(character: string): number {
  return widthOf.get(character) ?? (squareCharacter.test(character) ? 1_000 : otherWidth);
}
