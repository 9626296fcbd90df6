// What an enquiry costs at least: two synced commits with the settings of the outbox's database, which store a text of
// 2 kB and erase it, and a new connection to a server between them. Does that COUNT times, and prints the milliseconds of
// each and the processor time of one as JSON. `npm run bench -- proxy` runs it:
// node tools/bench/enquiry-floor.ts FOLDER COUNT URL.
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { openDatabase } from '../../proxy/database/node-sqlite.ts';

const [folder = '', countText, url = ''] = process.argv.slice(2);
const count = Number(countText);
const { hostname, port } = new URL(url);
const content = 'x'.repeat(2_000);

const database = openDatabase(join(folder, 'bench.db'));
const begin = database.prepare('begin');
const commit = database.prepare('commit');
database.prepare('create table if not exists bench (id integer primary key, content text)').run([]);
const insert = database.prepare('insert into bench (content) values (?)');
const erase = database.prepare('update bench set content = null where id = ?');

async function openConnection(): Promise<void> {
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.destroy();
}

/** Returns the milliseconds that each took. */
async function measure(): Promise<number[]> {
  const took_ms: number[] = [];
  for (let n = 0; n < count; n++) {
    const startedAt = performance.now();
    begin.run([]);
    const { lastInsertRowid } = insert.run([content]);
    commit.run([]);
    await openConnection();
    begin.run([]);
    erase.run([lastInsertRowid]);
    commit.run([]);
    took_ms.push(performance.now() - startedAt);
  }
  return took_ms;
}

await measure(); // Warms up.
const before = process.cpuUsage();
const took_ms = await measure();
const { user, system } = process.cpuUsage(before);
database.close();
console.log(JSON.stringify({ took_ms, cpu_us: (user + system) / count }));
