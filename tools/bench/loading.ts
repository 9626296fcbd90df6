// The pages that the benchmark of the widget compares, and how their loading is measured.
import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { startLocalServer } from '../../e2e/processes/local-server.ts';
import { measureLayoutShift } from '../../e2e/processes/measure.ts';
import type { Stack } from '../../e2e/processes/stack.ts';

/** Builds the baseline: plain HTML with the same form and styles. Its inline script has a submit listener, which cancels
 * the event, and one input listener for the whole form, which stores the value of the field. */
export async function buildPlainPage(browser: Browser, url: string): Promise<string> {
  const page = await browser.newPage();
  await page.goto(url);
  await page.locator('enquiry-form').getByLabel('First name').waitFor();
  const form = await page.locator('enquiry-form').evaluate(({ shadowRoot }) => {
    const rules = shadowRoot?.adoptedStyleSheets.flatMap(sheet =>
      [...sheet.cssRules].map(({ cssText }) => cssText),
    );
    return `<style>${rules?.join('').replaceAll(':host', '.host')}</style><div class="host">${shadowRoot?.innerHTML.replaceAll(/<!--.*?-->/g, '')}</div>`;
  });
  await page.close();
  return `<!doctype html><html lang="en"><title>Plain</title>${form}<script>
    const form = document.querySelector('form');
    const values = {};
    form.addEventListener('submit', event => event.preventDefault());
    form.addEventListener('input', ({ target }) => { values[target.name] = target.value; });
    window.usableAt = performance.now();
  </script></html>`;
}

/** Builds a page with the element of a proxy and nothing else. */
export const buildWidgetPage = (proxy: string, caseType: string) =>
  `<!doctype html><html lang="en"><title>Widget</title><script type="module" src="${proxy}/enquiry-form.js?case-type=${caseType}"></script><enquiry-form case-type="${caseType}"></enquiry-form></html>`;

/** Builds a page with the prerendered form and nothing else. Its fields and Send need no script, so it is usable when
 * they are there. */
export async function buildPrerenderedPage(stack: Stack, caseType: string): Promise<string> {
  const response = await fetch(`${stack.proxy}/forms/${caseType}/prerendered`);
  return `<!doctype html><html lang="en"><title>Prerendered</title>${await response.text()}<script>window.usableAt = performance.now();</script></html>`;
}

/** Serves one page at a time, compressed as by a web server: the markers in a prerendered form hardly count then. */
export async function startCompressingSite() {
  let current = { body: brotliCompressSync(''), policy: '' };
  const server = await startLocalServer((_, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'content-security-policy': current.policy,
    });
    response.end(current.body);
  });
  return {
    serve(html: string, policy: string): string {
      current = { body: brotliCompressSync(html), policy };
      return `${server.url}/`;
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
 * until something is painted, too. */
export async function measureUsableMs(
  browser: Browser,
  url: string,
): Promise<{ usableMs: number; visibleMs: number }> {
  const page = await openOnSlow4G(browser);
  await page.addInitScript(() => {
    const note = async () => {
      await customElements.whenDefined('enquiry-form');
      const element = document.querySelector('enquiry-form') as
        | (Element & { updateComplete: Promise<unknown> })
        | null;
      await element?.updateComplete;
      if (element?.shadowRoot?.querySelector('form'))
        Object.assign(window, { usableAt: (window as { usableAt?: number }).usableAt ?? performance.now() });
    };
    void note();
  });
  await page.goto(url);
  const measured = await page.waitForFunction(() => {
    const { usableAt } = window as { usableAt?: number };
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return usableAt && paint && { usableMs: usableAt, visibleMs: Math.max(usableAt, paint.startTime) };
  });
  const times = await measured.jsonValue();
  await page.close();
  if (!times) throw new Error(`${url} is never usable`);
  return times;
}

/** Measures the layout shift of a page until its form is ready and has loaded its lazy parts. */
export async function measureShift(browser: Browser, url: string, width: number): Promise<number> {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  // Delays the script, because one that arrives before the first paint would shift nothing.
  await page.route('**/enquiry-form.js*', async route => {
    await new Promise(resolve => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.goto(url);
  await page.locator('enquiry-form[ready]').getByLabel('First name').waitFor();
  await page.waitForLoadState('networkidle');
  const shift = await page.evaluate(measureLayoutShift);
  await page.close();
  return shift;
}
