// How the loading of a form is measured.
import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { startLocalServer } from '../../e2e/processes/local-server.ts';

/** Serves files by path, compressed in advance, as a web server would. Other origins may load them. */
export async function startCompressingSite() {
  const files = new Map<string, { body: Buffer; headers: Record<string, string> }>();
  const server = await startLocalServer(({ url = '' }, response) => {
    const file = files.get(url);
    response.writeHead(file ? 200 : 404, { 'access-control-allow-origin': '*', ...file?.headers });
    response.end(file?.body);
  });
  return {
    url: server.url,
    /** Returns the address of a file, which is a page if it has a content security policy. */
    serve(path: string, text: string, policy?: string): string {
      const headers = {
        'content-type': `text/${policy ? 'html' : 'javascript'}; charset=utf-8`,
        'content-encoding': 'br',
        ...(policy && { 'content-security-policy': policy }),
      };
      files.set(path, { body: brotliCompressSync(text), headers });
      return `${server.url}${path}`;
    },
    stop: server.stop,
  };
}

/** Opens a page of its own on slow 4G (1.6 Mbps, 150 ms round trip) with the processor slowed four times. */
async function openOnSlow4G(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 200_000,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return page;
}

/** Measures the time from the start of the navigation until every field is present and Send works. `visibleMs` is that
 * until something is painted, too, and `nodes` is how many elements, texts and comments the form has. Throws if the form has fewer controls than `controls` then, or doesn't handle Send. */
export async function measureUsableMs(
  browser: Browser,
  url: string,
  controls: number,
): Promise<{ usableMs: number; visibleMs: number; nodes: number }> {
  const page = await openOnSlow4G(browser);
  await page.addInitScript(noteUsable);
  await page.goto(url);
  const measured = await page.waitForFunction(() => {
    const { usable } = window as { usable?: Usable };
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return usable && paint && { ...usable, visibleMs: Math.max(usable.usableMs, paint.startTime) };
  });
  const found = await measured.jsonValue();
  await page.close();
  if (!found) throw new Error(`${url} is never usable`);
  if (found.controls < controls || !found.isSendHandled)
    throw new Error(
      `${url} isn't usable when it says so: ${JSON.stringify(found)}, not ${controls} controls`,
    );
  return found;
}

interface Usable {
  usableMs: number;
  nodes: number;
  /** How many controls can be seen. */
  controls: number;
  /** Whether the browser wouldn't leave the page at Send, or the form has the address of a server. */
  isSendHandled: boolean;
}

/** Runs in the page: waits until it sets `usableAt`, or has the element with its form, and notes what is there then. */
function noteUsable(): void {
  const note = (usableMs: number) => {
    const root = document.querySelector('enquiry-form')?.shadowRoot ?? document;
    const form = root.querySelector('form');
    const controls = [...(form?.elements ?? [])].filter(
      control => control.matches('input, select, textarea') && control.checkVisibility(),
    ).length;
    const walker = document.createTreeWalker(form ?? root);
    let nodes = 0;
    while (walker.nextNode()) nodes += 1;
    const event = new SubmitEvent('submit', { bubbles: true, cancelable: true });
    const isSendHandled = !form?.dispatchEvent(event) || form.hasAttribute('action');
    Object.assign(window, { usable: { usableMs, nodes, controls, isSendHandled } });
  };
  Object.defineProperty(window, 'usableAt', { set: note });
  void customElements.whenDefined('enquiry-form').then(async () => {
    const element = document.querySelector('enquiry-form') as
      | (Element & { updateComplete: Promise<unknown> })
      | null;
    await element?.updateComplete;
    // A prerendered form sets `usableAt` before.
    if (!('usable' in window) && element?.shadowRoot?.querySelector('form')) note(performance.now());
  });
}
