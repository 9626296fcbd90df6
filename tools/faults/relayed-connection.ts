import { connect, type Socket } from 'node:net';
import {
  createStatementTracker,
  type MessageSender,
  type ProtocolMessage,
  splitMessages,
} from './postgres-messages.ts';

/** The relay's action on a message:
 * - `pass` forwards the message.
 * - `cut-before` drops the message and cuts the connection. The client notices immediately; the server first finishes
 *   everything that was forwarded to it.
 * - `cut-after` forwards the message and then cuts the connection in the same way.
 * - `freeze` stalls the connection from this message on and keeps it open, as if a host were dead or a firewall dropped
 *   its packets. After `thaw`, the connection continues with this message.
 * - `delayUntil` holds this message, and all later ones in the same direction, until the promise settles. */
export type RelayAction = 'pass' | 'cut-before' | 'cut-after' | 'freeze' | { delayUntil: Promise<unknown> };

export interface RelayedConnection {
  /** Stops forwarding until `thaw`. Both sockets stay open. */
  freeze(): void;
  thaw(): void;
  /** Closes the client's socket immediately, and the server's once the server has finished the requests it received. */
  cut(): void;
  /** Closes both sockets immediately. */
  destroy(): void;
  /** Whether the client has closed or was cut, so that the server will close the connection. */
  isEnding(): boolean;
  /** Resolves when the server's socket is closed. */
  closed: Promise<void>;
}

/** The transaction status in ReadyForQuery when the server is outside of a transaction. */
const idle = 'I'.charCodeAt(0);
/** A simple query without a result. */
const discardSession = Buffer.from('Q\0\0\0\x10discard all\0', 'latin1');

/** Relays messages between a client and a server, and asks `decide` about each one before forwarding it. Like a pooler in
 * transaction mode, it keeps no session: before each transaction, it discards the session's settings and locks. */
export function relayConnection(options: {
  client: Socket;
  server: { host: string; port: number };
  isFrozen: boolean;
  /** Must not throw. */
  decide: (from: MessageSender, type: string, sql: string | undefined) => RelayAction;
}): RelayedConnection {
  const { client, decide } = options;
  const statements = createStatementTracker();
  const frozen = createGate();
  const dead = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  let isCut = false;
  let server: Socket | undefined;
  /** Whether the next message from the client begins a transaction. */
  let isIdle = false;
  /** Resolves when the server has discarded the session; undefined when it isn't discarding one. */
  let discarding: PromiseWithResolvers<void> | undefined;

  const connection: RelayedConnection = {
    freeze: frozen.close,
    thaw: frozen.open,
    cut() {
      isCut = true;
      dead.resolve();
      frozen.open();
      client.destroy();
      // A reset would make the kernel discard bytes that the server has not read yet.
      server?.end();
    },
    destroy() {
      connection.cut();
      server?.destroy();
    },
    isEnding: () => isCut || (!frozen.isClosed() && (client.destroyed || client.readableEnded)),
    closed: closed.promise,
  };

  async function forward(from: MessageSender, message: ProtocolMessage, target: Socket) {
    const { type, bytes } = message;
    const sql = from === 'client' ? statements.sqlOfRequest(message) : statements.sqlOfResponse(type);
    const action = decide(from, type, sql);
    if (action === 'freeze') connection.freeze();
    if (typeof action === 'object')
      await Promise.race([Promise.allSettled([action.delayUntil]), dead.promise]);
    await frozen.opened();
    if (isCut) return;
    if (action === 'cut-before') return connection.cut();
    if (from === 'client') {
      if (isIdle && type !== 'X') await startSession(target);
      statements.noteSent(type, sql);
    } else if (type === 'Z') {
      isIdle = bytes[5] === idle;
    }
    await send(target, bytes);
    if (action === 'cut-after') connection.cut();
  }

  async function startSession(target: Socket): Promise<void> {
    isIdle = false;
    discarding = Promise.withResolvers();
    await send(target, discardSession);
    await Promise.race([discarding.promise, dead.promise]);
  }

  /** Relays one direction until its source ends. */
  async function relay(from: MessageSender, source: Socket, target: Socket): Promise<void> {
    try {
      for await (const message of splitMessages(source, from)) {
        if (from === 'server' && discarding) {
          if (message.type !== 'Z') continue;
          discarding.resolve();
          discarding = undefined;
          continue;
        }
        await frozen.opened();
        // After a cut, the server's responses are still read, so that the server doesn't block.
        if (!isCut) await forward(from, message, target);
      }
    } catch {
      // The source was reset or destroyed, which ends the relay like an orderly close.
    }
    await frozen.opened();
  }

  async function run(): Promise<void> {
    client.on('error', () => {}); // `relay` handles the end of the socket.
    await frozen.opened();
    if (isCut) return;
    const socket = connect({ ...options.server, allowHalfOpen: true, noDelay: true });
    server = socket;
    socket.on('error', () => {}); // `relay` handles the end of the socket.
    const isClosed = new Promise(resolve => socket.once('close', resolve));
    await Promise.all([
      relay('client', client, socket).then(() => socket.end()),
      relay('server', socket, client).then(() => {
        discarding?.resolve();
        client.destroy();
        socket.end();
      }),
      isClosed,
    ]);
  }

  if (options.isFrozen) connection.freeze();
  run().then(closed.resolve, closed.reject);
  return connection;
}

/** Resolves when the kernel has accepted the bytes or the socket is closed. */
function send(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise(resolve => {
    socket.write(bytes, () => resolve());
  });
}

/** Creates a gate that starts open. While it is closed, `opened` waits. */
function createGate() {
  let barrier: PromiseWithResolvers<void> | undefined;
  return {
    close() {
      barrier ??= Promise.withResolvers<void>();
    },
    open() {
      barrier?.resolve();
      barrier = undefined;
    },
    isClosed: () => barrier !== undefined,
    async opened(): Promise<void> {
      while (barrier) await barrier.promise;
    },
  };
}
