import { inspectFile } from '../content/inspect-file.ts';
import { EmptyFile, UnacceptableFile } from '../content/inspector.ts';
import type { FileKind } from '../contract/file-kind.ts';
import type { Config } from '../settings/config.ts';
import type { Settings } from '../settings/settings.ts';
import type { FileOwner, Spool, SpooledFile } from '../spool/spool.ts';
import { clientAddress } from './client-address.ts';
import type { AppContext } from './context.ts';
import { Refusal } from './refusal.ts';
import { contentLength, streamBody } from './request-body.ts';
import type { StoreBudget } from './store-budget.ts';
import { createUploadLimits } from './upload-limits.ts';

export interface UploadDependencies {
  settings: Pick<Settings, 'requests' | 'uploads'>;
  config: Pick<Config, 'attachments'>;
  spool: Pick<Spool, 'save' | 'erase' | 'bytes' | 'roomBytes'>;
  monotonicMs: () => number;
}

export interface Upload {
  spooled: SpooledFile;
  kind: FileKind;
}

/** Creates a function that spools the body of a request, within the upload limits. It throws a refusal when the file is
 * unacceptable or a limit is reached. */
export function createUploads({ settings, config, spool, monotonicMs }: UploadDependencies) {
  const { minimumRate, trustedProxyHops } = settings.requests;
  const { max_bytes, pdf_javascript } = config.attachments;
  const limits = createUploadLimits(settings.uploads, spool, monotonicMs);

  return async (context: AppContext, owner: FileOwner, budget: StoreBudget): Promise<Upload> => {
    // The length is checked before the upload limits, so that a file that is too large is refused for its size.
    const maxBytes = contentLength(context, max_bytes) ?? max_bytes;
    const body = streamBody(context, max_bytes, minimumRate);
    const endReservation = await limits.reserve(clientAddress(context, trustedProxyHops), maxBytes, budget);
    let spooledBytes = 0;
    try {
      let kind: FileKind | undefined;
      const received = Promise.withResolvers<void>();
      async function* receive() {
        yield* inspectUpload(body, pdf_javascript, found => {
          kind = found;
        });
        received.resolve();
      }
      const saving = spool.save(receive(), owner);
      const ignore = () => {};
      // The client's time doesn't count against the budget: it starts again at the last byte.
      await Promise.race([received.promise, saving.then(ignore, ignore)]);
      const spooled = await budget
        .run(() => saving)
        .catch(error => {
          // A file that is saved after the time limit is no longer needed.
          saving.then(({ name }) => spool.erase(name)).catch(ignore);
          throw error;
        });
      spooledBytes = spooled.bytes;
      return { spooled, kind: kind! };
    } finally {
      endReservation(spooledBytes);
    }
  };
}

/** Yields the chunks of an uploaded file while inspecting it. Throws a refusal once the file is unacceptable. */
export async function* inspectUpload(
  body: AsyncIterable<Buffer>,
  pdfJavascript: 'refuse' | 'pass',
  onKind: (kind: FileKind) => void,
): AsyncGenerator<Buffer> {
  try {
    yield* inspectFile(body, pdfJavascript, onKind);
  } catch (error) {
    if (error instanceof EmptyFile) throw new Refusal('empty');
    if (error instanceof UnacceptableFile)
      throw new Refusal('unsupported-media-type', { reason: error.check });
    throw error;
  }
}
