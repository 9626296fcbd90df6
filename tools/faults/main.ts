// `npm run faults`: tests every operation of the store with every fault of its database and disk, and in every order with
// other operations. The run is exhaustive and takes hours.
import { parseArgs } from 'node:util';
import { startPostgres } from '../testing/proxy/postgres.ts';
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
    help: { type: 'boolean' },
  },
});
if (values.help) {
  console.log('npm run faults -- [--seed N] [--only OPERATION] [--series database|disk|interleavings]');
  process.exit(0);
}
const options: SeriesOptions = {
  seed: Number(values.seed ?? Date.now() % 1_000_000),
  only: values.only,
  progress: line => console.log(line),
};
console.log(`seed ${options.seed}`);
const isWanted = (series: string) => values.series === undefined || values.series === series;
const reports: [string, Report][] = [];
const postgres = await startPostgres();
try {
  if (isWanted('disk')) reports.push(['SQLite and folder, system calls', await diskSeries(options)]);
  if (isWanted('interleavings') && values.only === undefined) {
    reports.push([
      'SQLite and folder, interleavings',
      await interleavingSeries(openFolderTestStores(), quadrupleCount, options),
    ]);
    const stage = await openDatabaseTestStores(await postgres.database('interleavings'));
    reports.push(['PostgreSQL, interleavings', await interleavingSeries(stage, quadrupleCount, options)]);
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
  for (const violation of violations) console.log(`  ${violation}`);
}
process.exit(reports.some(([, { violations }]) => violations.length > 0) ? 1 : 0);
