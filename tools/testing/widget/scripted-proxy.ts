// The proxy as the browser sees it: responses to `fetch` and XMLHttpRequest in the wire format of `proxy/contract`.
// Everything else on the network stays real.
import { vi } from 'vitest';
import type { Definition } from '../../../proxy/contract/definition.ts';
import type {
  AttachmentRoom,
  Enquiry,
  Problem,
  Receipt,
  RefusalCode,
} from '../../../proxy/contract/enquiry.ts';
import { type ReceivedUpload, type Response, scriptedXhr } from './scripted-xhr.ts';

export const proxyUrl = 'https://proxy.example.com/';

/** The script for a request: its response, or `held` until the test calls `respond`. */
type ScriptedResponse = Response | 'held';

/** A request to `GET /case-types/{case_type}`. */
interface ReceivedLookup {
  address: string;
  caseType: string;
  /** The `lang` parameter; null: none. */
  lang: string | null;
  cache: RequestCache | undefined;
  respond(response: Response): void;
}

/** A request to `POST /enquiries`. */
export interface ReceivedEnquiry {
  /** The request's Idempotency-Key. */
  key: string | null;
  authorization: string | null;
  body: string;
  enquiry: Enquiry;
  respond(response: Response): void;
}

/** A request to `POST /test-links`. */
interface ReceivedTestLink {
  token: string;
  respond(response: Response): void;
}

/** The proxy of one test. Requests are listed as they arrive; a response that isn't scripted is a success. */
export class ScriptedProxy {
  readonly lookups: ReceivedLookup[] = [];
  readonly enquiries: ReceivedEnquiry[] = [];
  readonly uploads: ReceivedUpload[] = [];
  readonly testLinks: ReceivedTestLink[] = [];
  /** How often what has become of an enquiry's files was asked. */
  roomLooks = 0;
  /** The response to that. */
  room: AttachmentRoom | 'lost' = { attachments: receipt.attachments, left: 3, refused: [] };
  /** The next responses, in order. */
  readonly next = {
    lookup: [] as ScriptedResponse[],
    enquiry: [] as ScriptedResponse[],
    upload: [] as ScriptedResponse[],
    testLink: [] as ScriptedResponse[],
  };
  #published = new Map<string, Definition>();
  #archived: Definition[] = [];

  /** Serves a case type from now on, in place of an earlier definition in the same language. */
  publish(...definitions: Definition[]): void {
    for (const definition of definitions) {
      this.#published.set(`${definition.case_type} ${definition.lang}`, definition);
    }
  }

  /** Serves definitions by their hashes from now on, for previews. */
  archive(...definitions: Definition[]): void {
    this.#archived.push(...definitions);
  }

  /** Puts the proxy on the page's network. */
  connect(): void {
    const realFetch = fetch;
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init: RequestInit = {}) => {
      const url = new URL(input instanceof Request ? input.url : input, document.baseURI);
      return url.href.startsWith(proxyUrl) ? this.#receive(url, init) : realFetch(input, init);
    });
    vi.stubGlobal(
      'XMLHttpRequest',
      scriptedXhr(upload => {
        this.uploads.push(upload);
        const scripted = this.next.upload.shift() ?? respondUploaded();
        if (scripted !== 'held') setTimeout(() => upload.respond(scripted)); // Responses arrive in a later task.
      }),
    );
  }

  async #receive(url: URL, init: RequestInit): Promise<globalThis.Response> {
    const { promise, resolve: respond } = Promise.withResolvers<Response>();
    const [, caseType] = /^\/case-types\/(.+)$/.exec(url.pathname) ?? [];
    let scripted: ScriptedResponse | undefined;
    if (caseType) {
      const lang = url.searchParams.get('lang');
      const hash = url.searchParams.get('definition');
      const { cache } = init;
      this.lookups.push({ address: url.href, caseType: decodeURIComponent(caseType), lang, cache, respond });
      scripted = this.next.lookup.shift() ?? this.#lookUp(decodeURIComponent(caseType), lang, hash);
    } else if (url.pathname === '/enquiries' && init.method === 'POST') {
      const body = String(init.body);
      const headers = new Headers(init.headers);
      const [key, authorization] = [headers.get('idempotency-key'), headers.get('authorization')];
      this.enquiries.push({ key, authorization, body, enquiry: JSON.parse(body), respond });
      scripted = this.next.enquiry.shift() ?? respondAccepted();
    } else if (url.pathname === '/test-links' && init.method === 'POST') {
      this.testLinks.push({ token: JSON.parse(String(init.body)).token, respond });
      scripted = this.next.testLink.shift() ?? respondTestLink(true);
    } else if (url.pathname.endsWith('/attachment-limits')) {
      this.roomLooks += 1;
      scripted = this.room === 'lost' ? 'lost' : { status: 200, body: this.room };
    } else {
      scripted = respondRefusal(404, 'not-found');
    }
    if (scripted !== 'held') respond(scripted);
    const response = await promise;
    if (response === 'lost') throw new TypeError('Failed to fetch');
    const { status, body, headers = {} } = response;
    return new globalThis.Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers,
    });
  }

  #lookUp(caseType: string, lang: string | null, hash: string | null): Response {
    const tag = (lang ?? '').split('-')[0];
    if (hash !== null) {
      const archived = this.#archived.filter(
        ({ case_type, definition }) => case_type === caseType && definition === hash,
      );
      const body = archived.find(definition => definition.lang === tag) ?? archived[0];
      return body ? { status: 200, body } : respondRefusal(404, 'not-found');
    }
    const body =
      this.#published.get(`${caseType} ${tag}`) ??
      [...this.#published.values()].find(({ case_type }) => case_type === caseType);
    return body ? { status: 200, body } : respondRefusal(404, 'unknown-case-type');
  }
}

export const receipt: Receipt = {
  reference: '7K2PQ-2M9XD',
  status: 'accepted',
  upload_token: 'token-1',
  attachments: { max_files: 3, max_bytes: 10_000, strip_metadata: 'none' },
};

/** 202: the enquiry is stored. */
export function respondAccepted(changes: Partial<Receipt> = {}): Response {
  return { status: 202, body: { ...receipt, ...changes } };
}

/** 201: the enquiry API has it too. */
export function respondDelivered(enquiryId: number): Response {
  return { status: 201, body: { ...receipt, status: 'delivered', enquiry_id: enquiryId } };
}

/** 422: the visitor must correct something. */
export function respondInvalid(...problems: Problem[]): Response {
  return { status: 422, body: { code: 'invalid-enquiry', status: 422, title: 'Invalid', problems } };
}

/** An error with a stable code. */
export function respondRefusal(
  status: number,
  code: RefusalCode,
  headers: Record<string, string> = {},
): Response {
  return { status, body: { code, status, title: code }, headers };
}

/** 403: the proxy asks for a proof. */
export function respondChallenge(challenge: unknown): Response {
  return { status: 403, body: { code: 'proof-required', status: 403, title: 'Proof required', challenge } };
}

/** 200: tells whether a test link is valid. */
export function respondTestLink(valid: boolean): Response {
  return { status: 200, body: { valid } };
}

/** 202: the attachment is stored. */
export function respondUploadAccepted(): Response {
  return { status: 202, body: { reference: receipt.reference, status: 'accepted' } };
}

/** 201: the attachment has reached the enquiry API. */
export function respondUploaded(): Response {
  return { status: 201, body: { reference: receipt.reference, status: 'delivered' } };
}
