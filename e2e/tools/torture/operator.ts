// The operator of the torture: releases some quarantined enquiries while processes are killed.
import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ListedDelivery } from './report.ts';

const run = promisify(execFile);
/** The number of enquiries that are released in a row. */
const mostInRow = 2;

/** Runs the commands that an operator would. */
export interface Operator {
  /** The enquiries that the operator has released, or has tried to release while the database was killed. */
  released: Set<string>;
  /** Lists deliveries. Default: those that are waiting or held. */
  list(state?: 'quarantined' | 'delivered'): Promise<ListedDelivery[]>;
  /** Releases one quarantined enquiry after the other until `isOver` returns true. */
  releaseSome(isOver: () => boolean): Promise<void>;
  /** Releases everything that is quarantined. */
  releaseAll(): Promise<void>;
  /** Waits until nothing will be attempted any more, at most for two and a half minutes. */
  waitForDeliveries(): Promise<void>;
}

/** Creates an operator. `mayFail`: a command that fails is given up, because the database may have been killed. */
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

  /** Whether deliveries will still be attempted. The attachments of a held enquiry wait for its release. */
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
      // The proxy notices the end of an outage within a minute, and repeats unknown outcomes within seconds.
      for (let seconds = 0; seconds < 150 && (await isDelivering()); seconds++) await pause(1_000);
    },
  };
}
