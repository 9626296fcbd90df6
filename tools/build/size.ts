// Prints the sizes of the built widget and of the modules in it. Fails if a size is over its budget.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Definition } from '../../proxy/contract/definition.ts';
import { pageAddress, prerenderForm } from '../../proxy/http/pages/prerendered-form.ts';
import { loadPageModule } from '../../proxy/http/scripts/widget-build.ts';

/** The limit for the script with the definition of a case type in it, in brotli. It must arrive in one flight: over TLS, the
 * acknowledged handshake has grown the initial congestion window of 14.6 kB by at least 2 kB. */
const maxBytes = 16_000;

/** The limit for all script that a visitor of an English form on one page has loaded by the receipt, in brotli. */
const maxBytesUntilReceipt = 44_000;

/** The limit for a translation, of which the form loads one, in brotli. */
const maxTranslationBytes = 5_200;

/** The limit for a prerendered form as a part of a page, in brotli. */
const maxPrerenderedBytes = 5_000;

const dist = new URL('../../widget/dist/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, dist), 'utf8');
const lazyParts = readdirSync(new URL('assets/', dist))
  .filter(name => name.endsWith('.js'))
  .map(name => `assets/${name}`);

function brotli(text: string): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

const contents = JSON.parse(read('../../node_modules/.cache/widget-contents.json')) as Record<string, number>;
console.log('In the first load, by what each module adds before compression:');
for (const [name, bytes] of Object.entries(contents)) console.log(`${String(bytes).padStart(7)}  ${name}`);
for (const name of ['enquiry-form.js', 'attribution.js', ...lazyParts]) {
  const text = read(name);
  console.log(
    `${name}: ${text.length} characters, gzip ${gzipSync(text, { level: 9 }).length}, brotli ${brotli(text)}`,
  );
}

// The demo's longest case type in one language, about as the proxy adds it to the script.
const config = JSON.parse(read('../../demo/enquiry.config.json'));
const english = (text: unknown): unknown =>
  Array.isArray(text)
    ? text.map(english)
    : text && typeof text === 'object'
      ? 'en' in text
        ? text.en
        : Object.fromEntries(Object.entries(text).map(([key, value]) => [key, english(value)]))
      : text;
const { privacy, contact, contact_us } = config;
const shown = {
  ...(english({ ...config.case_types['personal-injury'], privacy, contact, contact_us }) as object),
  case_type: 'personal-injury',
  definition: `sha256-${'0123456789abcdef'.repeat(4)}`,
  lang: 'en',
  draft: true,
  needs: [],
  attachments: { max_files: 5, max_bytes: 10_485_760, strip_metadata: 'location' },
  receipt: { identifier: 'reference', show_number: false, ...(english(config.receipt) as object) },
};
const definition = JSON.stringify(shown);
function enforce(what: string, bytes: number, limit: number): void {
  console.log(`${what}: ${bytes} bytes brotli (limit ${limit}).`);
  if (bytes <= limit) return;
  console.error(`${what}: ${bytes - limit} bytes over the budget.`);
  process.exitCode = 1;
}

const untilReceipt = [
  'enquiry-form.js',
  ...lazyParts.filter(name => /\/(measurement|submission)-/.test(name)),
];
enforce(
  'Until the receipt',
  untilReceipt.reduce((sum, name) => sum + brotli(read(name)), 0),
  maxBytesUntilReceipt,
);
enforce(
  'With the personal-injury definition',
  brotli(
    `${read('enquiry-form.js')}\ncustomElements.get(\`enquiry-form\`)?.provide?.(import.meta.url,[${definition}]);\n`,
  ),
  maxBytes,
);
enforce(
  'The largest translation',
  Math.max(...lazyParts.filter(name => /\/\w{2,3}-.{6}\.js$/.test(name)).map(name => brotli(read(name)))),
  maxTranslationBytes,
);
const page = await loadPageModule(fileURLToPath(dist));
const full = shown as unknown as Definition; // The config has no settings here that the proxy would change.
const { element } = prerenderForm(page, full, pageAddress('https://forms.example.com/', full));
enforce('The prerendered personal-injury form', brotli(element), maxPrerenderedBytes);
