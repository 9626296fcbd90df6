// `npm run bench -- spam` measures how much spam of five kinds the proxy stops, and how long people who send
// enquiries at the same time wait. Prints tables for docs/benchmarks.md. The overall rate is lifted unless `--rate` sets
// it: above it, every post would be challenged. Suspects are held; `--suspects mark` delivers them with a mark.
// `--posts 1000 --people 40` makes a shorter run.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { visitInBrowsers } from '../spam/browser-visits.ts';
import type { Visit } from '../spam/people.ts';
import { type Result, sendAll, startSpammedStack } from '../spam/run.ts';
import { judge, reporter } from './figures.ts';
import { median } from './statistics.ts';

const targets = { share: 0.99, challengedMedianMs: 3_000, challengedMostMs: 10_000, peopleShare: 1 / 200 };

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    posts: { type: 'string', default: '10000' },
    people: { type: 'string', default: '200' },
    browsers: { type: 'string', default: '5' },
    'per-second': { type: 'string', default: '60' },
    rate: { type: 'string', default: '1000000' },
    suspects: { type: 'string', default: 'hold' },
  },
});
const [posts, people, browsers] = [values.posts, values.people, values.browsers].map(Number) as [
  number,
  number,
  number,
];
const perSecond = Number(values['per-second']);
const suspects = values.suspects === 'mark' ? 'mark' : 'hold';
/** What happens to suspects. */
const outcome = suspects === 'mark' ? 'marked' : 'held';

const report = reporter('spam');
const describeTimes = (visits: Visit[]) => {
  const times = visits.map(({ ms }) => ms);
  return `${visits.length}; ${Math.round(median(times))} ms at the median, ${Math.round(Math.max(...times))} ms at most`;
};

const countKinds = (visits: Visit[]) =>
  [...Map.groupBy(visits, ({ kind }) => kind)].map(([kind, own]) => `, ${own.length} × ${kind}`).join('');

function printBots({ bots }: Result): void {
  console.log(
    `| bots | posts | challenged | ${outcome} | refused | let through |\n|---|---|---|---|---|---|`,
  );
  for (const { kind, posts: own, challenged, suspected, refused, missed } of bots)
    console.log(`| ${kind} | ${own} | ${challenged} | ${suspected} | ${refused} | ${missed} |`);
  const stopped = bots.reduce((sum, { challenged, suspected }) => sum + challenged + suspected, 0);
  const share = stopped / posts;
  report(
    `bot posts challenged or ${outcome}`,
    judge(100 * share, { unit: '%', digits: 2, least: 100 * targets.share }),
  );
}

function printPeople({ visits, suspected, lostOrDoubled }: Result): void {
  const challenged = visits.filter(({ wasChallenged }) => wasChallenged);
  const times = challenged.map(({ ms }) => ms);
  const isFast =
    median(times) <= targets.challengedMedianMs && Math.max(...times) <= targets.challengedMostMs;
  const receipts = visits.filter(({ reference }) => reference !== undefined).length;
  const rows: [string, string, (string | undefined)?, boolean?][] = [
    ['a receipt', `${receipts} of ${visits.length}`, 'all', receipts === visits.length],
    ['not challenged', describeTimes(visits.filter(({ wasChallenged }) => !wasChallenged))],
    ['challenged', describeTimes(challenged), '≤ 3 s at the median, 10 s at most', isFast],
    [
      outcome,
      `${suspected.length} of ${visits.length}${countKinds(suspected)}`,
      // There is no target for marks, because they delay nobody.
      suspects === 'mark' ? undefined : '≤ 1 of 200',
      suspects === 'mark' || suspected.length / visits.length <= targets.peopleShare,
    ],
    [
      suspects === 'mark' ? 'arrived once' : 'arrived once, after the release',
      `${visits.length - lostOrDoubled.length} of ${visits.length}`,
      'all',
      lostOrDoubled.length === 0,
    ],
  ];
  for (const [name, result, target, isMet] of rows) report(`people: ${name}`, { result, target, isMet });
}

const stack = await startSpammedStack(Number(values.rate), suspects);
try {
  const date = new Date().toISOString().slice(0, 10);
  console.log(
    `${date}, ${cpus().length} cores, ${perSecond} posts per second, ENQUIRY_RATE=${values.rate}, suspects are ${outcome}\n`,
  );
  const pauseMs = (0.8 * 1_000 * posts) / perSecond / Math.max(1, browsers);
  const result = await sendAll(stack, { posts, people, perSecond }, () =>
    visitInBrowsers(stack, browsers, pauseMs),
  );
  printBots(result);
  printPeople(result);
} finally {
  await stack.stop();
}
