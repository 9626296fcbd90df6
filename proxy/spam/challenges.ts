import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { limitConcurrency } from '../contract/concurrency.ts';
import type { Challenge } from '../contract/enquiry.ts';
import type { Signer } from '../enquiry/identifiers.ts';

/** The cost of a challenge. A browser derives up to `max` + 1 keys, and half of them on average. With 4,000 iterations,
 * one key takes 0.6 to 1.8 ms on computers and 2 to 6 ms on phones of 2020, so the median is 0.2 s and 0.6 s. More keys
 * with fewer iterations would keep the page busy, because each call of `crypto.subtle` takes 0.2 ms on a slow
 * processor. Fewer keys with more iterations would cost the proxy more, because it derives one key to create a
 * challenge and one to verify it. */
const iterations = 4_000;
const max = 200;
/** PBKDF2 runs on Node's four threads, which also sync files. */
const maxRunning = 2;
/** These take about a second. */
const maxWaiting = 1_000;
const validMs = 10 * 60_000;
const targetBytes = 8;

/** The request that a challenge is bound to. */
export interface Subject {
  idempotencyKey: string;
  /** The part of the body that is the same in a repeat of the request, as canonical JSON. */
  enquiryText: string;
}

const deriveKey = promisify(pbkdf2);
const format = /^(\d{1,15})\.([01])\.([\w-]{16})\.(\d{1,9})\.(\d{1,9})\.([\da-f]{16})\.([\w-]{43})$/;

/** Creates challenges and verifies their solutions, without storing anything. */
export function createChallenges(
  signer: Pick<Signer, 'signChallenge' | 'isChallenge'>,
  clock: () => number,
  randomBytes: (count: number) => Uint8Array,
) {
  const computeTarget = async (salt: string, solution: number, count: number) => {
    const key = await limitDerivations(() => deriveKey(String(solution), salt, count, targetBytes, 'sha256'));
    return key.toString('hex');
  };
  const toSignedText = (fields: string, { idempotencyKey, enquiryText }: Subject) =>
    `${fields}\n${idempotencyKey}\n${enquiryText}`;

  return {
    /** Creates a challenge. With `isLast`, a wrong solution isn't followed by another challenge. Rejects with
     * TooManyTasks. */
    async create(subject: Subject, isLast: boolean): Promise<Challenge> {
      const salt = Buffer.from(randomBytes(12)).toString('base64url');
      const solution = Buffer.from(randomBytes(4)).readUInt32BE() % (max + 1);
      const target = await computeTarget(salt, solution, iterations);
      const fields = [clock() + validMs, Number(isLast), salt, iterations, max, target].join('.');
      const token = `${fields}.${signer.signChallenge(toSignedText(fields, subject))}`;
      return { token, salt, iterations, max, target };
    },

    /** Verifies a solution. If it is wrong or too late, resolves with `failed` after the last challenge and with `retry`
     * after another one. Rejects with TooManyTasks. */
    async verify(token: string, solution: number, subject: Subject): Promise<'solved' | 'retry' | 'failed'> {
      const [, expires, isLast, salt = '', count, greatest, target, signature = ''] =
        format.exec(token) ?? [];
      const fields = token.slice(0, -signature.length - 1);
      // The challenge is for another enquiry, for example because it is replayed.
      if (signature === '' || !signer.isChallenge(signature, toSignedText(fields, subject))) return 'retry';
      const isInTime = Number(expires) >= clock();
      const isSolved =
        isInTime &&
        solution <= Number(greatest) &&
        (await computeTarget(salt, solution, Number(count))) === target;
      if (isSolved) return 'solved';
      return isLast === '1' ? 'failed' : 'retry';
    },
  };
}

/** The content of the `Authorization` header. `possible`: the client can solve challenges. `unsolved`: it couldn't solve
 * this one. `none`: it can't solve any. */
export type ProofClaim =
  | { kind: 'none' | 'unsolved' | 'possible' }
  | { kind: 'solved'; token: string; solution: number };

/** Parses the header. A malformed or missing header counts as `none`, which is correct for tabs of an earlier release. */
export function parseProofClaim(header: string): ProofClaim {
  const match = /^Proof[ \t]+v=1[ \t]*(?:,(.*))?$/is.exec(header);
  if (!match) return { kind: 'none' };
  if (match[1] === undefined) return { kind: 'possible' };
  const parameters = match[1].split(',').map(each => each.trim());
  const find = (name: string) =>
    parameters
      .find(each => each.startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .replace(/^"(.*)"$/s, '$1');
  const token = find('challenge');
  const solution = find('solution') ?? '';
  if (token === undefined || !/^\d{1,9}$/.test(solution)) return { kind: 'unsolved' };
  return { kind: 'solved', token, solution: Number(solution) };
}

/** All challenges of the process share its threads. */
const limitDerivations = limitConcurrency(maxRunning, maxWaiting);
