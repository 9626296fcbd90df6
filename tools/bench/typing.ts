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
const keyPauseMs = 30;
/** Longer than the pause in typing that a draft is saved in. */
const settleMs = 1_250;

/** Measures typing into some fields of a form, one after the other, on a separate page. The selectors may match fields in
 * a shadow root. Resolves with the costs in each field. */
export async function typingCosts(
  browser: Browser,
  url: string,
  selectors: string[],
): Promise<KeystrokeCost[]> {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  // Thread time, because wall-clock time counts other processes on a busy machine.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url);
  const costs: KeystrokeCost[] = [];
  for (const selector of selectors) {
    const field = page.locator(selector).locator('visible=true').first();
    await field.click();
    await type(page, 'first keys'); // Loads the lazy part, starts the draft and warms up the compiler.
    await page.waitForTimeout(settleMs);

    await page.evaluate(observePaints);
    await type(page, text);
    const paintsMs = await page.evaluate(endObservation);
    expect(paintsMs).toHaveLength(text.length);
    const before = await scriptSeconds(session);
    await type(page, text);
    const typed = await scriptSeconds(session);
    await page.waitForTimeout(settleMs);
    const settled = await scriptSeconds(session);
    expect(await field.inputValue()).toBe(`first keys${text}${text}`);
    costs.push({
      paintMs: paintsMs.sort((a, b) => a - b)[Math.floor(paintsMs.length / 2)] ?? 0,
      scriptMs: ((typed - before) * 1_000) / text.length,
      deferredMs: (settled - typed) * 1_000,
    });
  }
  await page.close();
  return costs;
}

async function type(page: Page, keys: string): Promise<void> {
  await page.keyboard.type(keys, { delay: keyPauseMs });
}

async function scriptSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
}

/** What `observePaints` leaves in the page. */
interface Observed {
  paintsMs: number[];
  onKey(event: KeyboardEvent): void;
}

/** Runs in the page: collects the time from each key to the frame that shows it. */
function observePaints(): void {
  const paintsMs: number[] = [];
  const onKey = ({ timeStamp }: KeyboardEvent) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => paintsMs.push(performance.now() - timeStamp);
      port2.postMessage(undefined);
    });
  Object.assign(window, { paintsMs, onKey } satisfies Observed);
  addEventListener('keydown', onKey, { capture: true });
}

/** Runs in the page: resolves with the times once the last key is shown, and collects no more. */
function endObservation(): Promise<number[]> {
  const { onKey, paintsMs } = window as unknown as Observed;
  removeEventListener('keydown', onKey, { capture: true });
  return new Promise(resolve => requestAnimationFrame(() => setTimeout(() => resolve(paintsMs), 100)));
}
