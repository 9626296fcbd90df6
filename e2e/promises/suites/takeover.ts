// A visitor types into the proxy's page while its script arrives, and moves between its controls. Every browser engine
// runs this suite.

import { createRandom, isComplete, seed } from '../../../tools/testing/random.ts';
import { type LateScript, startLateScript } from '../../stand-ins/late-script.ts';
import { expect, type VisitorTest } from '../../test.ts';
import type { Visitor } from '../../visitor/visitor.ts';

/** How often the keys are typed, in tests of ten times each. */
const tests = isComplete ? 3 : 1;
const timesPerTest = isComplete ? 10 : 3;

const letters = 'abcdefghij klmnopqrst uvwxyz';
/** 200 keys, of which one that is lost, repeated or moved is noticed. */
const keys = Array.from({ length: 200 }, (_, at) => letters[(at * 3) % letters.length]).join('');

/** The control that keys are typed into: a name, an email address that isn't complete, or a story. */
const names = ['forename', 'email', 'answers.what-happened'];

/** The state of a control, as the page reports it. */
interface ControlState {
  value: string;
  isFocused: boolean;
  caret: number | null;
  isTakenOver: boolean;
}

/** Runs in the page: puts the caret between two words in a control, and lets the script arrive. */
function begin({ name, script, scriptMs }: { name: string; script: string; scriptMs: number }): void {
  const root = document.querySelector('enquiry-form')?.shadowRoot;
  const control = root?.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (!control) throw new Error(`no ${name}`);
  sessionStorage.clear(); // It has the draft of the previous round.
  control.focus();
  control.value = 'beforeafter';
  // Email addresses have no selection.
  if (control.selectionStart !== null) control.setSelectionRange(6, 6);
  else control.value = '';
  setTimeout(() => {
    const element = document.createElement('script');
    element.type = 'module';
    element.src = script;
    document.head.append(element);
  }, scriptMs);
}

/** Runs in the page: puts the focus and the caret where the visitor was typing. */
function goBack({ name, caret }: { name: string; caret: number }): void {
  const root = document.querySelector('enquiry-form')?.shadowRoot;
  const control = root?.querySelector<HTMLInputElement>(`[name="${name}"]`);
  control?.focus();
  if (control?.type !== 'email') control?.setSelectionRange(caret, caret);
}

/** Runs in the page. */
function readControl(name: string): ControlState {
  const root = document.querySelector('enquiry-form')?.shadowRoot;
  const control = root?.querySelector<HTMLInputElement>(`[name="${name}"]`);
  return {
    value: control?.value ?? '',
    isFocused: !!control && root?.activeElement === control,
    caret: control?.selectionStart ?? null,
    isTakenOver: !!root?.querySelector('form:not([action])'),
  };
}

/** How long the keys took to type the last time. */
let typingMs = 1_000;

/** Types the keys while the script arrives. */
async function typeMeanwhile(
  visitor: Visitor,
  late: LateScript,
  { name, random }: { name: string; random: () => number },
): Promise<void> {
  await visitor.open(`${late.url}/forms/personal-injury?lang=en`);
  const scriptMs = (random() * typingMs) / 2;
  late.partMs = (random() * typingMs) / 2;
  await visitor.run(begin, { name, script: late.script, scriptMs });
  const startMs = performance.now();
  const isEmail = name === 'email';
  const leaveAndComeBack = async (typed: number) => {
    await visitor.tab();
    await visitor.run(goBack, { name, caret: 6 + typed });
  };
  for (let typed = 0; typed < keys.length; typed += 50) {
    await visitor.type(keys.slice(typed, typed + 50));
    await leaveAndComeBack(typed + 50);
  }
  typingMs = performance.now() - startMs;
  const times = `script after ${scriptMs} ms, part after ${late.partMs} ms`;
  const read = () => visitor.run(readControl, name);
  const isTakenOver = async () => {
    await leaveAndComeBack(keys.length);
    return (await read()).isTakenOver;
  };
  await expect.poll(isTakenOver, times).toBe(true);
  expect(await read(), times).toEqual({
    value: isEmail ? keys : `before${keys}after`,
    isFocused: true,
    caret: isEmail ? null : 6 + keys.length,
    isTakenOver: true,
  });
}

export function takeoverSuite(test: VisitorTest): void {
  for (let round = 1; round <= tests; round++) {
    test(`no key is lost, repeated or moved while the script arrives, ${timesPerTest} times: ${round}`, async ({
      visitor,
      stack,
    }) => {
      test.setTimeout(180_000);
      const random = createRandom(seed + round);
      const late = await startLateScript(stack.proxy);
      for (let time = 0; time < timesPerTest; time++)
        await typeMeanwhile(visitor, late, { name: names[time % names.length]!, random });
      await late.stop();
    });
  }
}
