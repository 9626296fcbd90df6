import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFleetStore } from '../../proxy/outbox/outbox.ts';
import { postgresForAllTests } from '../testing/proxy/outbox.ts';
import { openFaultyDatabase } from './database-faults.ts';
import { operations } from './operations.ts';
import { startPostgresRelay } from './postgres-relay.ts';

const postgres = postgresForAllTests();
let database: Awaited<ReturnType<typeof openFaultyDatabase>>;
beforeAll(async () => {
  database = await openFaultyDatabase(await postgres.database('pooler'));
});
afterAll(() => database.close());

test('behind a pooler, several proxies start at the same time on an empty database', async () => {
  const relay = await startPostgresRelay(await postgres.database('starts'));
  const open = () => openFleetStore(relay.url, pino({ level: 'silent' }));
  const stores = await Promise.all([open(), open(), open()]);
  await expect(Promise.all(stores.map(({ outbox }) => outbox.archive.probe()))).resolves.toBeDefined();
  await Promise.all(stores.map(({ outbox }) => outbox.close()));
  await relay.stop();
});

/** The other operations run behind the same relay in `npm run faults`. */
const sample = operations.filter(({ name }) => ['add', 'attach', 'drop', 'sweep'].includes(name));
test.each(sample)(
  'behind a pooler, everything that “$name” commits is synced within time limits',
  async operation => {
    const { violations } = await database.rehearse(operation);
    expect(violations).toEqual([]);
  },
);
