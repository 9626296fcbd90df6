// The operator in the torture test, who releases some suspects while processes are killed.
import { setTimeout as pause } from 'node:timers/promises';
import { isSuspect, type ListedDelivery } from './report.ts';

/** The maximum number of enquiries that are released before a pause. */
const mostInRow = 2;
/** The maximum number of waiting enquiries that are retried before the next look. */
const mostRetried = 20;

/** Runs the commands of an operator. */
export interface Operator {
  /** The references of the enquiries that the operator has released or tried to release. */
  released: Set<string>;
  /** Lists the deliveries in a state. Default: waiting and held. */
  list(state?: 'held' | 'delivered'): Promise<ListedDelivery[]>;
  /** Releases one suspect after the other until `isOver` returns true. */
  releaseSome(isOver: () => boolean): Promise<void>;
  /** Releases all suspects. */
  releaseAll(): Promise<void>;
  /** Retries what is waiting until all deliveries are complete or held, for up to 150 seconds. */
  waitForDeliveries(): Promise<void>;
}

interface OperatorOptions {
  /** Whether a release may fail, because the database may have been killed. */
  mayFail: boolean;
  randomInteger(min: number, limit: number): number;
}

/** Creates an operator. `command` runs a command of the program. */
export function createOperator(
  command: (...words: string[]) => Promise<string>,
  { mayFail, randomInteger }: OperatorOptions,
): Operator {
  const released = new Set<string>();

  async function outbox(...args: string[]): Promise<ListedDelivery[]> {
    const lines = (await command('outbox', ...args, '--json')).split('\n');
    return lines.filter(line => line.startsWith('{')).map(line => JSON.parse(line));
  }
  const list: Operator['list'] = state => outbox('list', ...(state ? ['--state', state] : []));

  async function releaseFew(): Promise<void> {
    const held = (await list('held')).filter(isSuspect);
    for (let left = mostInRow; left > 0; left--) {
      const suspects = held.filter(({ reference }) => !released.has(reference)); // Somebody at the desk releases some.
      if (suspects.length === 0) return;
      const { reference } = suspects[randomInteger(0, suspects.length)]!;
      released.add(reference);
      await outbox('release', reference);
    }
  }

  /** The deliveries that the proxy will attempt, which doesn't attempt the attachments of a held enquiry. */
  async function listWaiting(): Promise<ListedDelivery[]> {
    const deliveries = await list();
    const held = new Set(
      deliveries
        .filter(({ kind, state }) => kind === 'enquiry' && state === 'held')
        .map(each => each.reference),
    );
    return deliveries.filter(
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
      for (const { reference } of await outbox('release', '--all', '--cause', 'suspect', '--yes'))
        released.add(reference);
    },
    async waitForDeliveries() {
      for (const endsAt = Date.now() + 150_000; Date.now() < endsAt; ) {
        // The proxy notices the end of an outage within seconds.
        await pause(1_000);
        const waiting = new Set((await listWaiting()).map(({ reference }) => reference));
        if (waiting.size === 0) return;
        // The proxy would wait for up to an hour before it repeats attempts with unknown outcomes.
        for (const reference of [...waiting].slice(0, mostRetried))
          await outbox('retry', reference).catch(() => {});
      }
    },
  };
}
