// Writes the README's tables of the element from its doc block; with --check it fails when they are stale, and when a
// part, event or custom property is used and not documented, or documented and not used.
import { globSync, readFileSync, writeFileSync } from 'node:fs';

const titles = {
  attr: ['attribute', 'meaning'],
  fires: ['event', '`detail`'],
  slot: ['slot', ''],
  cssprop: ['custom property, default', ''],
  csspart: ['part', ''],
  cssstate: ['state', ''],
} as const;
type Tag = keyof typeof titles;

const [, block = ''] =
  /\/\*\*\n((?: \*.*\n)+?) \*\/\nexport class EnquiryForm/.exec(
    readFileSync('widget/enquiry-form.ts', 'utf8'),
  ) ?? [];
const entries = block
  .replace(/^ \* ?/gm, '')
  .split(/^@/m)
  .slice(1)
  .flatMap(entry => {
    const [, tag = '', name = '', text = ''] =
      /^(\w+) ?(?:\{[^}]*\} )?(.*?) ?- (.*)$/s.exec(entry.trim().replace(/\s+/g, ' ')) ?? [];
    return tag in titles ? [{ tag: tag as Tag, name: name.replace(/^\[(.*)\]$/, '$1'), text }] : [];
  });
const of = (tag: Tag) => entries.filter(entry => entry.tag === tag);

const tables = (Object.keys(titles) as Tag[]).map(tag => {
  const rows = of(tag).map(({ name, text }) => {
    const [bare = '', ...value] = name.split('=');
    const known = value.length ? `\`${bare}\`, \`${value.join('=')}\`` : `\`${bare || '(default)'}\``;
    return `| ${known} | ${text.replaceAll('|', '\\|')} |`;
  });
  return `| ${titles[tag].join(' | ')} |\n|---|---|\n${rows.join('\n')}\n`;
});

const faults: string[] = [];
const sources = globSync('widget/**/*.ts', {
  exclude: ['widget/dist/**', 'widget/testing/**', '**/*.test.ts'],
})
  .map(path => readFileSync(path, 'utf8'))
  .join('\n')
  .replace(block, '');
const uses: [Tag, Iterable<RegExpMatchArray>][] = [
  ['csspart', sources.matchAll(/\bpart="([^"]+)"/g)],
  ['fires', sources.matchAll(/(?:emit\(|CustomEvent\()\s*'([\w-]+)'/g)],
  ['cssprop', sources.matchAll(/var\((--enquiry-[\w-]+)/g)],
];
for (const [tag, found] of uses) {
  const used = new Set([...found].flatMap(([, names = '']) => names.split(' ')));
  const documented = new Set(of(tag).map(({ name }) => name.split('=')[0] ?? ''));
  for (const name of used)
    if (!documented.has(name)) faults.push(`${tag} ${name} is used and not documented`);
  for (const name of documented)
    if (!used.has(name)) faults.push(`${tag} ${name} is documented and not used`);
}

const readme = readFileSync('README.md', 'utf8');
const mark = /(<!-- from the doc block: npm run reference -->\n)[\s\S]*?(<!-- end -->)/;
const fresh = readme.replace(mark, (_, begin, end) => `${begin}\n${tables.join('\n')}\n${end}`);
if (!mark.test(readme)) faults.push('README.md has no place for the tables');
if (process.argv.includes('--check')) {
  if (fresh !== readme) faults.push('README.md is stale: npm run reference');
} else {
  writeFileSync('README.md', fresh);
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
