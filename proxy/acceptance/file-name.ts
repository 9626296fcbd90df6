import { type FileKind, fileKinds } from '../contract/definition.ts';

const maxBytes = 100;
/** Only the last characters are processed, to bound the time that the patterns below take: a header may be much longer
 * than any file name. */
const maxCharacters = 1_000;

/** Everything up to the last separator of folders, drives or streams, including its look-alikes. */
const separators = /^.*[/\\:\u2044\u2215\u29F8\uFE68\uFF0F\uFF3C\uFF1A]/s;
/** Control, bidi and other invisible characters, and those that file systems or headers reserve. */
const forbidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\uFFFD"<>|?*%]/gu;
// The lookbehind keeps it from trying each of many spaces as the first one.
const trailing = /(?<![\s.])[\s.]+$/;
/** Extensions of programs and pages, which some web servers run even before another extension (`a.php.jpg`). */
const executableExtensions =
  /\.(?=(?:ph(?:p\d?|tml?|ar|ps)|aspx?|jspx?|cgi|p[ly]|sh|exe|com|bat|cmd|js|html?|svg|htaccess)(?:\.|$))/gi;
/** Device names on Windows. */
const devices = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])\s*(?:\.|$)/i;

/** Makes a file name safe for every file system and header: the base name in Unicode NFC, without control, bidi and
 * path characters or a leading dot or dash, at most 100 bytes long, with the extension of the file's kind. */
export function safeName(name: string, kind: FileKind): string {
  const extension = fileKinds[kind];
  const base = name
    .slice(-maxCharacters)
    .toWellFormed()
    .replace(separators, '')
    .replaceAll(forbidden, '')
    .normalize('NFC') // Characters that are next to each other now may be one.
    .replace(trailing, '')
    .replace(/\.(?=[a-z0-9]*[a-z])[a-z0-9]{1,5}$/i, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.\-~\p{M}]+/u, '')
    .replace(trailing, '');
  const isUsable = base !== '' && !devices.test(base);
  const short = shorten(isUsable ? base : 'attachment', maxBytes - extension.length - 1);
  return `${short.replaceAll(executableExtensions, '_')}.${extension}`;
}

/** Cuts the text to this many bytes of UTF-8, between graphemes unless the first one alone is longer. */
function shorten(text: string, bytes: number): string {
  const graphemes = Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment);
  return (takeBytes(graphemes, bytes) || takeBytes(Array.from(text), bytes)).replace(trailing, '');
}

function takeBytes(parts: string[], bytes: number): string {
  let left = bytes;
  const end = parts.findIndex(part => {
    left -= Buffer.byteLength(part);
    return left < 0;
  });
  return parts.slice(0, end < 0 ? undefined : end).join('');
}
