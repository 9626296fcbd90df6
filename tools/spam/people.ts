// People whose enquiries a spam filter may stop by mistake. They are HTTP clients that behave like the widget.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { solve } from './challenges.ts';
import { type Letter, letter, type Outcome, send, type Target, toLetters } from './client.ts';

/** The outcome of a person's enquiry. */
export interface Visit {
  kind: string;
  email: string;
  /** Undefined if there was no receipt. */
  reference: string | undefined;
  wasChallenged: boolean;
  /** The time from Send to the response with the receipt. */
  ms: number;
}

export interface Person {
  kind: string;
  address: string;
  letter: Letter;
  /** `none` for an older release of the widget, which sends no Authorization. */
  authorization: 'Proof v=1' | 'none';
  /** The time that the browser takes for one number of a challenge. Undefined if it has no `crypto.subtle`. */
  msPerKey: number | undefined;
}

/** On a phone of 2020, one number takes 2 to 6 ms. */
const phoneMsPerKey = 5;
const slowMsPerKey = 20;
const maxAttempts = 5;
const office = '192.0.2.9';
const names = ['Ada', 'Grace', 'Siân', 'Jürgen', 'Zoë', 'Łucja', 'Omar', 'Mei'];
const pasted =
  'We bought a house in March and the surveyor did not mention the damp in the cellar, which will now cost eleven thousand pounds to repair. Can we claim?';

const kinds: ((
  n: number,
) => Partial<Person> & { kind: string; story?: string; client?: Letter['client'] })[] = [
  () => ({ kind: 'fast typist with autofill', client: { first_touch_ms: 1_400 } }),
  () => ({ kind: 'one office behind one address', address: office }),
  // Two people send the same text.
  n => ({ kind: 'text pasted twice', story: `Case ${toLetters(Math.floor(n / 12))}: ${pasted}` }),
  () => ({ kind: 'old tab', authorization: 'none' }),
  n => ({
    kind: 'no crypto.subtle',
    msPerKey: undefined,
    client: { first_touch_ms: n % 12 < 6 ? 2_000 : 30_000 },
  }),
  n => ({
    kind: 'slow crypto',
    msPerKey: slowMsPerKey,
    story: `I let a house, see ${[1, 2, 3, 4].map(page => `https://example.com/${n}/${page}`).join(', ')}.`,
  }),
];

/** Creates this many people, the same number of each kind. The last one in the office has no `crypto.subtle`. */
export function createPeople(count: number): Person[] {
  const people = Array.from({ length: count }, (_, n): Person => {
    const { story, client, ...person } = kinds[n % kinds.length]!(n);
    const text = story ?? `I would like to know whether you take cases such as number ${n}.`;
    const usual = { first_touch_ms: 45_000 + n };
    return {
      address: `10.${n >> 8}.${n & 255}.7`,
      authorization: 'Proof v=1',
      msPerKey: phoneMsPerKey,
      letter: letter(names[n % names.length]!, text, {
        ...(person.authorization !== 'none' && { client: client ?? usual }),
      }),
      ...person,
    };
  });
  const last = people.findLast(({ address }) => address === office);
  if (last) last.msPerKey = undefined;
  return people;
}

/** Sends a person's enquiry. Repeats it with an answer to each challenge, and after a second if the proxy is busy. With
 * `isHurried`, challenges are solved as fast as possible. */
export async function visit(target: Target, person: Person, isHurried: boolean): Promise<Visit> {
  const startedAt = performance.now();
  const { kind, address, letter: enquiry } = person;
  const msPerKey = isHurried && person.msPerKey !== undefined ? 0 : person.msPerKey;
  const key = randomUUID();
  let authorization = person.authorization === 'none' ? undefined : 'Proof v=1';
  let wasChallenged = false;
  let outcome: Outcome = { status: 0 };
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    outcome = await send(target, { address, letter: enquiry, key, ...(authorization && { authorization }) });
    if (outcome.challenge) {
      wasChallenged = true;
      authorization = await solve(outcome.challenge, msPerKey);
    } else if (outcome.status === 429 || outcome.status === 503) await pause(1_000);
    else break;
  }
  const { reference } = outcome;
  return { kind, email: enquiry.email, reference, wasChallenged, ms: performance.now() - startedAt };
}
