// `npm run bench` compares the widget with the same form in plain HTML, in interleaved rounds. Only the ratios are
// comparable between runs. `--before FOLDER` also measures the widget of another checkout in each round.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { fullChromium } from '../../e2e/browsers.ts';
import { brotliBytes } from '../../e2e/processes/measure.ts';
import { startStack } from '../../e2e/processes/stack.ts';
import { median, verdict } from './floods/statistics.ts';
import {
  buildPlainPage,
  buildPrerenderedPage,
  buildWidgetPage,
  measureShift,
  measureUsableMs,
  startCompressingSite,
} from './loading.ts';
import { countLostKeys, typedKeys } from './takeover.ts';
import { type KeystrokeCost, typingCost } from './typing.ts';
import { startVersionBefore } from './version-before.ts';

const rounds = 5;
/** The two pages differ by less than the rounds. */
const prerenderedRounds = 21;
const caseTypes = { 'personal-injury': '/tag.html', 'house-move': '/house-move.html' };

/** Upper limits. The last five are ratios: to plain HTML, and to the version before. */
const targets = {
  bytes: 16_000,
  layoutShift: 0.01,
  prerendered: 1.05,
  usable: 1.6,
  paint: 1.1,
  script: 1.5,
  before: 1.05,
};
const typedInto = { 'a text field': '[name=surname]', 'a textarea': 'textarea' };

/** Compares a time with that of the version before; empty without one. */
function compareWithBefore(ms: number, before: number[]): string {
  if (!before.length) return '';
  const ratio = ms / median(before);
  return `, ${ratio.toFixed(2)} × the version before (${median(before).toFixed(2)} ms) ${verdict(ratio, targets.before)}`;
}

/** Prints the size, the time until usable and the layout shift of each case type. */
async function benchLoading(
  servePlain: () => string,
  serveWidget: (caseType: string, proxy: string) => string,
): Promise<void> {
  const measure = async (url: string) => (await measureUsableMs(browser, url)).usableMs;
  const plainMs: number[] = [];
  const times = Object.entries(caseTypes).map(([caseType, path]) => ({
    caseType,
    path,
    nowMs: [] as number[],
    beforeMs: [] as number[],
  }));
  for (let round = 0; round < rounds; round++) {
    plainMs.push(await measure(servePlain()));
    for (const { caseType, nowMs, beforeMs } of times) {
      nowMs.push(await measure(serveWidget(caseType, stack.proxy)));
      if (before) beforeMs.push(await measure(serveWidget(caseType, before.proxy)));
    }
  }
  console.log(`plain HTML: usable after ${median(plainMs).toFixed(0)} ms`);
  for (const { caseType, path, nowMs, beforeMs } of times) {
    const bytes = await brotliBytes(`${stack.proxy}/enquiry-form.js?case-type=${caseType}`);
    const ms = median(nowMs);
    const ratio = ms / median(plainMs);
    const shifts = await measureShifts(path);
    console.log(`${caseType}:
  ${bytes} bytes brotli with the definition ${verdict(bytes, targets.bytes)}
  usable after ${ms.toFixed(0)} ms, ${ratio.toFixed(2)} × plain HTML ${verdict(ratio, targets.usable)}${compareWithBefore(ms, beforeMs)}
  layout shift ${describeShifts(shifts)} ${verdict(Math.max(...shifts), targets.layoutShift)}`);
  }
}

