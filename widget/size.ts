// Prints what the built widget weighs and what is inside of it. Fails when the first load is over its budget, and when
// a part that is loaded later imports the entry: its bare address is not the one that the page has loaded, so that
// everything would be there twice.
import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Bytes of the script in brotli with the definition of a case type in it: one initial congestion window (14.6 kB)
 * holds it with its headers. */
const budget = 13_000;

const dist = new URL('dist/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, dist), 'utf8');
const later = readdirSync(new URL('assets/', dist)).map(name => `assets/${name}`);

function brotli(text: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  return brotliCompressSync(text, { params }).length;
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}

const contents = JSON.parse(read('../../node_modules/.cache/widget-contents.json')) as Record<string, number>;
console.log('In the first load, by what each module adds before compression:');
for (const [name, bytes] of Object.entries(contents)) console.log(`${String(bytes).padStart(7)}  ${name}`);
for (const name of ['enquiry-form.js', ...later]) {
  const text = read(name);
  console.log(
    `${name}: ${text.length} characters, gzip ${gzipSync(text, { level: 9 }).length}, brotli ${brotli(text)}`,
  );
  if (name !== 'enquiry-form.js' && /\bfrom\s*["'`]|\bimport\s*["'`]/.test(text)) {
    fail(`${name} imports another part: what both need must be handed over, or come as a type.`);
  }
}

// The demo's longest case type, in one language, about as the proxy puts it in.
const config = JSON.parse(read('../../demo/enquiry.config.json'));
const english = (text: unknown): unknown =>
  Array.isArray(text)
    ? text.map(english)
    : text && typeof text === 'object'
      ? 'en' in text
        ? text.en
        : Object.fromEntries(Object.entries(text).map(([key, value]) => [key, english(value)]))
      : text;
const definition = JSON.stringify({
  ...(english({ ...config.case_types['personal-injury'], privacy: config.privacy }) as object),
  case_type: 'personal-injury',
  definition: `sha256-${'0123456789abcdef'.repeat(4)}`,
  lang: 'en',
  draft: true,
  contact: config.contact,
  attachments: { ...config.attachments, strip_metadata: 'location' },
});
const bytes = brotli(`${read('enquiry-form.js')}\nEnquiryForm.provide(import.meta.url,[${definition}]);`);
console.log(`With the definition of personal-injury: brotli ${bytes} of ${budget}.`);
if (bytes > budget) fail(`The first load is ${bytes - budget} bytes over its budget.`);
