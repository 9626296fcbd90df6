/** The result of a request: a response, or `lost` when the connection fails before one arrives. */
export type Response = { status: number; body?: unknown; headers?: Record<string, string> } | 'lost';

/** A request to `POST /enquiries/{reference}/attachments`. */
export interface ReceivedUpload {
  url: string;
  headers: Headers;
  body: Blob;
  /** The file's original name. */
  fileName: string;
  /** The page gave the upload up. */
  isAborted: boolean;
  /** Says that this share of the bytes, 0 to 1, has left the browser. */
  progress(share: number): void;
  respond(response: Response): void;
}

/** An event target whose listeners may also be properties, as those of XMLHttpRequest. */
class Target extends EventTarget {
  override dispatchEvent(event: Event): boolean {
    const listener: unknown = Reflect.get(this, `on${event.type}`);
    if (typeof listener === 'function') listener.call(this, event);
    return super.dispatchEvent(event);
  }
}

/** Replaces XMLHttpRequest, the only API that reports the progress of an upload. */
export function scriptedXhr(receive: (upload: ReceivedUpload) => void): new () => EventTarget {
  return class extends Target {
    status = 0;
    responseText = '';
    readonly upload = new Target();
    #url = '';
    #headers = new Headers();
    #responseHeaders = new Headers();
    #received: ReceivedUpload | undefined;
    #hasEnded = false;

    open(_method: string, url: string): void {
      this.#url = url;
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers.append(name, value);
    }

    getResponseHeader(name: string): string | null {
      return this.#responseHeaders.get(name);
    }

    send(body: Blob): void {
      const disposition = this.#headers.get('content-disposition') ?? '';
      this.#received = {
        url: this.#url,
        headers: this.#headers,
        body,
        fileName: decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(disposition)?.[1] ?? ''),
        isAborted: false,
        progress: share => {
          const facts = { lengthComputable: true, loaded: body.size * share, total: body.size };
          this.upload.dispatchEvent(new ProgressEvent('progress', facts));
          if (share === 1) this.upload.dispatchEvent(new ProgressEvent('load', facts));
        },
        respond: response => this.#end(response),
      };
      receive(this.#received);
    }

    abort(): void {
      if (this.#received && !this.#hasEnded) this.#received.isAborted = true;
      this.#end('lost');
    }

    #end(response: Response): void {
      if (this.#hasEnded) return;
      this.#hasEnded = true;
      if (response !== 'lost') {
        this.status = response.status;
        this.responseText = typeof response.body === 'string' ? response.body : JSON.stringify(response.body);
        this.#responseHeaders = new Headers(response.headers);
      }
      this.dispatchEvent(new ProgressEvent(response === 'lost' ? 'error' : 'load'));
      this.dispatchEvent(new ProgressEvent('loadend'));
    }
  };
}
