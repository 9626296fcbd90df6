// The visitor's connection to the proxy.
import type { Page, Route } from '@playwright/test';

/** Requests that don't reach the proxy yet. */
export interface HeldRequests {
  /** Fails those that are under way, or the next one, as a broken connection does. Later ones are held. */
  abort(): Promise<void>;
  /** Responds to those that are under way, or to the next one, as a firewall does. Later ones are held. */
  refuse(): Promise<void>;
  /** Responds to them as a proxy does that wants no retry within a minute. Later ones are held. */
  postpone(): Promise<void>;
  /** Lets them through, and all later ones. */
  release(): Promise<void>;
}

/** Holds all requests to addresses that match a pattern, so that what is said while they are under way is heard. */
export async function holdRequests(page: Page, pattern: string): Promise<HeldRequests> {
  let held: Route[] = [];
  let isReleased = false;
  let next = Promise.withResolvers<void>();
  await page.route(pattern, async route => {
    if (isReleased) await route.continue();
    else held.push(route);
    next.resolve();
  });
  const takeHeld = () => {
    const taken = held;
    held = [];
    return taken;
  };
  const takeNext = async () => {
    await next.promise;
    next = Promise.withResolvers();
    return takeHeld();
  };
  const respond = async (status: number, headers: Record<string, string>) => {
    const allowed = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*', ...headers };
    for (const route of await takeNext()) await route.fulfill({ status, headers: allowed, body: '' });
  };
  return {
    async abort() {
      for (const route of await takeNext()) await route.abort('connectionreset');
    },
    refuse: () => respond(403, {}),
    postpone: () => respond(503, { 'retry-after': '60' }),
    async release() {
      isReleased = true;
      for (const route of takeHeld()) await route.continue();
    },
  };
}

/** Makes the browser report that it is online or offline, which WebDriver BiDi can't. */
export async function setOnline(page: Page, state: 'online' | 'offline'): Promise<void> {
  await page.evaluate(name => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => name === 'online' });
    dispatchEvent(new Event(name));
  }, state);
}
