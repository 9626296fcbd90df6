// `npm run faults`: tests every operation of the store with every kind of fault of its database and disk, each at one
// place that the seed determines; with `--sample 300`, at 300 such places. `--all` tries every place, which takes hours.
import { parseArgs } from 'node:util';
import { startPostgres } from '../testing/proxy/postgres.ts';
import { databaseSeries, diskSeries, type Report, type SeriesOptions } from './series.ts';

/** Databases in parallel. Most scenarios spend their time waiting for a time limit. */
const databases = 6;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    only: { type: 'string' },
    series: { type: 'string' },
    all: { type: 'boolean' },
    sample: { type: 'string', default: '1' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  console.log(
    'npm run faults -- [--seed N] [--only OPERATION] [--series database|disk] [--sample N | --all]',
  );
  process.exit();
}
const options: SeriesOptions = {
  seed: Number(values.seed ?? Date.now() % 1_000_000),
  only: values.only,
  progress: line => console.log(line),
  ...(!values.all && { sampleSize: Number(values.sample) }),
};
console.log(`seed ${options.seed}`);
const isWanted = (series: string) => values.series === undefined || values.series === series;
const reports: [string, Report][] = [];
if (isWanted('disk')) reports.push(['SQLite and folder, system calls', await diskSeries(options)]);
if (isWanted('database')) {
  const postgres = await startPostgres();
  try {
    const names = Array.from({ length: databases }, (_, at) => `faults_${at}`);
    const urls = await Promise.all(names.map(name => postgres.database(name)));
    reports.push(['PostgreSQL, messages', await databaseSeries(urls, options)]);
  } finally {
    await postgres.destroy();
  }
}
for (const [title, { runs, unreached, violations }] of reports) {
  console.log(
    `${title}: ${runs} scenarios, ${unreached} faults not reached, ${violations.length} violations`,
  );
}
// With a misspelt option, nothing runs, so nothing is proven.
const isProven = reports.length > 0 && reports.every(([, each]) => each.runs > 0 && !each.violations.length);
process.exit(isProven ? 0 : 1);
