// `npm run faults`: tests every operation of the store with every kind of fault of its database and disk, each at one
// place that the seed determines, and every two actions in one order; with `--sample 300`, at 300 such places. `--all`
// tries every place and every order, which takes hours; `--part 3/20` runs a part of that, and records in `covered.tsv`
// what has passed.
import { parseArgs } from 'node:util';
import { startPostgres } from '../testing/proxy/postgres.ts';
import { trackCoverage } from './coverage.ts';
import type { Report } from './report.ts';
import { databaseSeries, diskSeries, interleavingSeries, type SeriesOptions } from './series.ts';
import { openDatabaseTestStores, openFolderTestStores } from './test-stores.ts';

/** Databases in parallel. Most scenarios spend their time waiting for a time limit. */
const databases = 6;
const quadrupleCount = 500;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    only: { type: 'string' },
    series: { type: 'string' },
    all: { type: 'boolean' },
    part: { type: 'string' },
    sample: { type: 'string', default: '1' },
    help: { type: 'boolean' },
  },
});
const part = /^(\d+)\/(\d+)$/
  .exec(values.part ?? '1/1')
  ?.slice(1)
  .map(Number);
if (values.help || !part || part[0]! < 1 || part[0]! > part[1]! || (values.part && !values.all)) {
  console.log(
    'npm run faults -- [--seed N] [--only OPERATION] [--series database|disk|interleavings]' +
      ' [--sample N | --all [--part K/N]]',
  );
  process.exit(values.help ? 0 : 2);
}
const options: SeriesOptions = {
  seed: Number(values.seed ?? Date.now() % 1_000_000),
  only: values.only,
  progress: line => console.log(line),
  ...(values.all ? trackCoverage(part[0]!, part[1]!) : { sampleSize: Number(values.sample) }),
};
console.log(`seed ${options.seed}`);
const isWanted = (series: string) => values.series === undefined || values.series === series;
const reports: [string, Report][] = [];
const postgres = await startPostgres();
try {
  if (isWanted('disk')) reports.push(['SQLite and folder, system calls', await diskSeries(options)]);
  if (isWanted('interleavings') && values.only === undefined) {
    for (const [title, stores] of [
      ['orders on SQLite', openFolderTestStores()],
      ['orders on PostgreSQL', await openDatabaseTestStores(await postgres.database('interleavings'))],
    ] as const) {
      reports.push([title, await interleavingSeries(title, stores, quadrupleCount, options)]);
    }
  }
  if (isWanted('database')) {
    const urls = await Promise.all(
      Array.from({ length: databases }, (_, at) => postgres.database(`faults_${at}`)),
    );
    reports.push(['PostgreSQL, messages', await databaseSeries(urls, options)]);
  }
} finally {
  await postgres.destroy();
}
for (const [title, { runs, unreached, violations }] of reports) {
  console.log(
    `${title}: ${runs} scenarios, ${unreached} faults not reached, ${violations.length} violations`,
  );
}
process.exit(reports.some(([, { violations }]) => violations.length > 0) ? 1 : 0);
