import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Outcome } from '../../proxy/delivery/api-outcome.ts';
import type { EnquiryApi } from '../../proxy/delivery/enquiry-api.ts';
import type { CreateBody } from '../../proxy/enquiry/create-body.ts';

/** An enquiry that was created. */
export interface CreatedEnquiry {
  id: number;
  reference: string;
  forename: string;
  isMarked: boolean;
  /** Whether the proxy that sent it got the response and could record it. */
  isConfirmed: boolean;
}
/** A file that was uploaded. */
export interface UploadedFile {
  postId: number;
  sha256: string;
}

/** The enquiry API's behaviour for one request. `processed-silently` processes the request without responding. */
export type ApiBehaviour = 'process' | 'refuse' | 'refuse-surname' | 'unavailable' | 'processed-silently';

/** Creates an enquiry API in memory that records requests and whose behaviour can be set. */
export function createRecordingEnquiryApi() {
  const created: CreatedEnquiry[] = [];
  const uploaded: UploadedFile[] = [];
  const behaviours: ApiBehaviour[] = [];
  let called = Promise.withResolvers<void>();

  function recordOutcome(process: (isConfirmed: boolean) => number): Outcome {
    called.resolve();
    switch (behaviours.shift() ?? 'process') {
      case 'process':
        return { kind: 'delivered', enquiryApiId: process(true) };
      case 'processed-silently':
        process(false);
        return {
          kind: 'unknown',
          failure: { cause: 'no_response', parameter: 'ECONNRESET' },
          says: 'unreachable',
          hasSuccessStatus: false,
        };
      case 'refuse':
        return {
          kind: 'refused',
          failure: { cause: 'responded', status: 400 },
          says: 'decided',
          field: 'country',
        };
      case 'refuse-surname':
        return {
          kind: 'refused',
          failure: { cause: 'responded', status: 400 },
          says: 'decided',
          field: 'surname',
        };
      case 'unavailable':
        return { kind: 'unavailable', failure: { cause: 'responded', status: 503 }, says: 'unreachable' };
    }
  }

  const unscanned: string[] = [];
  const client: Pick<EnquiryApi, 'create' | 'upload' | 'close'> = {
    async create(text) {
      const { forename, meta }: CreateBody = JSON.parse(text); // The delivery loop sends nothing else.
      const entry = (id: string) => meta.find(each => each.id === id)?.value;
      return recordOutcome(isConfirmed => {
        const id = created.length + 1;
        const isMarked = entry('possible_duplicate') === 'yes';
        created.push({ id, reference: entry('enquiry_reference') ?? '', forename, isMarked, isConfirmed });
        return id;
      });
    },
    async upload(postId, _file, content) {
      const sha256 = await hashOf(content);
      if (await api.isUnscanned(sha256)) unscanned.push(sha256);
      return recordOutcome(() => uploaded.push({ postId, sha256 }));
    },
    close: async () => {},
  };
  const api = {
    client,
    /** Finds every file clean. */
    scanner: {
      scans: new Set<Socket>(),
      async scan(content: AsyncIterable<Buffer>) {
        for await (const _ of content);
        return undefined;
      },
    },
    /** Whether the store doesn't know yet that a file is clean. Set by the simulation. */
    isUnscanned: (_sha256: string): Promise<boolean> => Promise.resolve(true),
    created,
    uploaded,
    /** The files that were uploaded before the store knew that they are clean. */
    unscanned,
    /** Sets the behaviour for the next requests, in order. Later requests are processed. */
    behave: (...next: ApiBehaviour[]) => behaviours.push(...next),
    /** Tells the enquiry API that the proxies have forgotten its responses, because they crashed or had to stop before
     * the store worked again. */
    noteForgotten() {
      for (const each of created) each.isConfirmed = false;
    },
    /** Resolves when the next request arrives. */
    nextCall() {
      called = Promise.withResolvers<void>();
      return called.promise;
    },
  };
  return api;
}
async function hashOf(content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of content) hash.update(piece);
  return hash.digest('hex');
}

export type RecordingEnquiryApi = ReturnType<typeof createRecordingEnquiryApi>;
