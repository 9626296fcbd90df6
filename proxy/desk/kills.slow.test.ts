// A real proxy is killed while somebody at the desk decides about all enquiries that are held for one reason.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../demo/processes.ts';
import { prepareProxies } from '../../e2e/processes/proxies.ts';
import { newEnquiry } from '../../tools/testing/proxy/outbox.ts';
import { startPostgres } from '../../tools/testing/proxy/postgres.ts';
import { openStoreBeside } from '../outbox/outbox.ts';
import { hashPassword } from '../settings/secrets.ts';

/** Enough that the proxy is still deciding when it is killed, even on a busy machine. */
const count = 2_000;
const silent = pino({ level: 'silent' });

/** A proxy whose enquiry API is unreachable, with held enquiries. */
async function holdMany(store: 'SQLite' | 'PostgreSQL') {
  const postgres = store === 'PostgreSQL' ? await startPostgres() : undefined;
  if (postgres) onTestFinished(() => postgres.destroy());
  const shared = postgres && {
    DATABASE_URL: await postgres.database('desk'),
    ENQUIRY_SECRET: 'a secret for tests that is long enough',
  };
  const port = await freePort(0);
  const proxies = prepareProxies({ settings: { ...shared, ADMIN_PORT: String(port) } });
  onTestFinished(() => proxies.stop('SIGKILL'));
  const users = join(proxies.folder, 'desk-users');
  writeFileSync(users, `ada:${await hashPassword('right')}\n`, { mode: 0o600 });
  proxies.settings.ENQUIRY_DESK_USERS_FILE = users;

  const location = { dataFolder: proxies.settings.ENQUIRY_DATA!, databaseUrl: shared?.DATABASE_URL };
  const open = () => openStoreBeside(location, Date.now, silent);
  /** The number of enquiries in each state. */
  async function countStates(): Promise<Record<string, number>> {
    const { outbox } = await open();
    const { list } = outbox.operator;
    const rows = [...(await list()), ...(await list({ state: 'dropped' }))];
    await outbox.close();
    const counts: Record<string, number> = {};
    for (const { state } of rows) counts[state] = (counts[state] ?? 0) + 1;
    return counts;
  }

  const desk = `http://127.0.0.1:${port}/`;
  const headers = {
    authorization: `Basic ${Buffer.from('ada:right').toString('base64')}`,
    'sec-fetch-site': 'same-origin',
  };
  /** Presses the button below the list of what is held. Resolves when the proxy has answered, or was killed. */
  async function decideAll(decision: string): Promise<void> {
    const page = await (await fetch(`${desk}held?cause=suspect`, { headers })).text();
    const form = page.split('<form').find(each => each.includes(`/held/${decision}"`)) ?? '';
    const fields = [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)];
    const body = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value]));
    await fetch(`${desk}held/${decision}`, { method: 'POST', headers, body }).catch(() => {});
  }

  const first = await proxies.start();
  const { outbox } = await open();
  const added = Array.from({ length: count }, (_, n) =>
    outbox.intake.add({
      ...newEnquiry(n),
      reference: `REFER-${String(n).padStart(5, '0')}`,
      state: 'held',
      suspicion: { signals: ['many_links'], score: 6 },
    }),
  );
  await Promise.all(added);
  await outbox.close();
  await first.stop();
  return { proxies, decideAll, countStates };
}

test.each([
  ['release', 'SQLite', 'waiting'],
  ['release', 'PostgreSQL', 'waiting'],
  ['drop', 'SQLite', 'dropped'],
  ['drop', 'PostgreSQL', 'dropped'],
] as const)(
  'if the proxy is killed during "%s all" on %s, each enquiry is decided about or still held',
  async (decision, store, decided) => {
    const { proxies, decideAll, countStates } = await holdMany(store);
    const references: string[] = [];
    const note = (line: string) => {
      const used = line.includes('"desk used"') ? (line.match(/REFER-\d{5}/g) ?? []) : [];
      references.push(...used);
      return used.length > 0;
    };
    const killed = await proxies.start({
      print: line => {
        if (note(line)) killed.child.kill('SIGKILL');
      },
    });
    await decideAll(decision);

    const after = await countStates();
    expect(after.held).toBeGreaterThan(0);
    expect(after[decided]).toBeGreaterThan(0);
    expect(after.held! + after[decided]!).toBe(count);

    await proxies.start({ print: note });
    await decideAll(decision);
    expect(await countStates()).toEqual({ [decided]: count });
    // What was committed just before the kill may be missing in the log.
    expect(new Set(references).size).toBe(references.length);
  },
);
