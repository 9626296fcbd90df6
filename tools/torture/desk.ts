// A person who works at the desk in the torture test: opens pages, searches, and releases suspects while processes are killed.
import { setTimeout as pause } from 'node:timers/promises';

/** The settings of a proxy whose desk takes the user's name from a web server in front of it. */
export const deskSettings = { ENQUIRY_DESK_TRUSTED_HEADER: 'x-forwarded-user' };

/** Requests a page of the desk as a user who has signed in, or posts a form to it. Follows redirects. */
export async function requestDesk(url: string, path: string, form?: Record<string, string>) {
  const response = await fetch(new URL(path, url), {
    headers: { 'x-forwarded-user': 'ada', 'sec-fetch-site': 'same-origin' },
    signal: AbortSignal.timeout(10_000),
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  const { pathname, search } = new URL(response.url);
  return { status: response.status, html: await response.text(), path: `${pathname}${search}` };
}

/** The token that the forms of a page send. */
export const readToken = (html: string) => /name="token" value="([^"]+)"/.exec(html)?.[1];

interface DeskOptions {
  /** The address of each proxy's desk. */
  urls: string[];
  /** The references of all suspects that anybody has released or tried to release. The person adds to them. */
  released: Set<string>;
  randomInteger(min: number, limit: number): number;
}

/** Works at the desk until `isOver` returns true. Resolves with the numbers of pages that were shown and of suspects that were
 * released. Rejects if the desk responds with an unexpected status. */
export async function workAtDesk({ urls, released, randomInteger }: DeskOptions, isOver: () => boolean) {
  const done = { pages: 0, decisions: 0 };
  /** Resolves with undefined if the proxy or its database is down, or the enquiry has been delivered. */
  async function open(path: string, form?: Record<string, string>) {
    try {
      const page = await requestDesk(urls[randomInteger(0, urls.length)]!, path, form);
      if (page.status === 404 || page.status === 503) return undefined;
      if (page.status !== 200)
        throw new Error(`The desk responded to ${path} with ${page.status}: ${page.html}`);
      done.pages += 1;
      return page;
    } catch (error) {
      if (!(error instanceof TypeError) && (error as Error).name !== 'TimeoutError') throw error;
      return undefined;
    }
  }
  while (!isOver()) {
    await pause(randomInteger(200, 1_000));
    await open('/');
    const token = readToken((await open('/find'))?.html ?? '');
    if (token !== undefined) await open('/find', { token, term: `client ${randomInteger(0, 16)}` });
    const held = (await open('/held?cause=suspect'))?.html ?? '';
    const references = Array.from(held.matchAll(/enquiries\/([\w-]+)"/g), ([, reference = '']) => reference);
    const reference = references.find(each => !released.has(each));
    if (token === undefined || reference === undefined) continue;
    released.add(reference);
    const [, seen = ''] =
      /name="seen" value="([^"]+)"/.exec((await open(`/enquiries/${reference}`))?.html ?? '') ?? [];
    const decided = await open(`/enquiries/${reference}/release`, { token, seen });
    if (decided?.path.includes('?changed=1')) done.decisions += 1;
  }
  return done;
}
