import { type Browser, type CDPSession, expect, type Page } from '@playwright/test';

/** The costs of one keystroke in milliseconds, with the processor slowed four times. */
export interface KeystrokeCost {
  /** From the keydown event's time stamp to the first task after the next frame was rendered: the median of a text. */
  paintMs: number;
  /** Processor time of the page's scripts while typing: the mean of a text. */
  scriptMs: number;
  /** Processor time of the work that the page puts off until typing pauses: once for a text, not per keystroke. */
  deferredMs: number;
}

const text = 'we hit the kerb and it went over';
const keyPauseMs = 40;
/** Longer than the pause in typing that a draft is saved in. */
const settleMs = 1_500;

/** Measures typing into a field of a form, on a separate page. `selector` may match a field in a shadow root. */
export async function typingCost(browser: Browser, url: string, selector: string): Promise<KeystrokeCost> {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  // Thread time, because wall-clock time counts other processes on a busy machine.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url);
  const field = page.locator(selector).locator('visible=true').first();
  await field.click();
  await type(page, 'first keys'); // Loads the lazy part, starts the draft and warms up the compiler.
  await page.waitForTimeout(2 * settleMs);

  const before = await scriptSeconds(session);
  await type(page, text);
  const typed = await scriptSeconds(session);
  await page.waitForTimeout(settleMs);
  const settled = await scriptSeconds(session);

  await page.evaluate(observePaints);
  await type(page, text);
  await page.waitForTimeout(settleMs);
  const paintsMs = await page.evaluate(() => (window as unknown as { paintsMs: number[] }).paintsMs);
  expect(await field.inputValue()).toBe(`first keys${text}${text}`);
  expect(paintsMs).toHaveLength(text.length);
  await page.close();
  return {
    paintMs: paintsMs.sort((a, b) => a - b)[Math.floor(paintsMs.length / 2)] ?? 0,
    scriptMs: ((typed - before) * 1_000) / text.length,
    deferredMs: (settled - typed) * 1_000,
  };
}

async function type(page: Page, keys: string): Promise<void> {
  await page.keyboard.type(keys, { delay: keyPauseMs });
}

async function scriptSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
}

/** Runs in the page: collects the time from each key to the frame that shows it. */
function observePaints(): void {
  const paintsMs: number[] = [];
  Object.assign(window, { paintsMs });
  const onKey = ({ timeStamp }: KeyboardEvent) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => paintsMs.push(performance.now() - timeStamp);
      port2.postMessage(undefined);
    });
  addEventListener('keydown', onKey, { capture: true });
}
