// Requests of simulated senders. The proxy reads their addresses from X-Forwarded-For.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Challenge } from './challenges.ts';

/** The case type of all simulated enquiries. */
export const caseType = 'letter';

/** The body of a request. */
export interface Letter {
  case_type: typeof caseType;
  forename: string;
  surname: string;
  email: string;
  answers: { story: string };
  client?: { first_touch_ms: number };
}

/** A request with an enquiry. */
export interface Post {
  address: string;
  letter: Letter;
  /** The idempotency key. Default: a new one. */
  key?: string;
  /** The Authorization header. Default: none. */
  authorization?: string;
}

/** The proxy's response. */
export interface Outcome {
  status: number;
  reference?: string;
  challenge?: Challenge;
}

export interface Target {
  proxy: string;
  origin: string;
}

const timeoutMs = 30_000;

/** Returns an enquiry with a new email address. */
export function letter(name: string, story: string, more: Partial<Letter> = {}): Letter {
  const email = `${name.toLowerCase()}-${randomUUID()}@example.com`;
  return { case_type: caseType, forename: name, surname: 'Example', email, answers: { story }, ...more };
}

/** Letters that stand for a number, because the filter compares only the letters of texts. */
export const toLetters = (n: number) => [...String(n)].map(digit => 'abcdefghij'[Number(digit)]).join('');

/** Sends an enquiry once. */
export async function send({ proxy, origin }: Target, post: Post): Promise<Outcome> {
  const { address, letter: enquiry, key = randomUUID(), authorization } = post;
  const response = await fetch(`${proxy}/enquiries`, {
    method: 'POST',
    headers: {
      origin,
      'content-type': 'application/json',
      'idempotency-key': key,
      'x-forwarded-for': address,
      ...(authorization !== undefined && { authorization }),
    },
    body: JSON.stringify(enquiry),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const { reference, challenge } = (await response.json()) as Partial<Outcome>;
  return { status: response.status, ...(reference && { reference }), ...(challenge && { challenge }) };
}

/** Runs tasks: up to `concurrency` at the same time, and up to `perSecond` in a second. */
export async function runPaced<Result>(
  count: number,
  { concurrency, perSecond }: { concurrency: number; perSecond: number },
  task: (n: number) => Promise<Result>,
): Promise<Result[]> {
  const startedAt = performance.now();
  const results: Result[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const n = next++;
      const earlyMs = (n * 1_000) / perSecond - (performance.now() - startedAt);
      if (earlyMs > 0) await pause(earlyMs);
      results[n] = await task(n);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return results;
}
