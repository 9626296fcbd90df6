// Bots and people send enquiries to one proxy at the same time.
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningStack, startStack } from '../../e2e/processes/stack.ts';
import { createBots } from './bots.ts';
import { caseType, runPaced } from './client.ts';
import { createPeople, type Visit, visit } from './people.ts';

export interface Sizes {
  /** The number of posts from bots of all kinds. */
  posts: number;
  people: number;
  /** The number of bots' posts per second. With Infinity, bots and people send as fast as possible. */
  perSecond: number;
}

/** The numbers of posts from one kind of bot, by the proxy's reaction. */
export interface Stopped {
  kind: string;
  posts: number;
  challenged: number;
  suspected: number;
  /** Refused with 429. */
  refused: number;
  /** Delivered immediately, without a mark. */
  missed: number;
  /** The number of texts that these posts repeat. Texts are recognised from the fourth sender on. */
  texts: number;
}

export interface Result {
  bots: Stopped[];
  visits: Visit[];
  /** The visits whose enquiry was held, or delivered with a mark. */
  suspected: Visit[];
  /** The email addresses of people whose enquiry didn't arrive exactly once. */
  lostOrDoubled: string[];
}

const addresses = 2_000;
const concurrency = 16;
const arrivalMs = 30_000;

/** Addresses from 100.64.0.0/10, each in its own /24. */
const addressOf = (index: number) => `100.${64 + (index >> 8)}.${index & 255}.${1 + (index % 200)}`;

/** Starts the stack that `sendAll` needs. */
export function startSpammedStack(
  enquiryRate: number,
  suspects: 'hold' | 'mark' = 'hold',
): Promise<RunningStack> {
  const question = { id: 'story', type: 'textarea', label: 'What happened?', max_length: 2_000 };
  return startStack(
    config => ({
      ...config,
      spam: { suspects },
      case_types: { [caseType]: { label: 'Write to us', questions: [question] } },
    }),
    { TRUSTED_PROXY_HOPS: '1', ENQUIRY_RATE: String(enquiryRate) },
  );
}

/** Sends everything while `visitInBrowsers` runs. Then releases the people's enquiries, and waits until
 * they have arrived. */
export async function sendAll(
  stack: RunningStack,
  { posts, people, perSecond }: Sizes,
  visitInBrowsers: () => Promise<Visit[]> = async () => [],
): Promise<Result> {
  const target = { proxy: stack.proxy, origin: new URL(stack.site).origin };
  const bots = Object.entries(createBots());
  const peoplePerSecond = (people * perSecond) / posts;
  const persons = createPeople(people);
  const isHurried = perSecond === Number.POSITIVE_INFINITY;
  // As fast as possible, too many people would wait for their challenges at the same time.
  const peopleAtOnce = isHurried ? concurrency : people;
  const [sent, simulated, inBrowsers] = await Promise.all([
    runPaced(posts, { concurrency, perSecond }, async n => {
      const [kind, { post }] = bots[n % bots.length]!;
      const round = Math.floor(n / bots.length);
      return { kind, ...(await post(target, addressOf(round % addresses), round)) };
    }),
    runPaced(people, { concurrency: peopleAtOnce, perSecond: peoplePerSecond }, n =>
      visit(target, persons[n]!, isHurried),
    ),
    visitInBrowsers(),
  ]);

  const visits = [...simulated, ...inBrowsers];
  const held = await listHeld(stack);
  const marked = await listMarked(stack);
  const isSuspected = ({ reference }: { reference?: string | undefined }) =>
    reference !== undefined && (held.has(reference) || marked.has(reference));
  const counts = bots.map(([kind, { countTexts }]): Stopped => {
    const own = sent.filter(each => each.kind === kind);
    const challenged = own.filter(({ challenge }) => challenge).length;
    const suspects = own.filter(isSuspected).length;
    const refused = own.filter(({ status }) => status === 429).length;
    const missed = own.length - challenged - suspects - refused;
    return {
      kind,
      posts: own.length,
      challenged,
      suspected: suspects,
      refused,
      missed,
      texts: countTexts(own.length),
    };
  });
  const suspected = visits.filter(isSuspected);
  const toRelease = suspected.flatMap(({ reference }) => (held.has(reference!) ? reference! : []));
  for (const reference of toRelease) await stack.runCommand('outbox', 'release', reference);
  return { bots: counts, visits, suspected, lostOrDoubled: await findLostOrDoubled(stack, visits) };
}

async function listHeld(stack: RunningStack): Promise<Set<string>> {
  const lines = (await stack.runCommand('outbox', 'list', '--state', 'held')).split('\n');
  return new Set(lines.map(line => line.split(' ')[0]!));
}

/** Lists the references of what was delivered with a mark. */
async function listMarked(stack: RunningStack): Promise<Set<string>> {
  const marked = (await stack.listEnquiries()).filter(({ meta }) =>
    meta.some(({ id }) => id === 'suspected_spam'),
  );
  return new Set(
    marked.flatMap(({ meta }) => meta.find(({ id }) => id === 'enquiry_reference')?.value ?? []),
  );
}

/** Waits until all people's enquiries have arrived, and another second for duplicates. */
async function findLostOrDoubled(stack: RunningStack, visits: Visit[]): Promise<string[]> {
  const find = async () => {
    const received = Map.groupBy(await stack.listEnquiries(), ({ body }) => String(body.email));
    return visits.map(({ email }) => email).filter(email => received.get(email)?.length !== 1);
  };
  const waitUntil = performance.now() + arrivalMs;
  while ((await find()).length > 0 && performance.now() < waitUntil) await pause(200);
  await pause(1_000);
  return await find();
}
