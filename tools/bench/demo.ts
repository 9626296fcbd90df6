// `npm run bench -- demo` measures how long it takes until an edit of the config is seen in the demo.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromium as options } from '../../e2e/browsers.ts';
import { startDemo } from '../../e2e/processes/demo.ts';
import { judge, reporter } from './figures.ts';
import { median, quantile } from './statistics.ts';

const edits = 50;
const limitMs = 1_000;

const folder = mkdtempSync(join(tmpdir(), 'bench-demo-'));
const path = join(folder, 'mine.json');
const textWith = (label: string) =>
  JSON.stringify({
    origins: [],
    case_types: { repair: { label, questions: [{ id: 'what', type: 'text', label: 'What?' }] } },
  });
/** In place, and as editors replace a file. */
const ways = [
  (text: string) => writeFileSync(path, text),
  (text: string) => {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  },
];

writeFileSync(path, textWith('Edit 0'));
const env = { ...process.env, DEMO_DATA: join(folder, 'data') };
const demo = await startDemo(['demo/start.ts', '--config', path, '--no-build'], { env });
const browser = await chromium.launch(options.launchOptions);
try {
  const page = await browser.newPage();
  await page.goto(demo.addressOf('Your forms'));
  const heading = page.frameLocator('iframe').getByRole('heading', { level: 2 });
  const seenAfterMs: number[] = [];
  for (let edit = 1; edit <= edits; edit++) {
    await heading.filter({ hasText: `Edit ${edit - 1}` }).waitFor();
    const startedAt = performance.now();
    ways[edit % ways.length]!(textWith(`Edit ${edit}`));
    await heading.filter({ hasText: new RegExp(`^Edit ${edit}$`) }).waitFor();
    seenAfterMs.push(performance.now() - startedAt);
  }
  const report = reporter('demo');
  report(`from an edit to sight, p50 of ${edits}`, judge(median(seenAfterMs), { unit: 'ms' }));
  report(
    `from an edit to sight, p95 of ${edits}`,
    judge(quantile(seenAfterMs, 0.95), { unit: 'ms', most: limitMs }),
  );
} finally {
  await browser.close();
  await demo.stop();
  rmSync(folder, { recursive: true });
}
