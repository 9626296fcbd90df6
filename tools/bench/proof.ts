// Measures how long a visitor waits for a proof of work, from the challenge until the enquiry is sent with the proof, and
// the longest task in this time, which blocks the page. Uses Chromium with the processor slowed four times.
import { type Browser, chromium } from '@playwright/test';
import { fullChromium } from '../../e2e/browsers.ts';
import { sampleValuesAttribute } from '../../e2e/pages/house-move-page.ts';
import { startStack } from '../../e2e/processes/stack.ts';
import { formOn } from '../../e2e/visitor/form.ts';
import { judge, report } from './figures.ts';
import { median } from './statistics.ts';

const slowdown = 4;
/** The times vary from none at all to twice the median, because the solution is a random number. */
const rounds = 21;
/** Upper limits. */
const targets = { medianMs: 1_000, longestTaskMs: 50 };

interface Wait {
  ms: number;
  /** The page's longest task in this time. 0 if none took 50 ms. */
  longestTaskMs: number;
}

/** Runs in the page. Records when requests with an enquiry are sent and answered, and tasks of at least 50 ms. */
function watchPage(): void {
  const requests: { sentAt: number; answeredAt?: number }[] = [];
  const tasks: { startedAt: number; ms: number }[] = [];
  const fetchOfPage = fetch;
  window.fetch = async (...request) => {
    if (!String(request[0]).endsWith('/enquiries')) return await fetchOfPage(...request);
    const times: (typeof requests)[number] = { sentAt: performance.now() };
    requests.push(times);
    const response = await fetchOfPage(...request);
    times.answeredAt = performance.now();
    return response;
  };
  const observer = new PerformanceObserver(list => {
    for (const { startTime, duration } of list.getEntries())
      tasks.push({ startedAt: startTime, ms: duration });
  });
  observer.observe({ entryTypes: ['longtask'] });
  Object.assign(window, { watched: { requests, tasks } });
}

/** Runs in the page. Returns the wait between the challenge and the proof. */
function readWait(): Wait {
  const { requests, tasks } = (window as unknown as { watched: Record<string, Record<string, number>[]> })
    .watched;
  const challengedAt = requests![0]!.answeredAt!;
  const provedAt = requests![1]!.sentAt!;
  const during = tasks!.filter(
    ({ startedAt, ms }) => startedAt! + ms! > challengedAt && startedAt! < provedAt,
  );
  return { ms: provedAt - challengedAt, longestTaskMs: Math.max(0, ...during.map(({ ms }) => ms!)) };
}

async function measureWait(browser: Browser, address: string): Promise<Wait> {
  const page = await browser.newPage();
  await page.addInitScript(watchPage);
  await page.goto(address);
  const { receipt, send } = formOn(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await send();
  await receipt.waitFor();
  const wait = await page.evaluate(readWait);
  await page.close();
  return wait;
}

const stack = await startStack(config => ({ ...config, spam: { proof: 'always', suspects: 'deliver' } }));
const browser = await chromium.launch(fullChromium.launchOptions);
try {
  const address = stack.servePage(
    `<!doctype html><html lang="en"><title>Proof</title>
    <enquiry-form case-type="house-move" ${sampleValuesAttribute}></enquiry-form>
    <script type="module" src="${stack.proxy}/enquiry-form.js?case-type=house-move"></script>`,
    '',
  );
  const waits: Wait[] = [];
  for (let round = 0; round < rounds; round++) waits.push(await measureWait(browser, address));
  const medianMs = median(waits.map(({ ms }) => ms));
  const slowestMs = Math.max(...waits.map(({ ms }) => ms));
  const longestTaskMs = Math.max(...waits.map(wait => wait.longestTaskMs));
  const benchmark = 'proof of work';
  report({
    benchmark,
    measure: `wait until the enquiry has its proof, at the median of ${rounds}, processor slowed ${slowdown} times`,
    ...judge(medianMs, { unit: 'ms', most: targets.medianMs }),
  });
  report({ benchmark, measure: 'longest wait', result: `${slowestMs.toFixed(0)} ms` });
  report({
    benchmark,
    measure: 'longest task of the page in this time; 0 if none took 50 ms',
    ...judge(longestTaskMs, { unit: 'ms', most: targets.longestTaskMs }),
  });
} finally {
  await browser.close();
  await stack.stop();
}
