// `npm run bench` compares the widget with the same form in plain HTML and with its peers, in interleaved rounds. Only the
// ratios are comparable between runs. `--rounds 3` shortens it. `--before FOLDER` also measures the widget of another
// checkout in each round.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { fullChromium } from '../../e2e/browsers.ts';
import { startProxy } from '../../e2e/processes/proxies.ts';
import { startStack } from '../../e2e/processes/stack.ts';
import {
  buildPeerPage,
  buildPeers,
  buildPlainPage,
  buildPrerenderedPage,
  buildWidgetPage,
  readForm,
} from './candidates.ts';
import { judge, reporter } from './figures.ts';
import { measureUsableMs, startCompressingSite } from './loading.ts';
import { median } from './statistics.ts';
import { type KeystrokeCost, typingCosts } from './typing.ts';

/** The case types of the demo that are measured, and the pages that show them. The peers have the form of the first. */
const caseTypes = { 'personal-injury': '/?tag', 'house-move': '/house-move.html' };
const typedInto = { 'a text field': '[name=surname]', 'a textarea': 'textarea' };

/** Upper limits. All but nodes and paint are ratios. "Usable" is compared with the bare Lit form, because both
 * load one script; the widget's is 9 kB larger and takes 47 ms longer to load. "Paint" is half a frame, in milliseconds: a
 * key press in plain HTML mostly waits for the next frame. */
const limits = {
  prerendered: 1.15,
  usable: 1.35,
  nodes: 450,
  paint: 8,
  script: 0.75,
  before: 1.05,
};

/** A page that is measured, and what was measured so far. */
interface Candidate {
  name: string;
  url: string;
  /** How many controls can be seen once it is usable. */
  controls: number;
  /** Whether keys are typed into it, too. */
  isTyped: boolean;
  usableMs: number[];
  /** How many nodes its form has then. */
  nodes: number;
  /** By the kind of field. */
  keys: Record<string, KeystrokeCost[]>;
}

const plainName = 'plain HTML';
const litName = 'a bare Lit form';
const reactName = 'react-hook-form';
const widgetName = Object.keys(caseTypes)[0]!;
const beforeName = (caseType: string) => `${caseType} before`;

/** Builds the page of each candidate. */
async function buildCandidates(): Promise<Candidate[]> {
  const form = await readForm(browser, `${stack.site}/?tag`);
  const candidates: Candidate[] = [];
  const add = (name: string, html: string, controls = form.controls, isTyped = true) => {
    const url = site.serve(`/${candidates.length}`, html, policy);
    const keys = Object.fromEntries(Object.keys(typedInto).map(field => [field, []]));
    candidates.push({ name, url, controls, isTyped, usableMs: [], nodes: 0, keys });
  };
  add(plainName, buildPlainPage(form));
  for (const [at, [peer, script]] of (await buildPeers()).entries()) {
    add(peer, buildPeerPage(form, scripts.serve(`/${at}.js`, script)));
    report(`script of ${peer}, brotli`, { result: `${brotliCompressSync(script).length} bytes` });
  }
  for (const [caseType, path] of Object.entries(caseTypes)) {
    const { controls } = await readForm(browser, `${stack.site}${path}`);
    const isTyped = caseType === widgetName;
    add(caseType, buildWidgetPage(stack.proxy, caseType), controls, isTyped);
    if (before) add(beforeName(caseType), buildWidgetPage(before.url, caseType), controls, isTyped);
  }
  return candidates;
}

/** Reports a time of a candidate beside those of plain HTML and two peers, and judges one of the ratios. */
function compare(
  candidates: Candidate[],
  { name }: Candidate,
  measure: string,
  read: (candidate: Candidate) => number[],
  limit?: { beside: string; ratio?: number; moreMs?: number },
): void {
  const medianOf = (each: string) => {
    const found = candidates.find(candidate => candidate.name === each);
    return found && median(read(found));
  };
  const ms = medianOf(name)!; // It is one of them.
  const beside = [plainName, litName, reactName].filter(each => each !== name);
  const ratios = beside.map(each => `${(ms / medianOf(each)!).toFixed(2)} × ${each}`);
  const { ratio: most = 1, moreMs = 0 } = limit ?? {};
  const judged = limit && {
    target: `≤ ${moreMs ? `${moreMs} ms more than` : `${most} ×`} ${limit.beside}`,
    isMet: ms <= most * medianOf(limit.beside)! + moreMs,
  };
  const result = `${ms.toFixed(ms < 10 ? 2 : 0)} ms, ${ratios.join(', ')}`;
  report(`${name}: ${measure}`, { result, ...judged });
  const beforeMs = medianOf(beforeName(name));
  if (beforeMs === undefined) return;
  const ratio = ms / beforeMs;
  const target = `≤ ${limits.before} × the version before`;
  const compared = `${beforeMs.toFixed(2)} ms before, now ${ratio.toFixed(2)} ×`;
  report(`${name}: ${measure}`, { result: compared, target, isMet: ratio <= limits.before });
}