/** Prints how soon a prerendered form can be filled in, and what its visitors notice of the script. */
async function benchPrerendered(plain: string, policy: string): Promise<void> {
  const html = {
    plain,
    prerendered: await buildPrerenderedPage(stack, 'personal-injury'),
  };
  const policies = {
    plain: policy,
    prerendered: `${policy} ${stack.proxy}; connect-src ${stack.proxy}; form-action ${stack.proxy}`,
  };
  const site = await startCompressingSite();
  const times: Record<keyof typeof html, number[]> = { plain: [], prerendered: [] };
  for (let round = 0; round < prerenderedRounds; round++) {
    for (const page of ['plain', 'prerendered'] as const) {
      const { visibleMs } = await measureUsableMs(browser, site.serve(html[page], policies[page]));
      times[page].push(visibleMs);
    }
  }
  await site.stop();
  const [ms, plainMs] = [median(times.prerendered), median(times.plain)];
  const shifts = await measureShifts('/');
  const lost = await countLostKeys(browser, `${stack.site}/`);
  console.log(`personal-injury, prerendered:
  fields visible and fillable after ${ms.toFixed(0)} ms, plain HTML ${plainMs.toFixed(0)} ms, ${(ms / plainMs).toFixed(2)} × ${verdict(ms / plainMs, targets.prerendered)}, at the median of ${prerenderedRounds} rounds with compressed pages
  layout shift ${describeShifts(shifts)} ${verdict(Math.max(...shifts), 0)}
  ${lost} of ${typedKeys} keys lost that were typed while the script arrived ${verdict(lost, 0)}`);
}

async function measureShifts(path: string): Promise<number[]> {
  const shifts: number[] = [];
  for (const width of [360, 768, 1280])
    shifts.push(await measureShift(browser, `${stack.site}${path}`, width));
  return shifts;
}

const describeShifts = (shifts: number[]) =>
  `${shifts.map(shift => shift.toFixed(4)).join(', ')} at 360, 768, 1280 px`;

/** Prints the cost of a keystroke. */
async function benchTyping(servePlain: () => string, serveWidget: (proxy: string) => string): Promise<void> {
  for (const [field, selector] of Object.entries(typedInto)) {
    const plainCosts: KeystrokeCost[] = [];
    const widgetCosts: KeystrokeCost[] = [];
    const beforeCosts: KeystrokeCost[] = [];
    for (let round = 0; round < rounds; round++) {
      plainCosts.push(await typingCost(browser, servePlain(), selector));
      widgetCosts.push(await typingCost(browser, serveWidget(stack.proxy), selector));
      if (before) beforeCosts.push(await typingCost(browser, serveWidget(before.proxy), selector));
    }
    const line = (measure: keyof KeystrokeCost, target: number) => {
      const [ms, plainMs] = [widgetCosts, plainCosts].map(costs => median(costs.map(cost => cost[measure])));
      const ratio = ms! / plainMs!;
      return `${ms!.toFixed(2)} ms, plain HTML ${plainMs!.toFixed(2)} ms, ${ratio.toFixed(2)} × ${verdict(ratio, target)}${compareWithBefore(
        ms!,
        beforeCosts.map(cost => cost[measure]),
      )}`;
    };
    const deferredMs = median(widgetCosts.map(cost => cost.deferredMs));
    console.log(`typing into ${field}:
  key to paint ${line('paintMs', targets.paint)}
  script per key ${line('scriptMs', targets.script)}
  script put off until typing pauses ${deferredMs.toFixed(2)} ms, once`);
  }
}

const { values } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true, // The name of the benchmark.
  options: { before: { type: 'string' } },
});
const stack = await startStack();
const before =
  values.before && (await startVersionBefore(values.before, stack, new URL(stack.servePage('', '')).origin));
const browser = await chromium.launch(fullChromium.launchOptions);
try {
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, ${rounds} rounds, medians\n`,
  );
  const policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
  const html = await buildPlainPage(browser, `${stack.site}/tag.html`);
  // The stack serves one page at a time, so each one is set just before it is opened.
  const servePlain = () => stack.servePage(html, policy);
  const serveWidget = (caseType: string, proxy: string) =>
    stack.servePage(
      buildWidgetPage(proxy, caseType),
      `default-src 'none'; script-src ${proxy}; connect-src ${proxy}`,
    );
  await benchLoading(servePlain, serveWidget);
  await benchPrerendered(html, policy);
  await benchTyping(servePlain, proxy => serveWidget('personal-injury', proxy));
} finally {
  await browser.close();
  if (before) await before.stop();
  await stack.stop();
}
