// Prints the sizes of the built widget and of the modules in it. Fails if a size is over its budget.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { readDefinitions } from '../../proxy/enquiry/definitions.ts';
import { pageAddress } from '../../proxy/http/pages/page-tags.ts';
import { prerenderForm } from '../../proxy/http/pages/prerendered-form.ts';
import { loadPageModule, provideEnd, provideStart } from '../../proxy/http/scripts/widget-build.ts';
import { readConfig } from '../../proxy/settings/read-settings.ts';

/** The limit for the script with the definition of a case type in it, in brotli. It must arrive in one flight: over TLS, the
 * acknowledged handshake has grown the initial congestion window of 14.6 kB by at least 2 kB. */
const maxBytes = 16_000;

/** The limit for all script that a visitor of an English form on one page has loaded by the receipt, in brotli: the script with
 * the definition, measurement, and what helps, checks and sends, with the whole receipt. */
const maxBytesUntilReceipt = 44_400;

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

// The demo's longest case type in one language, as the proxy adds it to the script.
const { config } = readConfig({
  ENQUIRY_CONFIG: fileURLToPath(new URL('../../demo/enquiry.config.json', dist)),
});
const definition = (await readDefinitions(config)).current('personal-injury', 'en')!; // The demo's config has it.
function enforce(what: string, bytes: number, limit: number): void {
  console.log(`${what}: ${bytes} bytes brotli (limit ${limit}).`);
  if (bytes <= limit) return;
  console.error(`${what}: ${bytes - limit} bytes over the budget.`);
  process.exitCode = 1;
}

const firstLoad = brotli(read('enquiry-form.js') + provideStart + JSON.stringify(definition) + provideEnd);
enforce('With the personal-injury definition', firstLoad, maxBytes);
enforce(
  'Until the receipt',
  lazyParts
    .filter(name => /\/(measurement|submission)-/.test(name))
    .reduce((sum, name) => sum + brotli(read(name)), firstLoad),
  maxBytesUntilReceipt,
);
enforce(
  'The largest translation',
  Math.max(...lazyParts.filter(name => /\/\w{2,3}-.{6}\.js$/.test(name)).map(name => brotli(read(name)))),
  maxTranslationBytes,
);
const page = await loadPageModule(fileURLToPath(dist));
const { element } = prerenderForm(page, definition, pageAddress('https://forms.example.com/', definition));
enforce('The prerendered personal-injury form', brotli(element), maxPrerenderedBytes);
