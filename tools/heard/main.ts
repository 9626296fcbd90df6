// `npm run heard` makes a journey through the form with Orca in each browser and language. It writes what is said in English,
// and in Arabic in Firefox, to docs/accessibility/. `--browser` and `--lang` limit it (comma-separated). `--check` compares
// with these files instead, and fails if something else is said in every attempt. The other recordings are written to
// release/heard: they must have each message that is heard in English, in their language.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startStack } from '../../e2e/processes/stack.ts';
import { type BrowserName, browsers } from './browsers.ts';
import { heardMessages, messagesOf } from './catalogue.ts';
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

/** The recordings that are committed, and the others. */
const [committed, uncommitted] = ['docs/accessibility', 'release/heard'];
const isCommitted = (browserName: BrowserName, lang: string) =>
  lang === 'en' || (lang === 'ar' && browserName === 'firefox');
const { values } = parseArgs({
  options: { browser: { type: 'string' }, lang: { type: 'string' }, check: { type: 'boolean' } },
});
const browserNames = select('browser', Object.keys(browsers)) as BrowserName[];
const languages = select('lang', Object.keys(caseType.label));
/** How many screen readers run at once, each with a display of its own. */
const maxSessions = 4;
/** How often a journey is made at most, because on a busy machine, a key may be lost, and Orca may miss an event or report
 * one twice. */
const maxAttempts = 3;
/** What runs, to be stopped in reverse order. */
const running = new AsyncDisposableStack();

/** The names in a comma-separated option. Default: all. */
function select(option: 'browser' | 'lang', all: string[]): string[] {
  const names = values[option]?.split(',') ?? all;
  const unknown = names.find(name => !all.includes(name));
  if (!unknown) return names;
  console.error(`--${option} ${unknown} is unknown. There are: ${all.join(', ')}.`);
  process.exit(2);
}

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

/** Makes the journey, and repeats it if it fails or if `findFaults` returns a line. */
async function hear(
  browserName: BrowserName,
  lang: string,
  findFaults: (lines: string[]) => string[] | Promise<string[]>,
): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      const lines = await hearOnce(browserName, lang);
      const faults = await findFaults(lines);
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

const readCommitted = (name: string) => readFileSync(`${committed}/${name}`, 'utf8').trimEnd().split('\n');

/** The messages that are heard in English, and not in this transcript. */
async function findUnheard(browserName: BrowserName, lang: string, lines: string[]): Promise<string[]> {
  const [english, own] = [await messagesOf('en'), await messagesOf(lang)];
  const heard = heardMessages(lines, own);
  const inEnglish = heardMessages(readCommitted(`heard-${browserName}-en.txt`), english);
  return [...inEnglish.difference(heard)].map(key => `${browserName} ${lang}: not heard: ${key}`);
}

/** Makes a journey. Writes its transcript or compares it with the committed one. */
async function record(browserName: BrowserName, lang: string): Promise<void> {
  const name = `heard-${browserName}-${lang}.txt`;
  const startedAtMs = Date.now();
  const kept = isCommitted(browserName, lang);
  const lines = await hear(browserName, lang, heard => {
    if (!kept) return findUnheard(browserName, lang, heard);
    return values.check ? diffTranscripts(readCommitted(name), heard) : [];
  });
  const file = `${kept ? committed : uncommitted}/${name}`;
  const isUnchanged = kept && values.check;
  if (!isUnchanged) writeFileSync(file, `${lines.join('\n')}\n`);
  const seconds = Math.round((Date.now() - startedAtMs) / 1_000);
  console.log(`${file}: ${isUnchanged ? 'unchanged' : 'written'} (${seconds} s)`);
}

/** Makes all journeys, several at once, because most of the time is spent waiting until Orca has nothing more to say. */
async function recordAll(): Promise<void> {
  for (const folder of [committed, uncommitted]) mkdirSync(folder, { recursive: true });
  const journeys = languages.flatMap(lang => browserNames.map(browserName => [browserName, lang] as const));
  const recordNext = async () => {
    for (let next = journeys.shift(); next; next = journeys.shift()) {
      const [browserName, lang] = next;
      await record(browserName, lang).catch(error => {
        if (running.disposed) throw error;
        console.error(`${browserName} ${lang}: failed, and the other journeys go on.`, error);
        process.exitCode = 1;
      });
    }
  };
  await Promise.all(Array.from({ length: maxSessions }, recordNext));
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
