import { type Kind, kinds } from '../contract/kind.ts';

const mostBytes = 100;
/** Characters that are looked at, from the end: no file system has longer base names, and a header has room for many
 * more than the patterns below can go over in no time. */
const mostCharacters = 1_000;

/** The name that a `Content-Disposition` gives (RFC 6266): `filename*`, else `filename`, else none. */
export function nameFrom(disposition = ''): string {
  const extended = /(?:^|;)\s*filename\*\s*=\s*"?(UTF-8|ISO-8859-1)'[^']*'([^;\s"]+)/i.exec(disposition);
  const name =
    extended && unescaped(extended[2]!, extended[1]!.toLowerCase() === 'utf-8' ? 'utf-8' : 'latin1');
  if (name) return name;
  const plain = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition);
  return utf8Of((plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2] ?? '').trim());
}

/** Undefined when it is broken: the client's fault, and no reason to lose the file. */
function unescaped(text: string, charset: 'utf-8' | 'latin1'): string | undefined {
  if (!/^(?:[^%]|%[0-9a-f]{2})*$/i.test(text)) return undefined;
  const bytes = text.replaceAll(/%(..)/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
  if (charset === 'latin1') return bytes;
  const decoded = Buffer.from(bytes, 'latin1').toString('utf8');
  return decoded.includes('\uFFFD') ? undefined : decoded;
}

/** Headers come as Latin-1; what many clients wrote is UTF-8. */
function utf8Of(text: string): string {
  const decoded = Buffer.from(text, 'latin1').toString('utf8');
  return /[^\0-\xff]/.test(text) || decoded.includes('\uFFFD') ? text : decoded;
}

/** Every spelling of what separates folders, drives and streams. */
const separators = /^.*[/\\:\u2044\u2215\u29F8\uFE68\uFF0F\uFF3C\uFF1A]/s;
/** Control, bidi and other invisible characters, and those that a file system or a header reserves. */
const forbidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\uFFFD"<>|?*%]/gu;
const ends = /[\s.]+$/;
/** A web server may run a file for a name that it has before its last one. */
const programs =
  /\.(?=(?:ph(?:p\d?|tml?|ar|ps)|aspx?|jspx?|cgi|p[ly]|sh|exe|com|bat|cmd|js|html?|svg|htaccess)(?:\.|$))/gi;
const devices = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])\s*(?:\.|$)/i;

/** A name that is safe wherever it is written: the base name in Unicode NFC, without control, bidi and path
 * characters, without a leading dot or dash, at most 100 bytes, with the extension of what the file is. */
export function safeName(name: string, kind: Kind): string {
  const extension = kinds[kind];
  const base = name
    .slice(-mostCharacters)
    .toWellFormed()
    .normalize('NFC')
    .replace(separators, '')
    .replaceAll(forbidden, '')
    .replace(ends, '')
    .replace(/\.(?=[a-z0-9]*[a-z])[a-z0-9]{1,5}$/i, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.\-~\p{M}]+/u, '')
    .replaceAll(programs, '_')
    .replace(ends, '');
  const isUsable = base !== '' && !devices.test(base);
  return `${shorten(isUsable ? base : 'attachment', mostBytes - extension.length - 1)}.${extension}`;
}

/** Cut between characters as people see them, so that it is at most so many bytes of UTF-8; within one when it alone
 * is longer. */
function shorten(text: string, bytes: number): string {
  const segments = Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment);
  return (cut(segments, bytes) || cut(Array.from(text), bytes)).replace(ends, '');
}

function cut(parts: string[], bytes: number): string {
  let left = bytes;
  const end = parts.findIndex(part => {
    left -= Buffer.byteLength(part);
    return left < 0;
  });
  return parts.slice(0, end < 0 ? undefined : end).join('');
}
