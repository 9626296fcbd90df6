// Stores COUNT texts of 2 kB and erases them, each in two synced commits with the settings of the outbox's database.
// Prints the milliseconds of each pair of commits and the processor time of one as JSON. `npm run bench -- proxy` runs
// it: node tools/bench/synced-commits.ts FOLDER COUNT.
import { join } from 'node:path';
import { openDatabase } from '../../proxy/database/node-sqlite.ts';

const [folder = '', countText] = process.argv.slice(2);
const count = Number(countText);
const content = 'x'.repeat(2_000);

const database = openDatabase(join(folder, 'bench.db'));
const begin = database.prepare('begin');
const commit = database.prepare('commit');
database.prepare('create table if not exists bench (id integer primary key, content text)').run([]);
const insert = database.prepare('insert into bench (content) values (?)');
const erase = database.prepare('update bench set content = null where id = ?');

/** Returns the milliseconds that it took. */
function storeAndErase(): number {
  const startedAt = performance.now();
  begin.run([]);
  const { lastInsertRowid } = insert.run([content]);
  commit.run([]);
  begin.run([]);
  erase.run([lastInsertRowid]);
  commit.run([]);
  return performance.now() - startedAt;
}

for (let n = 0; n < count; n++) storeAndErase(); // Warms up.
const before = process.cpuUsage();
const took_ms = Array.from({ length: count }, storeAndErase);
const { user, system } = process.cpuUsage(before);
database.close();
console.log(JSON.stringify({ took_ms, cpu_us: (user + system) / count }));
