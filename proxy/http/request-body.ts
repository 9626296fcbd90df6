import { Readable } from 'node:stream';
import { Refusal, tooMany } from '../acceptance/refusal.ts';
import type { MinimumRate } from '../settings/settings.ts';
import { freeBuffer } from '../spool/spool.ts';
import type { AppContext } from './context.ts';

/** Half a minute is enough for a phone to change its network. */
const usualMinimumRate: MinimumRate = { bytesPerSecond: 1_000, windowMs: 30_000 };

/** Streams the body from the socket, never holding the whole of it in memory. A piece is valid until the next one is
 * requested. Throws a refusal when the body is longer than `maxBytes`, when the client disconnects, and when it stays
 * below the minimum rate. */
export async function* streamBody(
  context: AppContext,
  maxBytes: number,
  minimumRate: MinimumRate = usualMinimumRate,
): AsyncGenerator<Buffer> {
  contentLength(context, maxBytes);
  const stream = context.env?.incoming ?? webBody(context);
  if (!stream) return;
  let bytes = 0;
  using monitor = createRateMonitor(minimumRate, () => stream.destroy(new BelowMinimumRate()));
  monitor.startWaiting();
  try {
    // Destroying the stream on a refusal would close the socket before the response is sent.
    for await (const piece of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      monitor.received(piece.length);
      bytes += piece.length;
      context.set('bytes', bytes);
      if (bytes > maxBytes) throw new Refusal('too-large');
      yield piece;
      freeBuffer(piece);
      monitor.startWaiting();
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const isTooSlow = error instanceof BelowMinimumRate;
    throw new Refusal('malformed', { cause: error, ...(isTooSlow && { reason: 'too-slow' }) });
  }
}

/** Returns the declared length of the body. Throws a refusal when it is greater than `maxBytes`. */
export function contentLength(context: AppContext, maxBytes: number): number | undefined {
  const declared = context.req.header('content-length');
  if (Number(declared ?? 0) > maxBytes) throw new Refusal('too-large');
  return declared === undefined ? undefined : Number(declared);
}

/** The body of a request without a socket, as in tests. It isn't used with a socket: a web stream costs a third more
 * time, and merely creating one beside Node's stream would keep the whole body in memory. */
function webBody({ req }: AppContext): Readable | undefined {
  const { body } = req.raw;
  return body ? Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]) : undefined;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads and parses a JSON body. Throws a refusal for another content type, a body that is too large, malformed JSON, and
 * a long body while too many others are being read. */
export async function readJson(
  context: AppContext,
  maxBytes: number,
  minimumRate: MinimumRate = usualMinimumRate,
): Promise<unknown> {
  const type = context.req.header('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new Refusal('unsupported-media-type');
  const pieces: Buffer[] = [];
  using memory = createBodyMemory();
  for await (const piece of streamBody(context, maxBytes, minimumRate)) {
    memory.add(piece.length);
    pieces.push(Buffer.from(piece));
  }
  try {
    return JSON.parse(utf8.decode(Buffer.concat(pieces)));
  } catch (error) {
    throw new Refusal('malformed', { cause: error });
  }
}

/** Long bodies are refused while the unfinished bodies in memory have more bytes than this. */
const maxHeldBytes = 67_108_864;
/** A shorter body is never refused, so that clients that send long ones slowly can't keep ordinary enquiries out. */
const shortBytes = 16_384;
/** The bytes of unfinished bodies that this process holds now. */
let heldBytes = 0;

/** Counts the bytes that one unfinished request keeps in memory. */
export function createBodyMemory() {
  let bytes = 0;
  return {
    /** Throws a refusal if the body is long and others take too much memory. */
    add(count: number): void {
      bytes += count;
      heldBytes += count;
      if (bytes > shortBytes && heldBytes > maxHeldBytes) throw tooMany('body-memory', 5);
    },
    [Symbol.dispose](): void {
      heldBytes -= bytes;
    },
  };
}

/** A client stayed below the minimum rate. */
class BelowMinimumRate extends Error {}

/** Measures the rate at which a client sends, counting only the time that is spent waiting for the client. Calls
 * `onTooSlow` once, after the first window that is below the minimum rate. */
function createRateMonitor({ bytesPerSecond, windowMs }: MinimumRate, onTooSlow: () => void) {
  let waitedMs = 0;
  let bytes = 0;
  let waitingSince = 0;
  let timer: NodeJS.Timeout | undefined;

  function endWindow() {
    if ((bytes * 1_000) / windowMs < bytesPerSecond) return onTooSlow();
    waitedMs = 0;
    bytes = 0;
    startWaiting();
  }
  function startWaiting() {
    waitingSince = performance.now();
    timer = setTimeout(endWindow, Math.max(0, windowMs - waitedMs));
  }
  return {
    startWaiting,
    /** Ends a wait for the client, which sent `count` bytes. */
    received(count: number) {
      clearTimeout(timer);
      waitedMs += performance.now() - waitingSince;
      bytes += count;
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
