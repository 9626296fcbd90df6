// `npm run bench`: the widget beside the same form in plain HTML, interleaved in one run: read the ratios. Slow 4G
// is 1.6 Mbps and 150 ms a round trip, with the processor slowed four times. "Usable": every field is there and
// Send is listened to, from the start of the navigation.
import { cpus } from 'node:os';
import { type Browser, chromium } from '@playwright/test';
import { chromium as debians } from '../playwright.config.ts';
import { brotliBytes, layoutShift } from '../processes/measure.ts';
import { type Stack, startStack } from '../processes/stack.ts';

const rounds = 7;
const caseTypes = { 'personal-injury': '/', 'house-move': '/house-move.html' };

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The floor: the same form, with the same looks, written out in the page, and an inline script that listens. */
async function plain(browser: Browser, url: string): Promise<string> {
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
    document.querySelector('form').addEventListener('submit', event => event.preventDefault());
    window.usableAt = performance.now();
  </script></html>`;
}

/** The same page with the tag, and nothing else that would take time. */
const bare = (stack: Stack, caseType: string) =>
  `<!doctype html><html lang="en"><title>Ours</title><script type="module" src="${stack.proxy}/enquiry-form.js?case-type=${caseType}"></script><enquiry-form case-type="${caseType}"></enquiry-form></html>`;

async function usableMs(browser: Browser, url: string): Promise<number> {
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
  await page.addInitScript(() => {
    const note = async () => {
      await customElements.whenDefined('enquiry-form');
      const element = document.querySelector('enquiry-form') as
        | (Element & { updateComplete: Promise<unknown> })
        | null;
      await element?.updateComplete;
      if (element?.shadowRoot?.querySelector('form')) Object.assign(window, { usableAt: performance.now() });
    };
    void note();
  });
  await page.goto(url);
  const usable = await page.waitForFunction(() => (window as unknown as { usableAt?: number }).usableAt);
  const ms = Number(await usable.jsonValue());
  await page.close();
  return ms;
}

async function shiftOn(browser: Browser, url: string, width: number): Promise<number> {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  // Late enough to be seen: a script that is there before the first paint shifts nothing.
  await page.route('**/enquiry-form.js*', async route => {
    await new Promise(resolve => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.goto(url);
  await page.locator('enquiry-form').getByLabel('First name').waitFor();
  const shift = await page.evaluate(layoutShift);
  await page.close();
  return shift;
}

const stack = await startStack();
const browser = await chromium.launch(debians.launchOptions);
try {
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, ${rounds} rounds, medians\n`,
  );
  const floor: number[] = [];
  const ours: Record<string, number[]> = {};
  const written = await plain(browser, stack.site);
  const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'";
  for (let round = 0; round < rounds; round++) {
    floor.push(await usableMs(browser, stack.page(written, policy)));
    for (const caseType of Object.keys(caseTypes)) {
      const url = stack.page(
        bare(stack, caseType),
        `default-src 'none'; script-src ${stack.proxy}; connect-src ${stack.proxy}`,
      );
      ours[caseType] = [...(ours[caseType] ?? []), await usableMs(browser, url)];
    }
  }
  console.log(`plain HTML: usable after ${median(floor).toFixed(0)} ms`);
  for (const [caseType, path] of Object.entries(caseTypes)) {
    const ms = median(ours[caseType] ?? []);
    const ratio = (ms / median(floor)).toFixed(2);
    const shifts: string[] = [];
    for (const width of [360, 768, 1280]) {
      shifts.push((await shiftOn(browser, `${stack.site}${path}`, width)).toFixed(4));
    }
    console.log(
      `${caseType}: ${await brotliBytes(`${stack.proxy}/enquiry-form.js?case-type=${caseType}`)} bytes brotli with its definition; usable after ${ms.toFixed(0)} ms, ${ratio} × plain HTML; layout shift ${shifts.join(', ')} at 360, 768, 1280 px`,
    );
  }
} finally {
  await browser.close();
  await stack.stop();
}
