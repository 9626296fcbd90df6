import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { MessageSender } from './postgres-messages.ts';
import { type RelayAction, type RelayedConnection, relayConnection } from './relayed-connection.ts';

/** A message between a client and the server. */
export interface RelayedMessage {
  /** Number of the connection through the relay, from 1. */
  connection: number;
  from: MessageSender;
  /** The protocol's type byte, or `startup`. */
  type: string;
  /** The statement that the message belongs to; undefined while a connection starts or ends. */
  sql: string | undefined;
  /** Position among all messages since the latest `record`, from 0. */
  index: number;
}

export interface PostgresRelay {
  /** The database's URL, through the relay. */
  url: string;
  /** Chooses the action for each message; `pass` by default. When it throws, the connection is cut, and `settled` and
   * `stop` reject with the same error. */
  onMessage: (message: RelayedMessage) => RelayAction;
  /** Whether new connections start frozen: accepted, but without a response. Default: false. */
  freezeNew: boolean;
  /** Starts counting messages from 0. Returns a function that lists all messages since then, including those that a
   * fault stopped. */
  record(): () => RelayedMessage[];
  /** Resolves when the server has closed every connection that was cut or that its client has closed. By then it has
   * finished their requests and rolled back their transactions. Never resolves while such a request waits for a lock of
   * a frozen connection. */
  settled(): Promise<void>;
  /** Unfreezes all connections. Messages that a client sent before it gave up still reach the server. */
  thaw(): void;
  /** Cuts every connection, including frozen ones, and drops queued messages. */
  cutAll(): void;
  /** Destroys every connection and stops listening. */
  stop(): Promise<void>;
}

/** Starts a relay on loopback between `pg` clients and the server at the URL. It can cut, freeze or delay a connection
 * at any message. Like a pooler in transaction mode, it keeps no session between transactions. Connections aren't
 * encrypted. */
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
          // This is a bug in the scenario and must not be mistaken for a lost connection.
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
