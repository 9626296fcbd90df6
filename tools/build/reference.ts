// Writes the generated parts of documents: docs/reference.md from the custom elements manifest, docs/commands.md from the
// output of `--help`, the tables of keys from the schema of the config and that of settings from their declaration; and the
// systemd template from the unit. With --check it fails instead if one of them is stale. Either way it fails if a part,
// event or custom property is used but not documented, or documented but not used.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { settings } from '../../proxy/settings/settings.ts';
import { keyTable } from './key-tables.ts';
import { type ElementDeclaration, type ManifestEntry, writeManifest } from './manifest.ts';

/** What npm run reference writes is between such markers, of which the first says what it is. */
const generated = /^(<!-- (.+) -->\n)[\s\S]*?^(<!-- end -->)$/gm;

type Kind = Exclude<keyof ElementDeclaration, 'name'>;

/** The sections of the reference: the heading, and the titles of the two columns. */
const sections: Record<Kind, [string, string, string]> = {
  attributes: ['Attributes', 'attribute', 'meaning'],
  members: ['Properties and methods', 'property or method', 'meaning'],
  events: ['Events', 'event', '`detail` and meaning'],
  slots: ['Slots', 'slot', 'content'],
  cssStates: ['States', 'state', 'meaning'],
  cssProperties: ['Custom properties', 'custom property, default', 'meaning'],
  cssParts: ['Parts', 'part', 'meaning'],
};

const { element } = writeManifest();

const problems = usageProblems();
writeTables('docs/reference.md', elementTables);
writeTables('docs/commands.md', commandTables);
writeTables('docs/configuration.md', what => keyTable(what.replace('keys of ', '')));
writeTables('docs/pages.md', what => keyTable(what.replace('keys of ', '')));
writeTables('docs/deploying.md', settingsTable);
write('proxy/enquiry-proxy@.service', unitTemplate());

for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

/** Replaces what is between the markers of a document. */
function writeTables(document: string, table: (what: string) => string): void {
  const current = readFileSync(document, 'utf8');
  const updated = current.replaceAll(generated, (_all, begin: string, what: string, end: string) => {
    return `${begin}\n${table(what)}\n${end}`;
  });
  if (!current.match(generated)) problems.push(`${document} has no markers`);
  else write(document, updated);
}

function write(path: string, text: string): void {
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (text !== readFileSync(path, 'utf8')) problems.push(`${path} is stale: run "npm run reference"`);
}

/** The unit with a user, settings and a data folder of its own for each instance. */
function unitTemplate(): string {
  const unit = readFileSync('proxy/enquiry-proxy.service', 'utf8');
  const lines = unit.split('\n').map(line => {
    if (line.startsWith('Description=')) return `${line} (%i)`;
    return /^(?:#|Exec)/.test(line) ? line : line.replaceAll('enquiry-proxy', 'enquiry-proxy-%i');
  });
  lines[0] =
    '# systemd template for several firms on one machine. See "Several firms on one machine" in docs/operating.md.\n' +
    '# Written by "npm run reference" from enquiry-proxy.service.';
  return lines.join('\n');
}

function elementTables(): string {
  return Object.entries(sections)
    .map(([kind, [heading, ...columns]]) => {
      const entries = element[kind as Kind];
      const rows = [
        ...attributeRow(entries),
        ...entries.filter(each => !('attribute' in each)).map(row),
      ].join('\n');
      return `## ${heading}\n\n| ${columns.join(' | ')} |\n|---|---|\n${rows}\n`;
    })
    .join('\n');
}

function settingsTable(): string {
  const rows = settings.map(({ name, description, byDefault }) => {
    return `| \`${name}\` | ${description.replaceAll('|', '\\|')} | ${byDefault} |`;
  });
  return `| setting | meaning | default |\n|---|---|---|\n${rows.join('\n')}\n`;
}

/** A section for each command, with a table of its options. */
function commandTables(): string {
  const help = execFileSync(process.execPath, ['proxy/main.ts', '--help'], { encoding: 'utf8' });
  const [, commands, options] = /\nCommands:\n(.*?)\nOptions:\n(.*?)\n\n/s.exec(help) ?? [];
  if (!commands || !options) throw new Error('--help has no list of commands and options.');
  // A description continues on further lines.
  const lines = `${commands}Options of all commands\n${options}`.replaceAll(/\n {20,}/g, ' ').split('\n');
  return lines
    .map(line => {
      const [, name, text = ''] = /^ +(\S.*?) {2,}(.+)$/.exec(line) ?? [];
      if (name === undefined) return `\n## ${line}`;
      return name.startsWith('-')
        ? `| \`${name.replace(', ', '`, `')}\` | ${sentence(text)} |`
        : `\n## \`${name}\`\n\n${sentence(text)}`;
    })
    .join('\n')
    .replaceAll(/^([^|\n].*\n)(?=\|)/gm, '$1\n| option | meaning |\n|---|---|\n')
    .trimStart()
    .concat('\n');
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

type Entry = ManifestEntry | ElementDeclaration['members'][number];

/** One row for all properties that reflect an attribute. */
function attributeRow(entries: Entry[]): string[] {
  const names = entries.filter(each => 'attribute' in each).map(({ name }) => `\`${name}\``);
  return names.length === 0
    ? []
    : [`| ${names.join(' ')} | The attributes with these names, in kebab case. |`];
}

function row(entry: Entry): string {
  const name = 'kind' in entry && entry.kind === 'method' ? `${entry.name}()` : entry.name || '(default)';
  const value = entry.name.startsWith('--') ? `, \`${entry.default}\`` : '';
  return `| \`${name}\`${value} | ${entry.description.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')} |`;
}

/** Names that the code uses without documentation, and documented names that the code doesn't use. */
function usageProblems(): string[] {
  const source = globSync('widget/**/*.ts', { exclude: ['widget/dist/**', '**/*.test.ts'] })
    .map(path => readFileSync(path, 'utf8'))
    .join('\n');
  const uses: [Kind, Iterable<RegExpMatchArray>][] = [
    ['cssParts', source.matchAll(/\bpart(?:="|: '|', '|\.toggle\(')([^"']+)["']/g)],
    ['events', source.matchAll(/(?:emit\(|CustomEvent\()\s*'([\w-]+)'/g)],
    ['cssProperties', source.matchAll(/var\((--enquiry-[\w-]+)/g)],
  ];
  return uses.flatMap(([kind, found]) => {
    const used = [...found].flatMap(([, names = '']) => names.split(' '));
    const documented = element[kind].map(({ name }) => name);
    const missing = new Set(used.filter(name => !documented.includes(name)));
    const superfluous = documented.filter(name => !used.includes(name));
    return [
      ...[...missing].map(name => `${kind}: ${name} is used and not documented`),
      ...superfluous.map(name => `${kind}: ${name} is documented and not used`),
    ];
  });
}
