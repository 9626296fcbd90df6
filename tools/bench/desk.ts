// The desk with 10,000 held enquiries: how long each kind of its pages takes, and how long visitors wait after Send beside a
// person who browses and searches all the time.
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { freePort } from '../../demo/processes.ts';
import { prepareProxies } from '../../e2e/processes/proxies.ts';
import { startAcceptingEnquiryApi } from '../../e2e/stand-ins/accepting-enquiry-api.ts';
import { openStoreBeside } from '../../proxy/outbox/outbox.ts';
import { exampleCreateBody, newEnquiry } from '../testing/proxy/outbox.ts';
import { startPostgres } from '../testing/proxy/postgres.ts';
import { deskSettings, readToken, requestDesk } from '../torture/desk.ts';
import { judge, reporter } from './figures.ts';
import { quantile } from './statistics.ts';
import { repeat, submit } from './visits.ts';

const heldCount = 10_000;
const atOnce = 500;
const pageRounds = 30;
/** The pause of the person between two pages. */
const clickMs = 500;
/** The rate at which visitors send enquiries. */
const perSecond = 20;
const limits = { pageMs: 200, send: 1.2 };

export async function benchDesk(store: 'SQLite' | 'PostgreSQL', seconds: number): Promise<void> {
  await using started = new AsyncDisposableStack();
  const api = await startAcceptingEnquiryApi();
  started.defer(() => api.stop());
  const postgres = store === 'PostgreSQL' ? await startPostgres() : undefined;
  started.defer(() => postgres?.destroy());
  const databaseUrl = await postgres?.database('desk');
  const adminPort = await freePort(29_000);
  const proxies = prepareProxies({
    settings: {
      ENQUIRY_API_URL: api.url,
      ADMIN_PORT: `${adminPort}`,
      ...deskSettings,
      ...(databaseUrl && { DATABASE_URL: databaseUrl, ENQUIRY_SECRET: 'a'.repeat(64) }),
    },
  });
  started.defer(() => proxies.stop());
  const { url } = await proxies.start();
  const beside = { dataFolder: proxies.settings.ENQUIRY_DATA!, databaseUrl };
  const { outbox } = await openStoreBeside(beside, Date.now, pino({ level: 'silent' }));
  const answer = { id: 'story', label: 'What happened?', value: 'I slipped by the loading bay. '.repeat(60) };
  const addHeld = (n: number) =>
    outbox.intake.add({
      ...newEnquiry(n),
      reference: `HELD-${n}`,
      content: {
        ...exampleCreateBody,
        surname: `Byron ${n}`,
        telephone_mobile: `07700900${n}`,
        meta: [answer],
      },
      state: 'held',
      suspicion: { signals: ['link_in_name'], score: 12 },
    });
  for (let n = 0; n < heldCount; n += atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, index) => addHeld(n + index)));
  await outbox.close();

  const open = async (path: string, form?: Record<string, string>) => {
    const page = await requestDesk(`http://127.0.0.1:${adminPort}`, path, form);
    if (page.status !== 200) throw new Error(`The desk responded to ${path} with ${page.status}`);
    return page;
  };
  const token = readToken((await open('/find')).html)!;
  const pages: Record<string, string> = {
    ...{ glance: '/', '90 days': '/?days=90', held: '/held', cause: '/held?cause=suspect' },
    ...{ enquiry: '/enquiries/HELD-4711', 'a name': (await open('/find', { token, term: 'byron 77' })).path },
    'a number': (await open('/find', { token, term: '90012345' })).path,
  };
  const report = reporter(`desk on ${store}`);
  for (const [name, path] of Object.entries(pages)) {
    const took: number[] = [];
    for (let n = 0; n < pageRounds; n++) {
      const startedAt = performance.now();
      await open(path);
      took.push(performance.now() - startedAt);
    }
    report(`${name}, p95`, judge(quantile(took, 0.95), { unit: 'ms', most: limits.pageMs }));
  }

  const send = () => repeat({ perSecond, seconds }, () => submit(url, 'standalone'));
  async function sendBeside(kind: 'alone' | 'browsing' | 'searching') {
    const paths = Object.entries(pages).filter(([name]) => kind === 'searching' || !name.startsWith('a '));
    let isOver = kind === 'alone';
    const person = (async () => {
      for (let n = 0; !isOver; n++) {
        await open(paths[n % paths.length]![1]);
        await pause(clickMs);
      }
    })();
    const took = await send();
    isOver = true;
    await person;
    return took;
  }
  await send(); // Warms the proxy up.
  const turns = ['alone', 'browsing', 'searching', 'searching', 'browsing', 'alone'] as const;
  const sendMs: Record<(typeof turns)[number], number[]> = { alone: [], browsing: [], searching: [] };
  for (const kind of [...turns, ...turns]) sendMs[kind].push(...(await sendBeside(kind)));
  const p99 = (kind: keyof typeof sendMs) => quantile(sendMs[kind], 0.99);
  for (const kind of ['browsing', 'searching'] as const)
    report(
      `Send beside a person ${kind}, p99, × without (${p99('alone').toFixed(1)} ms)`,
      judge(p99(kind) / p99('alone'), { unit: '×', digits: 2, most: limits.send }),
    );
}
