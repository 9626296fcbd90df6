// A server in front of the enquiry API that responds as servers in front of it, and a program that fails, may respond.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/** The response of the enquiry API, which has processed the request. */
interface Processed {
  status: number;
  json: string;
}
type Kind =
  /** The request isn't processed. */
  | ((response: ServerResponse) => void)
  /** It is processed first. */
  | { after: (response: ServerResponse, processed: Processed) => unknown };

const html = '<!doctype html><title>Welcome</title>';
const notice = '\ufeff<br />\n<b>Notice</b>: Undefined index: x in {closure}() on line <b>7</b><br />\n';
/** The enquiry API is given up before. */
const hangMs = 1_500;

const send = (response: ServerResponse, status: number, body: string | Buffer, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
const respond =
  (status: number, headers = {}) =>
  (response: ServerResponse) =>
    send(response, status, html, { 'content-type': 'text/html', ...headers });
const reset = (response: ServerResponse) => response.req.socket.resetAndDestroy();
const changed = (change: (json: string) => string | Buffer, headers = {}): Kind => ({
  after: (response, { status, json }) => send(response, status, change(json), headers),
});
const delayed = (ms: number): Kind => ({
  async after(response, { status, json }) {
    await pause(ms);
    send(response, status, json);
  },
});

/** The kinds of responses. */
const kinds: Record<string, Kind> = {
  ...Object.fromEntries(
    [401, 403, 404, 405, 408, 413, 425, 500, 502, 503, 504].map(status => [status, respond(status)]),
  ),
  redirect: respond(302, { location: '/elsewhere' }),
  'too many': respond(429, { 'retry-after': '1' }),
  reset,
  'processed, then 500': { after: respond(500) },
  'processed, then 504': { after: respond(504) },
  'processed, then reset': { after: reset },
  'processed, then HTML': { after: respond(201) },
  'processed, then cut': changed(json => json.slice(0, -9)),
  'processed, then hanging': delayed(hangMs),
  slow: delayed(300),
  notice: changed(json => notice + json),
  comment: changed(json => `${json}\n<!-- Page cached in 0.2 s -->\n`),
  gzip: changed(json => gzipSync(json), { 'content-encoding': 'gzip' }),
  digits: changed(json => json.replaceAll(/("(?:code|result)":)(\d+)/g, '$1"$2"')),
};
const names = Object.keys(kinds);

/** Which requests of a phase get other responses than those of the enquiry API. `creations`: not tests of the login. */
const phases = ['none', 'none', 'all', 'any', 'creations'] as const;

export type Mixture = Awaited<ReturnType<typeof startMixture>>;

/** Starts the server in front of the enquiry API at the origin `upstream`. It lets everything pass until a phase begins. */
export async function startMixture(upstream: string, randomInteger: (min: number, limit: number) => number) {
  let phase: { of: (typeof phases)[number]; name: string; percent: number } | undefined;
  const seen = new Set<string>();

  function chooseKind(body: Buffer): Kind | undefined {
    if (!phase || phase.of === 'none') return undefined;
    if (phase.of === 'creations' && body.includes('"forename":""')) return undefined;
    const isChosen = phase.of === 'all' || randomInteger(0, 100) < phase.percent;
    const name = phase.of === 'all' ? phase.name : names[randomInteger(0, names.length)]!;
    if (isChosen) seen.add(name);
    return isChosen ? kinds[name] : undefined;
  }

  async function process(request: IncomingMessage, body: Buffer): Promise<Processed> {
    const { host: _, connection: __, ...headers } = request.headers as Record<string, string>; // A proxy sends each once.
    const response = await fetch(`${upstream}${request.url}`, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
    });
    return { status: response.status, json: await response.text() };
  }

  const server = createServer(async (request, response) => {
    try {
      const body = await buffer(request);
      const kind = chooseKind(body);
      if (typeof kind === 'function') return kind(response);
      const processed = await process(request, body);
      await (kind ? kind.after(response, processed) : send(response, processed.status, processed.json));
    } catch {
      reset(response); // The proxy was killed, or the enquiry API isn't running.
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The kinds of responses that were sent. */
    seen,
    /** Goes from phase to phase until `isOver` returns true, and then lets everything pass. */
    async run(isOver: () => boolean): Promise<void> {
      while (!isOver()) {
        phase = {
          of: phases[randomInteger(0, phases.length)]!,
          name: names[randomInteger(0, names.length)]!,
          percent: randomInteger(5, 80),
        };
        await pause(randomInteger(100, 1_000));
      }
      phase = undefined;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
