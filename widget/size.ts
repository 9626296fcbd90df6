// Prints what the built widget weighs. Fails when the first load is over its budget, and when a part that is
// loaded later imports the entry: its bare address is not the one that the page has loaded, so that everything
// would be there twice.
import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Bytes of the script in brotli without a definition. With one of ten questions, 13.0 kB: one initial congestion
 * window (14.6 kB) holds it with its headers. */
const budget = 11_800;

const dist = new URL('dist/', import.meta.url);
const later = readdirSync(new URL('assets/', dist)).map(name => `assets/${name}`);

function weigh(name: string): { text: string; brotli: number } {
  const script = readFileSync(new URL(name, dist));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: script.length,
  };
  const brotli = brotliCompressSync(script, { params }).length;
  const gzip = gzipSync(script, { level: 9 }).length;
  console.log(`${name}: ${script.length} bytes, gzip ${gzip}, brotli ${brotli}`);
  return { text: script.toString(), brotli };
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}

const { brotli } = weigh('enquiry-form.js');
if (brotli > budget) {
  fail(`The first load is ${brotli - budget} bytes over its budget of ${budget} bytes of brotli.`);
}
for (const name of later) {
  if (/\bfrom\s*["'`]|\bimport\s*["'`]/.test(weigh(name).text)) {
    fail(`${name} imports the entry: what both need must be handed over, or come as a type.`);
  }
}