/** Measures when each candidate is usable. */
async function benchLoading(candidates: Candidate[]): Promise<void> {
  // Loads differ more than key presses do, and take less time.
  for (let round = 0; round < 3 * rounds; round++) {
    for (const candidate of candidates) {
      const { usableMs, nodes } = await measureUsableMs(browser, candidate.url, candidate.controls);
      candidate.usableMs.push(usableMs);
      candidate.nodes = nodes;
    }
  }
  for (const candidate of candidates) {
    const { name } = candidate;
    const isWidget = Object.hasOwn(caseTypes, name);
    const limit = isWidget ? { beside: litName, ratio: limits.usable } : undefined;
    compare(candidates, candidate, 'usable', ({ usableMs }) => usableMs, limit);
    const most = name === widgetName ? limits.nodes : undefined;
    report(`${name}: nodes in the form`, judge(candidate.nodes, { most }));
  }
}

/** Measures how soon a prerendered form can be filled in. */
async function benchPrerendered({ controls, url }: Candidate): Promise<void> {
  const prerendered = site.serve('/prerendered', await buildPrerenderedPage(stack, widgetName), policy);
  const [plainMs, prerenderedMs]: [number[], number[]] = [[], []];
  // The difference between the pages is smaller than that between rounds, so more rounds are needed.
  for (let round = 0; round < 12 * rounds + 1; round++) {
    plainMs.push((await measureUsableMs(browser, url, controls)).visibleMs);
    prerenderedMs.push((await measureUsableMs(browser, prerendered, controls)).visibleMs);
  }
  const [ms, ratio] = [median(prerenderedMs), median(prerenderedMs) / median(plainMs)];
  report('prerendered: fields visible and fillable', {
    result: `${ms.toFixed(0)} ms, ${ratio.toFixed(2)} × plain HTML`,
    target: `≤ ${limits.prerendered} × plain HTML`,
    isMet: ratio <= limits.prerendered,
  });
}

/** Measures the cost of a keystroke in each candidate. */
async function benchTyping(all: Candidate[]): Promise<void> {
  const candidates = all.filter(({ isTyped }) => isTyped);
  const fields = Object.keys(typedInto);
  for (let round = 0; round < rounds; round++) {
    for (const { keys, url } of candidates) {
      const costs = await typingCosts(browser, url, Object.values(typedInto));
      for (const [at, field] of fields.entries()) keys[field]!.push(costs[at]!); // One for each field.
    }
  }
  for (const field of fields) {
    for (const candidate of candidates) {
      const isWidget = candidate.name === widgetName;
      const read = (measure: keyof KeystrokeCost) => (each: Candidate) =>
        each.keys[field]!.map(cost => cost[measure]); // Each candidate was typed into.
      for (const [title, measure, bound] of [
        ['key to paint', 'paintMs', { beside: plainName, moreMs: limits.paint }],
        ['script per key', 'scriptMs', { beside: reactName, ratio: limits.script }],
      ] as const)
        compare(candidates, candidate, `${title} in ${field}`, read(measure), isWidget ? bound : undefined);
      if (!isWidget) continue;
      const result = `${median(read('deferredMs')(candidate)).toFixed(2)} ms`;
      report(`${widgetName}: script put off until typing pauses in ${field}, once`, { result });
    }
  }
}

/** Builds the widget of another checkout, whose dependencies are installed, and starts its proxy with its demo's config, so
 * that both versions are measured in the same run. */
async function startVersionBefore(checkout: string) {
  execFileSync('npm', ['run', 'build', '--silent'], { cwd: checkout, stdio: 'inherit' });
  const config = JSON.parse(readFileSync(join(checkout, 'demo/enquiry.config.json'), 'utf8'));
  return await startProxy({
    program: join(checkout, 'proxy/main.ts'),
    config: { ...config, origins: [site.url] },
    settings: { ENQUIRY_API_URL: stack.apiUrl },
  });
}

const report = reporter('widget');
const { values } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true, // The name of the benchmark.
  options: { before: { type: 'string' }, rounds: { type: 'string', default: '5' } },
});
const rounds = Number(values.rounds);
const [site, scripts] = [await startCompressingSite(), await startCompressingSite()];
const stack = await startStack(config => ({ ...config, origins: [...config.origins, site.url] }));
const before = values.before === undefined ? undefined : await startVersionBefore(values.before);
const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' ${[scripts.url, stack.proxy, before ? before.url : ''].join(' ')}; connect-src ${stack.proxy} ${before ? before.url : ''}; form-action ${stack.proxy}`;
const browser = await chromium.launch(fullChromium.launchOptions);
try {
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, ${rounds} rounds, medians\n`,
  );
  const candidates = await buildCandidates();
  await benchLoading(candidates);
  await benchPrerendered(candidates[0]!); // Plain HTML is the first.
  await benchTyping(candidates);
} finally {
  await browser.close();
  if (before) await before.stop();
  await Promise.all([stack.stop(), site.stop(), scripts.stop()]);
}
