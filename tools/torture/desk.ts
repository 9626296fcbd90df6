// A person in the torture test who opens pages of the desk, searches, and releases suspects there while processes are killed.
import { setTimeout as pause } from 'node:timers/promises';

/** The settings of a proxy whose desk trusts what a web server says about who has signed in. */
export const deskSettings = { ENQUIRY_DESK_TRUSTED_HEADER: 'x-forwarded-user' };

interface DeskOptions {
  /** The desk of each proxy. */
  urls: string[];
  /** The references of what was released, to which the person adds. */
  released: Set<string>;
  randomInteger(min: number, limit: number): number;
}

/** Works at the desk until `isOver` returns true. Resolves with the numbers of pages that were opened. Rejects if the desk
 * responds with a status that a person wouldn't understand. */
export async function workAtDesk({ urls, released, randomInteger }: DeskOptions, isOver: () => boolean) {
  const opened = { pages: 0, decisions: 0 };
  /** Resolves with a page; with no text if the proxy or its database is killed meanwhile, or the enquiry has gone. */
  async function open(path: string, form?: Record<string, string>): Promise<string> {
    const url = urls[randomInteger(0, urls.length)]!;
    try {
      const response = await fetch(`${url}/${path}`, {
        headers: { 'x-forwarded-user': 'ada', 'sec-fetch-site': 'same-origin' },
        signal: AbortSignal.timeout(10_000),
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      });
      const page = await response.text();
      if (response.status === 200) {
        opened.pages += 1;
        return page;
      }
      if (![404, 503].includes(response.status))
        throw new Error(`The desk responded to /${path} with ${response.status}: ${page}`);
    } catch (error) {
      if (!(error instanceof TypeError) && (error as Error).name !== 'TimeoutError') throw error;
    }
    return '';
  }
  const hidden = (page: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1];
  while (!isOver()) {
    await pause(randomInteger(200, 1_000));
    await open('');
    const held = await open('held?cause=suspect');
    const token = hidden(await open('find'), 'token');
    if (token !== undefined) await open('find', { token, term: `client ${randomInteger(0, 16)}` });
    const reference = /enquiries\/([\w-]+)"/.exec(held)?.[1];
    const form = reference && (await open(`enquiries/${reference}`));
    const formToken = form && hidden(form, 'token');
    if (!reference || !formToken) continue;
    released.add(reference);
    await open(`enquiries/${reference}/release`, { token: formToken });
    opened.decisions += 1;
  }
  return opened;
}
