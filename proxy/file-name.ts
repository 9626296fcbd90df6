import { type Kind, kinds } from './contract/kind.ts';

const mostBytes = 100;

/** The name that a `Content-Disposition` gives (RFC 6266): `filename*`, else `filename`, else none. */
export function nameFrom(disposition: string | undefined): string {
  const extended = /filename\*\s*=\s*UTF-8''([^;\s]+)/i.exec(disposition ?? '')?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      return ''; // The client's fault, and no reason to lose the file.
    }
  }
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition ?? '');
  return (plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2] ?? '').trim();
}

/** A name that is safe wherever it is written: the base name in Unicode NFC, without control, bidi and path
 * characters, without a leading dot or dash, at most 100 bytes, with the extension of what the file is. */
export function safeName(name: string, kind: Kind): string {
  const extension = kinds[kind];
  const base = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\:]/s, '')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\uFFFD"<>|?*%]/gu, '')
    .replace(/\.(?=[a-z0-9]*[a-z])[a-z0-9]{1,5}$/i, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.\-~]+/, '')
    .replace(/[\s.]+$/, '');
  const isReserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(base);
  return `${shorten(base === '' || isReserved ? 'attachment' : base, mostBytes - extension.length - 1)}.${extension}`;
}

/** Cut at a character's end, so that it is at most so many bytes of UTF-8. */
function shorten(text: string, bytes: number): string {
  let kept = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    if (Buffer.byteLength(kept + segment) > bytes) break;
    kept += segment;
  }
  return kept.trimEnd() || 'attachment';
}
