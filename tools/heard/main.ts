// `npm run heard` makes a journey through the form with Orca in English in each browser, and in Arabic in Firefox, and writes
// what is said to docs/accessibility/. Words after `--`, such as `firefox-ar`, limit it to these journeys. `--check` compares
// with these files instead, and fails if something else is said in every attempt.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startStack } from '../../e2e/processes/stack.ts';
import { type BrowserName, browsers } from './browsers.ts';
import {
  caseType,
  chooseMatter,
  endingCaseType,
  fillInInSteps,
  fillInOnOnePage,
  fillInWithChannel,
} from './journey.ts';
import { servePage } from './page.ts';
import { startScreenReader } from './screen-reader.ts';
import { diffTranscripts } from './transcript.ts';
import { startVisit } from './visit.ts';

const journeys: [BrowserName, lang: string][] = [
  ['chromium', 'en'],
  ['firefox', 'en'],
  ['firefox', 'ar'],
];
const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean' } },
  allowPositionals: true,
});
/** How often a journey is made at most, because on a busy machine, a key may be lost, and Orca may miss an event or report
 * one twice. */
const maxAttempts = 3;
/** What runs, to be stopped in reverse order. */
const running = new AsyncDisposableStack();

/** Adds the journeys' case types to the demo's config, and offers the demo's form about work in every language: a form is in
 * a language that its label has. */
function withJourney(config: object): object {
  const { case_types } = config as { case_types: { employment: object } }; // The demo's config has it.
  const employment = { ...case_types.employment, label: caseType.label };
  return { ...config, case_types: { ...case_types, employment, journey: caseType, abroad: endingCaseType } };
}

/** Makes sure that something that has started is stopped with the others, or now if they have been stopped meanwhile. */
async function keep(processes: AsyncDisposableStack, stop: () => Promise<unknown>): Promise<void> {
  if (processes.disposed) await stop();
  processes.defer(async () => void (await stop())); // Throws if the others have been stopped.
}

/** Makes the journey, and repeats it if it fails or if something else is said than in the file to compare with. */
async function hear(browserName: BrowserName, lang: string, file?: string): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      const lines = await hearOnce(browserName, lang);
      const faults = file ? diffTranscripts(readFileSync(file, 'utf8').trimEnd().split('\n'), lines) : [];
      if (faults.length === 0) return lines;
      console.log(faults.join('\n'));
      throw new Error('something else is said');
    } catch (error) {
      if (running.disposed || attempt === maxAttempts) throw error;
      console.error(`${browserName} ${lang}: attempt ${attempt} of ${maxAttempts} failed.`, error);
    }
  }
}

async function hearOnce(browserName: BrowserName, lang: string): Promise<string[]> {
  const lines: string[] = [];
  await using processes = running.use(new AsyncDisposableStack());
  const stack = await startStack(withJourney);
  await keep(processes, stack.stop);
  const reader = await startScreenReader();
  await keep(processes, reader.stop);
  const browser = await browsers[browserName](reader.env);
  await keep(processes, () => browser.close());
  const page = await browser.newPage({ viewport: null });
  const visit = startVisit(page, reader, lines);
  try {
    const journeys = [
      { caseType: 'journey', layout: 'page', fillIn: fillInOnOnePage },
      { caseType: 'journey', layout: 'steps', fillIn: fillInInSteps },
      { caseType: 'employment', layout: 'page', fillIn: fillInWithChannel },
      { caseType: 'abroad journey', layout: 'page', fillIn: chooseMatter },
    ] as const;
    for (const { fillIn, ...form } of journeys) {
      await visit.open(servePage(stack, { ...form, lang }));
      await fillIn(page, visit);
      await page.unrouteAll();
      await page.evaluate(() => sessionStorage.clear()); // Another visitor: neither a draft nor a receipt.
    }
  } catch (error) {
    if (!processes.disposed) console.error(lines.slice(-20).join('\n'));
    throw error;
  }
  return lines;
}

/** Makes a journey. Writes its transcript or compares it with the committed one. */
async function record(browserName: BrowserName, lang: string): Promise<void> {
  const file = `docs/accessibility/heard-${browserName}-${lang}.txt`;
  const startedAtMs = Date.now();
  const lines = await hear(browserName, lang, values.check ? file : undefined);
  if (!values.check) writeFileSync(file, `${lines.join('\n')}\n`);
  const seconds = Math.round((Date.now() - startedAtMs) / 1_000);
  console.log(`${file}: ${values.check ? 'unchanged' : 'written'} (${seconds} s)`);
}

/** Makes all journeys at once, because most of the time is spent waiting until Orca has nothing more to say. */
async function recordAll(): Promise<void> {
  const isWanted = ([browserName, lang]: (typeof journeys)[number]) =>
    positionals.length === 0 || positionals.includes(`${browserName}-${lang}`);
  await Promise.all(
    journeys.filter(isWanted).map(([browserName, lang]) =>
      record(browserName, lang).catch(error => {
        if (running.disposed) throw error;
        console.error(`${browserName} ${lang}: failed, and the other journeys go on.`, error);
        process.exitCode = 1;
      }),
    ),
  );
}

const finished = recordAll();
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, async () => {
    isInterrupted = true;
    await running.disposeAsync();
    // A program that was being started is stopped as soon as it runs.
    await Promise.race([finished.catch(() => {}), new Promise(resolve => setTimeout(resolve, 10_000))]);
    process.exit(130);
  });
}
try {
  await finished;
} catch (error) {
  if (!isInterrupted) throw error;
} finally {
  await running.disposeAsync();
}
