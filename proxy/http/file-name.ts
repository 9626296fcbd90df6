import { isUtf8 } from 'node:buffer';
import { type FileKind, fileKinds } from '../contract/definition.ts';

const maxBytes = 100;
/** Only the last characters are processed, to bound the time that the patterns below take: a header may be much longer
 * than any file name. */
const maxCharacters = 1_000;

/** The file name in a `Content-Disposition` header (RFC 6266): `filename*` if it is valid, otherwise `filename`. Empty
 * when there is neither. */
export function parseFileName(disposition = ''): string {
  const extended = /(?:^|;)\s*filename\*\s*=\s*"?(UTF-8|ISO-8859-1)'[^']*'([^;\s"]+)/i.exec(disposition);
  const name =
    extended && decodeExtended(extended[2]!, extended[1]!.toLowerCase() === 'utf-8' ? 'utf-8' : 'latin1');
  if (name) return name;
  const plain = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition);
  return decodeUtf8((plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2] ?? '').trim());
}

/** Decodes a percent-encoded value (RFC 8187). Undefined when it is malformed, which is no reason to refuse the file. */
function decodeExtended(text: string, charset: 'utf-8' | 'latin1'): string | undefined {
  if (!/^(?:[^%]|%[0-9a-f]{2})*$/i.test(text)) return undefined;
  const bytes = text.replaceAll(/%(..)/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
  if (charset === 'latin1') return bytes;
  const encoded = Buffer.from(bytes, 'latin1');
  return isUtf8(encoded) ? encoded.toString() : undefined;
}

/** Decodes UTF-8 that Node has read as Latin-1, because many clients send UTF-8 in headers. */
function decodeUtf8(text: string): string {
  const encoded = Buffer.from(text, 'latin1');
  return /[^\0-\xff]/.test(text) || !isUtf8(encoded) ? text : encoded.toString();
}

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
