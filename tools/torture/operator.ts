// The operator in the torture test, who releases some quarantined enquiries while processes are killed.
import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ListedDelivery } from './report.ts';

const run = promisify(execFile);
/** The maximum number of enquiries that are released before a pause. */
const mostInRow = 2;

/** Runs the commands of an operator. */
export interface Operator {
  /** The references of the enquiries that the operator has released or tried to release. */
  released: Set<string>;
  /** Lists the deliveries in a state. Default: waiting and held. */
  list(state?: 'quarantined' | 'delivered'): Promise<ListedDelivery[]>;
  /** Releases one quarantined enquiry after the other until `isOver` returns true. */
  releaseSome(isOver: () => boolean): Promise<void>;
  /** Releases everything that is quarantined. */
  releaseAll(): Promise<void>;
  /** Waits until all deliveries are complete or held, for up to 150 seconds. */
  waitForDeliveries(): Promise<void>;
}

/** Creates an operator. With `mayFail`, a release may fail, because the database may have been killed. */
export function createOperator(
  settings: Record<string, string>,
  { mayFail, randomInteger }: { mayFail: boolean; randomInteger(min: number, limit: number): number },
): Operator {
  const released = new Set<string>();

  async function outbox(...args: string[]): Promise<ListedDelivery[]> {
    const { stdout } = await run(process.execPath, ['proxy/main.ts', 'outbox', ...args, '--json'], {
      env: { PATH: process.env.PATH ?? '', ...settings },
      maxBuffer: 1_000_000_000,
    });
    const lines = stdout.split('\n').filter(line => line.startsWith('{'));
    return lines.map(line => JSON.parse(line));
  }
  const list: Operator['list'] = state => outbox('list', ...(state ? ['--state', state] : []));

  async function releaseFew(): Promise<void> {
    const suspects = (await list('quarantined')).filter(({ kind }) => kind === 'enquiry');
    for (let left = Math.min(mostInRow, suspects.length); left > 0; left--) {
      const [suspect] = suspects.splice(randomInteger(0, suspects.length), 1);
      released.add(suspect!.reference);
      await outbox('release', suspect!.reference);
    }
  }

  /** Whether the proxy will attempt more deliveries. It doesn't attempt those of a held enquiry's attachments. */
  async function isDelivering(): Promise<boolean> {
    const deliveries = await list();
    const held = new Set(
      deliveries
        .filter(({ kind, state }) => kind === 'enquiry' && state === 'held')
        .map(each => each.reference),
    );
    return deliveries.some(
      ({ kind, state, reference }) => state === 'waiting' && !(kind === 'attachment' && held.has(reference)),
    );
  }

  return {
    released,
    list,
    async releaseSome(isOver) {
      while (!isOver()) {
        await releaseFew().catch(error => {
          if (!mayFail) throw error;
        });
        await pause(randomInteger(200, 1_000));
      }
    },
    async releaseAll() {
      for (const { reference } of await outbox('release', '--all', '--yes')) released.add(reference);
    },
    async waitForDeliveries() {
      // The proxy notices the end of an outage within a minute, and repeats attempts with unknown outcomes within
      // seconds.
      for (let seconds = 0; seconds < 150 && (await isDelivering()); seconds++) await pause(1_000);
    },
  };
}
