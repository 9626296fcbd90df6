// What reaches a proxy beside the enquiries of patient visitors: scripts and pages with one set of case types after
// another, spam, and requests that are broken off.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

interface StrangersOptions {
  /** The address of the proxy. */
  url: string;
  /** The case types that they ask for. */
  names: string[];
  /** The headers that a web server in front of the proxy adds. */
  forwarded(): Record<string, string>;
  randomInteger(min: number, limit: number): number;
}

const origin = 'https://www.example.com';
const json = 'application/json';

/** Creates strangers who come until `isOver` returns true. */
export function createStrangers({ url, names, forwarded, randomInteger }: StrangersOptions) {
  const visits = { scripts: 0, pages: 0, spam: 0, abortedUploads: 0, abortedEnquiries: 0 };

  /** Sends a request and reads the response. Throws if the proxy is at fault. */
  async function send(path: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
    const headers = { ...forwarded(), ...init.headers };
    const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init, headers });
    const text = await response.text();
    if (response.status >= 500 && response.status !== 503)
      throw new Error(`${path}: ${response.status} ${text}`);
    return text;
  }

  /** Begins to send a body of which most never follows, and breaks off. */
  async function breakOff(path: string, headers: Record<string, string>, body: Buffer): Promise<void> {
    const outgoing = request(`${url}${path}`, {
      method: 'POST',
      headers: { origin, 'content-length': 10 * body.length, ...forwarded(), ...headers },
      agent: false,
    });
    outgoing.on('error', () => {}); // Its own end.
    outgoing.on('response', response => response.resume()); // A refusal may come first.
    outgoing.write(body);
    await once(outgoing, 'socket');
    await pause(randomInteger(20, 300));
    outgoing.destroy();
  }

  const enquiry = (surname: string) => ({
    method: 'POST',
    headers: { origin, 'content-type': json, 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      case_type: names[0],
      forename: 'Stranger',
      surname,
      email: 'stranger@example.com',
    }),
  });
  const query = () =>
    names
      .filter(() => randomInteger(0, 2))
      .map(name => `case-type=${name}`)
      .join('&');

  const deeds = {
    async scripts() {
      await send(`/enquiry-form.js?${query() || 'case-type=torture'}`, {
        headers: { 'accept-encoding': 'br' },
      });
    },
    async pages() {
      await send(`/forms?${query()}`);
      await send(`/forms/${names[randomInteger(0, names.length)]}`);
    },
    async spam() {
      await send('/enquiries', enquiry('https://spam.example'));
      const body = new URLSearchParams({ forename: 'Stranger', surname: 'www.spam.example' });
      await send(`/forms/${names[0]}`, { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' }, body });
    },
    async abortedUploads() {
      const { reference, upload_token } = JSON.parse(await send('/enquiries', enquiry('Example')));
      const headers = {
        authorization: `Bearer ${upload_token}`,
        'content-type': 'application/pdf',
        'idempotency-key': randomUUID(),
      };
      await breakOff(`/enquiries/${reference}/attachments`, headers, Buffer.alloc(300_000, '%PDF-1.4\n'));
    },
    async abortedEnquiries() {
      await breakOff(
        '/enquiries',
        { 'content-type': json, 'idempotency-key': randomUUID() },
        Buffer.alloc(2_000, ' '),
      );
    },
  };

  return {
    /** Resolves with how often each deed was done. */
    async visit(isOver: () => boolean): Promise<typeof visits> {
      const perform = async (name: keyof typeof visits, everyMs: number) => {
        while (!isOver()) {
          await deeds[name]();
          visits[name] += 1;
          await pause(everyMs);
        }
      };
      await Promise.all([
        perform('scripts', 200),
        perform('pages', 500),
        perform('spam', 3_000),
        perform('abortedUploads', 1_000),
        perform('abortedEnquiries', 1_000),
      ]);
      return visits;
    },
  };
}
