import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { Refusal } from '../../acceptance/refusal.ts';
import type { MinimumRate } from '../../settings/settings.ts';
import type { AppContext } from '../context.ts';
import { createBodyMemory, streamBody } from '../request-body.ts';

/** A control's name and value. */
interface PostedField {
  kind: 'field';
  name: string;
  value: string;
}

/** A file, whose content is still arriving: content that isn't read before the next part is requested is skipped. */
export interface PostedFile {
  kind: 'file';
  /** The name of its control. */
  name: string;
  fileName: string;
  /** A chunk is valid until the next one is requested. */
  chunks: AsyncGenerator<Buffer>;
}

interface PostedFormLimits {
  /** The maximum size of everything but the content of files. */
  maxBytes: number;
  /** The maximum size of unwanted files. They are skipped up to this size, so that the fields after them arrive. */
  maxSkippedBytes: number;
  minimumRate: MinimumRate | undefined;
}

/** More than any form has. */
const maxParts = 2_000;
/** The ids of questions are shorter. */
const maxNameLength = 500;
const maxPartHeaderBytes = 8_192;
/** Bytes are passed on as they arrive, so the library's streams never have to hold more than one piece of the body. */
const highWaterMark = Number.MAX_SAFE_INTEGER;

interface Part {
  name: string | undefined;
  fileName: string | undefined;
  type: string;
  stream: Readable;
  isRead: boolean;
}

/** Reads a form as a browser posts it, part by part in its order, and never holds more than the fields and one piece of the
 * body in memory. Throws a refusal for another type of content, a form that is malformed or too large, and whatever
 * `streamBody` refuses. */
export async function* readPostedForm(
  context: AppContext,
  { maxBytes, maxSkippedBytes, minimumRate }: PostedFormLimits,
): AsyncGenerator<PostedField | PostedFile> {
  const contentType = context.req.header('content-type') ?? '';
  if (!/^\s*multipart\/form-data\s*(;|$)/i.test(contentType))
    throw new Refusal('unsupported-media-type', { reason: 'form-type' });
  const { parser, parts, state } = createParser(contentType);
  let isBodyRead = false;
  let receivedBytes = 0;
  let fileBytes = 0;
  let skippedBytes = 0;
  const isOver = () => state.isFinished && isBodyRead && !state.failure;
  const body = streamBody(context, Number.POSITIVE_INFINITY, minimumRate);
  using memory = createBodyMemory();

  /** Gives the parser one more piece of the body, once everything in the earlier ones has been read, even if the piece after
   * it is damaged: the visitor's answers in it can be shown again. */
  async function feed(): Promise<void> {
    if (state.failure) throw state.failure;
    if (isBodyRead) throw malformed('form-multipart');
    if (receivedBytes - fileBytes > maxBytes) throw new Refusal('too-large', { reason: 'form-fields' });
    const { done, value: piece } = await body.next();
    if (done) {
      isBodyRead = true;
      parser.end();
    } else {
      receivedBytes += piece.length;
      parser.write(piece);
    }
    await settle();
  }

  async function* read(part: Part): AsyncGenerator<Buffer> {
    while (!part.isRead) {
      const chunk = part.stream.read() as Buffer | null;
      if (chunk) {
        if (part.fileName !== undefined) fileBytes += chunk.length;
        yield chunk;
      } else {
        await settle(); // The stream ends once it has been read.
        if (!part.isRead && part.stream.readableLength === 0) await feed();
      }
    }
  }

  try {
    for (;;) {
      const part = parts.shift();
      if (part) {
        const name = checkName(part.name);
        if (part.fileName === undefined) {
          if (/^multipart\//i.test(part.type)) throw malformed('form-nested');
          const pieces: Buffer[] = [];
          for await (const piece of read(part)) {
            memory.add(piece.length);
            pieces.push(Buffer.from(piece));
          }
          yield toField(name, Buffer.concat(pieces));
        } else {
          yield { kind: 'file', name, fileName: unescapeName(part.fileName), chunks: read(part) };
          for await (const { length } of read(part)) {
            skippedBytes += length;
            if (skippedBytes > maxSkippedBytes) throw new Refusal('too-large', { reason: 'form-files' });
          }
        }
      } else if (isOver()) return;
      else {
        await settle();
        if (parts.length === 0 && !isOver()) await feed();
      }
    }
  } finally {
    await body.return(undefined);
  }
}

/** Lets the library's streams pass on their content: they do so in ticks, which all come before the next immediate. */
const settle = () => setImmediate();

/** Creates a parser that collects the parts that have begun. */
function createParser(contentType: string) {
  const parts: Part[] = [];
  const state: { isFinished: boolean; failure?: Refusal } = { isFinished: false };
  const parser = openBusboy(contentType)
    .on('file', (name, stream, fileName, _encoding, type) => {
      const part = { name, fileName, type, stream, isRead: false } as Part; // The library's types wrongly promise a name.
      stream.once('end', () => {
        part.isRead = true;
      });
      stream.on('error', () => {}); // The parser reports it, too.
      parts.push(part);
    })
    .on('partsLimit', () => {
      state.failure ??= new Refusal('too-large', { reason: 'form-parts' });
    })
    .on('error', cause => {
      state.failure ??= malformed('form-multipart', cause);
    })
    .on('finish', () => {
      state.isFinished = true;
    });
  return { parser, parts, state };
}

function openBusboy(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // Every part arrives as a stream of its bytes: the library decodes the values of fields without telling of bytes that
      // it can't decode.
      isPartAFile: () => true,
      preservePath: true,
      highWaterMark,
      fileHwm: highWaterMark,
      limits: { parts: maxParts, headerSize: maxPartHeaderBytes, headerPairs: 50 },
    });
  } catch (error) {
    throw malformed('form-boundary', error); // There is no boundary.
  }
}

/** A page that is converted to another charset on its way would garble names. The form asks for UTF-8. */
function toField(name: string, bytes: Buffer): PostedField {
  // Browsers post line breaks as CRLF. In the element, they are LF.
  const value = bytes.toString().replaceAll(/\r\n?/g, '\n');
  if (!isUtf8(bytes) || (name === '_charset_' && !/^utf-?8$/i.test(value)))
    throw new Refusal('unsupported-media-type', { reason: 'form-charset' });
  return { kind: 'field', name, value };
}

/** Throws a refusal for a part without a name, and for a name that no control has. */
function checkName(name: string | undefined): string {
  if (!name || name.length > maxNameLength) throw malformed('form-name');
  return name;
}

/** Browsers escape quotes in names (HTML, section 4.10.21.8). */
const unescapeName = (fileName: string) => fileName.replaceAll('%22', '"');

const malformed = (reason: string, cause?: unknown) => new Refusal('malformed', { reason, cause });
