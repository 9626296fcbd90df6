import { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Problem } from '../contract/enquiry.ts';
import { freeBuffer } from '../spool/buffer-memory.ts';
import { createPace, type Slowest, TooSlow } from './minimum-rate.ts';
import { Refusal } from './refusal.ts';

export interface AppEnvironment {
  Bindings: Partial<HttpBindings>;
  /** `rule`: which rule refused, for the log. `isContinued`: whoever asked to send the body was told to. */
  Variables: { requestId: string; bytes: number; rule: string; isContinued: boolean };
}
export type AppContext = Context<AppEnvironment>;

/** The body in pieces, never whole in memory, read from the socket's own stream. A piece is good until the next one is
 * asked for. Throws a refusal when it is longer than `maxBytes`, by its declared length or by what has come, and when
 * the client breaks off; who sends more slowly than the slowest is broken off. */
export async function* bodyOf(
  context: AppContext,
  maxBytes: number,
  slowest: Slowest,
): AsyncGenerator<Buffer> {
  declaredBytes(context, maxBytes);
  const stream = context.env?.incoming ?? webBodyOf(context);
  if (!stream) return;
  if (isAsking(context)) sendContinue(context);
  let bytes = 0;
  const pace = createPace(slowest, () => stream.destroy(new TooSlow()));
  pace.wait();
  try {
    // Left whole on a refusal: destroying the request would close the socket under the answer.
    for await (const piece of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      pace.came(piece.length);
      bytes += piece.length;
      context.set('bytes', bytes);
      if (bytes > maxBytes) throw new Refusal('too-large');
      yield piece;
      freeBuffer(piece);
      pace.wait();
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const isSlow = error instanceof TooSlow;
    // The client's fault: it broke off, or was broken off.
    throw new Refusal('malformed', { cause: error, ...(isSlow && { rule: 'too-slow' }) });
  } finally {
    pace.stop();
  }
}

/** How long the body is said to be. Throws a refusal when that is longer than `maxBytes`. */
export function declaredBytes(context: AppContext, maxBytes: number): number | undefined {
  const declared = context.req.header('content-length');
  if (Number(declared ?? 0) > maxBytes) throw new Refusal('too-large');
  return declared === undefined ? undefined : Number(declared);
}

/** Whether the client still waits for our word before it sends the body (RFC 9110 10.1.1); one of HTTP/1.0 doesn't know
 * that word. */
export function isAsking(context: AppContext): boolean {
  if (context.env?.incoming?.httpVersion === '1.0') return false;
  return !context.get('isContinued') && /^100-continue$/i.test(context.req.header('expect') ?? '');
}

function sendContinue(context: AppContext): void {
  context.set('isContinued', true);
  const outgoing = context.env?.outgoing;
  if (outgoing instanceof ServerResponse) outgoing.writeContinue();
}

/** Only tests, which have no socket, have nothing better: a web stream costs a third more, and just to ask for it
 * beside Node's stream would keep the whole body in memory. */
function webBodyOf({ req }: AppContext): Readable | undefined {
  const { body } = req.raw;
  return body ? Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]) : undefined;
}

/** The body as parsed JSON. Throws a refusal for another content type, too much of it, or malformed JSON. */
export async function jsonOf(context: AppContext, maxBytes: number, slowest: Slowest): Promise<unknown> {
  const type = context.req.header('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new Refusal('unsupported-media-type');
  const pieces: Buffer[] = [];
  for await (const piece of bodyOf(context, maxBytes, slowest)) pieces.push(Buffer.from(piece));
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces)));
  } catch (error) {
    throw new Refusal('malformed', { cause: error }); // The client's fault.
  }
}

/** The idempotency key, a UUID in small letters; with or without the quotes of a structured field. */
export function idempotencyKeyOf(context: AppContext): string {
  const key = /^"?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"?$/i.exec(
    context.req.header('idempotency-key') ?? '',
  );
  if (!key) throw new Refusal('idempotency-key-required');
  return key[1]!.toLowerCase();
}

/** A refusal of fields that the visitor can put right. */
export function invalid(problems: Problem[]): Refusal {
  return new Refusal('invalid-enquiry', { problems: problems.slice(0, 100) });
}
