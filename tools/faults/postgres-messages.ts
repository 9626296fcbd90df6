// Parses as much of PostgreSQL's protocol 3 as the relay needs: the end of each message, and the statement that it
// belongs to. https://www.postgresql.org/docs/current/protocol-message-formats.html

export type MessageSender = 'client' | 'server';

export interface ProtocolMessage {
  /** The protocol's type byte; `startup` for the only packet without one. */
  type: string;
  /** The whole message, including type and length. */
  bytes: Buffer;
}

/** Splits a stream of bytes into messages. */
export async function* splitMessages(
  chunks: AsyncIterable<Buffer>,
  from: MessageSender,
): AsyncGenerator<ProtocolMessage> {
  let typeBytes = from === 'server' ? 1 : 0;
  let held: Buffer[] = [];
  let heldBytes = 0;
  let neededBytes = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < neededBytes) continue;
    let rest = Buffer.concat(held);
    for (;;) {
      neededBytes = typeBytes + 4;
      if (rest.length >= neededBytes) neededBytes = typeBytes + rest.readInt32BE(typeBytes);
      if (rest.length < neededBytes) break;
      const bytes = rest.subarray(0, neededBytes);
      rest = rest.subarray(neededBytes);
      yield { type: typeBytes === 1 ? String.fromCharCode(bytes[0]!) : 'startup', bytes };
      typeBytes = 1;
    }
    held = [rest];
    heldBytes = rest.length;
  }
}

/** The server messages that end the response to a client message. */
const lastResponses = new Map([
  ['startup', 'Z'],
  ['Q', 'Z'],
  ['S', 'Z'],
  ['P', '1'],
  ['B', '2'],
  ['C', '3'],
  ['D', 'Tn'],
  ['E', 'CIs'],
]);

/** Follows one connection and finds the statement that each message belongs to. */
export function createStatementTracker() {
  const prepared = new Map<string, string>();
  const inFlight: { lastResponse: string; sql: string | undefined }[] = [];
  let current: string | undefined;

  return {
    /** Returns the SQL that a client message belongs to. */
    sqlOfRequest({ type, bytes }: ProtocolMessage): string | undefined {
      if (type === 'Q') {
        current = stringAt(bytes, 5).text;
      } else if (type === 'P') {
        const { text: name, end } = stringAt(bytes, 5);
        current = stringAt(bytes, end).text;
        prepared.set(name, current);
      } else if (type === 'B') {
        const { end: portalEnd } = stringAt(bytes, 5);
        current = prepared.get(stringAt(bytes, portalEnd).text);
      } else if (type === 'startup' || type === 'p' || type === 'X') {
        current = undefined;
      }
      return current;
    },
    /** Records that a client message was forwarded, so that the server will respond to it. */
    noteSent(type: string, sql: string | undefined): void {
      const lastResponse = lastResponses.get(type);
      if (lastResponse !== undefined) inFlight.push({ lastResponse, sql });
    },
    /** Returns the SQL that a server message responds to. */
    sqlOfResponse(type: string): string | undefined {
      const request = inFlight[0];
      if (type === 'Z') {
        // After an error, the server ignores everything up to the next Sync.
        inFlight.splice(0, inFlight.findIndex(({ lastResponse }) => lastResponse === 'Z') + 1);
      } else if (request?.lastResponse.includes(type)) {
        inFlight.shift();
      }
      return request?.sql;
    },
  };
}

function stringAt(bytes: Buffer, start: number): { text: string; end: number } {
  const end = bytes.indexOf(0, start);
  return { text: bytes.toString('utf8', start, end), end: end + 1 };
}
