const escapes: Record<string, string> = {
  '"': '"',
  '\\': '\\',
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
};

/** Converts plain objects, arrays, texts, numbers, booleans and null to JSON: the same text as `JSON.stringify` returns
 * on an ordinary page. Pages replace that function or change its result. Prototype.js before 1.7, for example, adds a
 * `toJSON` method to arrays, which turns them into texts. */
export function toJson(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return 'null';
  if (typeof value !== 'object' || !value) return `${value ?? null}`;
  if (Array.isArray(value)) return `[${value.map(each => toJson(each)).join(',')}]`;
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${members.map(([name, each]) => `${quote(name)}:${toJson(each)}`).join(',')}}`;
}

function quote(text: string): string {
  // Half a surrogate pair, too, is escaped (ECMA-262, QuoteJSONString).
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them.
  const escaped = text.replace(/["\\\0-\x1f\p{Cs}]/gu, character => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\${escapes[character] ?? `u${code}`}`;
  });
  return `"${escaped}"`;
}
