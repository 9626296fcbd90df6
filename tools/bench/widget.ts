// `npm run bench` compares the widget with the same form in plain HTML, in interleaved rounds. Only the ratios are
// comparable between runs.
import { cpus } from 'node:os';
import { type Browser, chromium } from '@playwright/test';
import { fullChromium } from '../../e2e/browsers.ts';
import { brotliBytes, measureLayoutShift } from '../../e2e/processes/measure.ts';
import { type Stack, startStack } from '../../e2e/processes/stack.ts';
import { median, verdict } from './floods/statistics.ts';
import { type KeystrokeCost, typingCost } from './typing.ts';

const rounds = 5;
const caseTypes = { 'personal-injury': '/', 'house-move': '/house-move.html' };

/** Upper limits. The last three are ratios to plain HTML. */
const targets = { bytes: 12_600, layoutShift: 0.01, usable: 1.6, paint: 1.1, script: 1.5 };
const typedInto = { 'a text field': '[name=surname]', 'a textarea': 'textarea' };

/** Builds the baseline: plain HTML with the same form and styles. Its inline script has a submit listener, which cancels
 * the event, and one input listener for the whole form, which stores the value of the field. */
async function buildPlainPage(browser: Browser, url: string): Promise<string> {
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

/** Builds a page with the element and nothing else. */
const buildWidgetPage = (stack: Stack, caseType: string) =>
  `<!doctype html><html lang="en"><title>Widget</title><script type="module" src="${stack.proxy}/enquiry-form.js?case-type=${caseType}"></script><enquiry-form case-type="${caseType}"></enquiry-form></html>`;

/** Measures the time from the start of the navigation until every field is present and Send works, on slow 4G (1.6 Mbps,
 * 150 ms round trip) with the processor slowed four times. */
async function measureUsableMs(browser: Browser, url: string): Promise<number> {
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

async function measureShift(browser: Browser, url: string, width: number): Promise<number> {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  // Delays the script, because one that arrives before the first paint would shift nothing.
  await page.route('**/enquiry-form.js*', async route => {
    await new Promise(resolve => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.goto(url);
  await page.locator('enquiry-form').getByLabel('First name').waitFor();
  const shift = await page.evaluate(measureLayoutShift);
  await page.close();
  return shift;
}

/** Prints the size, the time until usable and the layout shift of each case type. */
async function benchLoading(
  servePlain: () => string,
  serveWidget: (caseType: string) => string,
): Promise<void> {
  const plainMs: number[] = [];
  const widgetMs: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round++) {
    plainMs.push(await measureUsableMs(browser, servePlain()));
    for (const caseType of Object.keys(caseTypes)) {
      widgetMs[caseType] = [
        ...(widgetMs[caseType] ?? []),
        await measureUsableMs(browser, serveWidget(caseType)),
      ];
    }
  }
  console.log(`plain HTML: usable after ${median(plainMs).toFixed(0)} ms`);
  for (const [caseType, path] of Object.entries(caseTypes)) {
    const bytes = await brotliBytes(`${stack.proxy}/enquiry-form.js?case-type=${caseType}`);
    const ms = median(widgetMs[caseType] ?? []);
    const ratio = ms / median(plainMs);
    const shifts: number[] = [];
    for (const width of [360, 768, 1280])
      shifts.push(await measureShift(browser, `${stack.site}${path}`, width));
    console.log(`${caseType}:
  ${bytes} bytes brotli with the definition ${verdict(bytes, targets.bytes)}
  usable after ${ms.toFixed(0)} ms, ${ratio.toFixed(2)} × plain HTML ${verdict(ratio, targets.usable)}
  layout shift ${shifts.map(shift => shift.toFixed(4)).join(', ')} at 360, 768, 1280 px ${verdict(Math.max(...shifts), targets.layoutShift)}`);
  }
}

/** Prints the cost of a keystroke. */
async function benchTyping(servePlain: () => string, serveWidget: () => string): Promise<void> {
  for (const [field, selector] of Object.entries(typedInto)) {
    const plainCosts: KeystrokeCost[] = [];
    const widgetCosts: KeystrokeCost[] = [];
    for (let round = 0; round < rounds; round++) {
      plainCosts.push(await typingCost(browser, servePlain(), selector));
      widgetCosts.push(await typingCost(browser, serveWidget(), selector));
    }
    const line = (measure: keyof KeystrokeCost, target: number) => {
      const [ms, plainMs] = [widgetCosts, plainCosts].map(costs => median(costs.map(cost => cost[measure])));
      const ratio = ms! / plainMs!;
      return `${ms!.toFixed(2)} ms, plain HTML ${plainMs!.toFixed(2)} ms, ${ratio.toFixed(2)} × ${verdict(ratio, target)}`;
    };
    const deferredMs = median(widgetCosts.map(cost => cost.deferredMs));
    console.log(`typing into ${field}:
  key to paint ${line('paintMs', targets.paint)}
  script per key ${line('scriptMs', targets.script)}
  script put off until typing pauses ${deferredMs.toFixed(2)} ms, once`);
  }
}

const stack = await startStack();
const browser = await chromium.launch(fullChromium.launchOptions);
try {
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, ${rounds} rounds, medians\n`,
  );
  const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'";
  const html = await buildPlainPage(browser, stack.site);
  // The stack serves one page at a time, so each one is set just before it is opened.
  const servePlain = () => stack.servePage(html, policy);
  const serveWidget = (caseType: string) =>
    stack.servePage(
      buildWidgetPage(stack, caseType),
      `default-src 'none'; script-src ${stack.proxy}; connect-src ${stack.proxy}`,
    );
  await benchLoading(servePlain, serveWidget);
  await benchTyping(servePlain, () => serveWidget('personal-injury'));
} finally {
  await browser.close();
  await stack.stop();
}
