import { readFileSync } from 'node:fs';

/** The tags of the doc block; `member` is a property or method with a docstring. */
const tags = ['attr', 'member', 'fires', 'slot', 'cssstate', 'cssprop', 'csspart'] as const;
export type Tag = (typeof tags)[number];
const isTag = (text: string): text is Tag => (tags as readonly string[]).includes(text);

/** A sentence about one part of the element's interface. */
export interface ReferenceEntry {
  tag: Tag;
  /** A property in the doc block may have a default, as in `--enquiry-radius=10px`. */
  name: string;
  text: string;
  /** The type in the doc block, as in `{'off'}`. */
  type?: string;
}

/** Reads the doc block of the element and the docstrings of its members. */
export function readReference(): { docBlock: string; entries: ReferenceEntry[] } {
  const element = readFileSync('widget/enquiry-form.ts', 'utf8');
  const docBlock = /\/\*\*\n((?: \*.*\n)+?) \*\/\nexport class EnquiryForm/.exec(element)?.[1] ?? '';
  const body = element.slice(element.indexOf(docBlock));
  return { docBlock, entries: [...entriesOf(docBlock), ...membersOf(body)] };
}

/** The tags of the doc block. */
function entriesOf(block: string): ReferenceEntry[] {
  const lines = block
    .replace(/^ \* ?/gm, '')
    .split(/^@/m)
    .slice(1);
  return lines.flatMap(line => {
    const [, tag = '', type, name = '', text = ''] =
      /^(\w+) ?(?:\{([^}]*)\} )?(.*?) ?- (.*)$/s.exec(line.trim().replace(/\s+/g, ' ')) ?? [];
    return isTag(tag) ? [{ tag, name: name.replace(/^\[(.*)\]$/, '$1'), text, ...(type && { type }) }] : [];
  });
}

/** The public properties and methods of the class, by their docstrings. */
function membersOf(body: string): ReferenceEntry[] {
  const members = body.matchAll(
    /^ {2}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {2}(?:declare |get |override |async (?=[a-z]))?(?!async )([a-z]\w*)(\()?/gm,
  );
  return Array.from(members, ([declaration, text = '', name = '', parenthesis]): ReferenceEntry => {
    const isMethod = parenthesis !== undefined && !declaration.includes('\n  get ');
    return {
      tag: 'member',
      name: isMethod ? `${name}()` : name,
      text: text.replace(/\s*\n\s*\*\s*/g, ' ').trim(),
    };
  }).filter(({ name }) => !/^(static|protected)\b/.test(name));
}
