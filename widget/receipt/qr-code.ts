import { html, type TemplateResult } from 'lit';
import { encode } from 'uqr';

/** Draws a link as a QR code; undefined if it can't be drawn. */
export type DrawQrCode = (link: string, label: string) => TemplateResult | undefined;

/** The modules of light colour that the standard requires around a code (ISO/IEC 18004). */
const quietZone = 4;

export const create = (): DrawQrCode => {
  let drawn: { link: string; size: number; path: string } | undefined;
  return (link, label) => {
    if (link !== drawn?.link) drawn = { link, ...draw(link) };
    const { size, path } = drawn;
    return path
      ? html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${label}><path d=${path} /></svg>`
      : undefined;
  };
};

/** The size of a link's code in modules, and a path that fills the dark ones; empty if it can't be drawn. */
function draw(link: string): { size: number; path: string } {
  try {
    // A code on a screen isn't damaged, so it needs little redundancy, and larger modules are easier to read.
    const { data, size } = encode(link, { ecc: 'L', border: quietZone });
    return { size, path: toPath(data) };
  } catch {
    return { size: 0, path: '' }; // The page has replaced a function of the browser. The link works without the code.
  }
}

/** A path that fills the dark modules: a rectangle for each run of them in a row. */
function toPath(rows: boolean[][]): string {
  const runs = rows.map((row, y) => {
    const text = row.map(isDark => (isDark ? '1' : '0')).join('');
    return [...text.matchAll(/1+/g)].map(
      ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`,
    );
  });
  return runs.flat().join('');
}
