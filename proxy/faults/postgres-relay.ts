import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Side } from './postgres-messages.ts';
import { type RelayedConnection, relayConnection } from './relayed-connection.ts';

/** A message between a client and the server. */
export interface RelayedMessage {
  /** Which connection through the relay, counted from 1. */
  connection: number;
  from: Side;
  /** The protocol's letter for the message, or `startup`. */
  type: string;
  /** The statement that the message belongs to, or responds to; `undefined` while a connection starts or ends. */
  sql: string | undefined;
  /** Its place among all messages since the latest `record`, from 0. */
  index: number;
}

/** What happens to a message:
 * - `pass`: it is forwarded.
 * - `cut-before`: it is dropped and the connection dies. The client sees that at once; the server first finishes
 *   everything that was forwarded to it.
 * - `cut-after`: it is forwarded, and the connection dies in the same way.
 * - `freeze`: from this message on, nothing passes on this connection and it stays open, as if a host were dead or a
 *   firewall dropped the packets. After `thaw` it goes on, with this message.
 * - `delayUntil`: it and everything behind it in the same direction waits until the promise settles. */
export type Action = 'pass' | 'cut-before' | 'cut-after' | 'freeze' | { delayUntil: Promise<unknown> };

export interface PostgresRelay {
  /** The database's URL, through the relay. */
  url: string;
  /** Decides about each message, once, before it is forwarded; everything passes by default. When it throws, the
   * connection is cut, and `settled` and `stop` throw the same. */
  onMessage: (message: RelayedMessage) => Action;
  /** Whether new connections are frozen from the start: they are accepted and never get a response. Default `false`. */
  freezeNew: boolean;
  /** Counts messages from 0 again. Returns a function that lists them until now, including those that a fault kept
   * from passing. */
  record(): () => RelayedMessage[];
  /** Resolves when the server has closed each connection that was cut or that its client has closed: it has finished
   * their requests and rolled back their open transactions. Never resolves while such a request waits for a lock that
   * a frozen connection holds. */
  settled(): Promise<void>;
  /** Lets frozen connections go on. What a client sent before it gave up still reaches the server. */
  thaw(): void;
  /** Cuts every connection, frozen ones too: messages that are held are dropped. */
  cutAll(): void;
  /** Destroys every connection and stops listening. */
  stop(): Promise<void>;
}

/** Starts a relay on loopback between `pg` clients and the server of the URL, which cuts, freezes or delays at any
 * message. Connections aren't encrypted. */
export async function startPostgresRelay(databaseUrl: string): Promise<PostgresRelay> {
  const target = new URL(databaseUrl);
  const connections = new Set<RelayedConnection>();
  let messages: RelayedMessage[] = [];
  const failures: unknown[] = [];
  let accepted = 0;

  const listener = createServer({ allowHalfOpen: true, noDelay: true }, client => {
    accepted += 1;
    const number = accepted;
    const connection = relayConnection({
      client,
      server: { host: target.hostname, port: Number(target.port || 5432) },
      isFrozen: relay.freezeNew,
      decide(from, type, sql) {
        const message = { connection: number, from, type, sql, index: messages.length };
        messages.push(message);
        try {
          return relay.onMessage(message);
        } catch (error) {
          // A bug of the scenario, which must not pass for a lost connection.
          failures.push(error);
          return 'cut-before';
        }
      },
    });
    connections.add(connection);
    void connection.closed.finally(() => connections.delete(connection));
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((listener.address() as AddressInfo).port); // Listening on TCP.

  const relay: PostgresRelay = {
    url: url.href,
    onMessage: () => 'pass',
    freezeNew: false,
    record() {
      const recorded: RelayedMessage[] = [];
      messages = recorded;
      return () => [...recorded];
    },
    async settled() {
      const ending = [...connections].filter(connection => connection.isEnding());
      await Promise.all(ending.map(({ closed }) => closed));
      if (failures.length > 0) throw failures[0];
    },
    thaw() {
      for (const connection of connections) connection.thaw();
    },
    cutAll() {
      for (const connection of connections) connection.cut();
    },
    async stop() {
      for (const connection of connections) connection.destroy();
      listener.close();
      await once(listener, 'close');
      if (failures.length > 0) throw failures[0];
    },
  };
  return relay;
}
