import { html, type TemplateResult } from 'lit';
import { encode } from 'uqr';

export const prepare = () => () => new QrCode();

/** The modules of light colour that the standard requires around a code (ISO/IEC 18004). */
const quietZone = 4;

/** Draws a link as a QR code. */
export class QrCode {
  #link = '';
  #size = 0;
  #path = '';

  render(link: string, label: string): TemplateResult {
    if (link !== this.#link) {
      // Nothing wears off on a screen, so the code needs little redundancy, and larger modules are easier to read.
      const { data, size } = encode(link, { ecc: 'L', border: quietZone });
      this.#link = link;
      this.#size = size;
      this.#path = toPath(data);
    }
    return html`<svg class="qr" viewBox="0 0 ${this.#size} ${this.#size}" role="img" aria-label=${label}><path d=${this.#path} /></svg>`;
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
