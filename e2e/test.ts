// `test` and `expect` for every spec. A fixture starts only when a test uses it. The evidence of a failed test is kept
// in a folder, whose path is in the error message.
import { writeFileSync } from 'node:fs';
import { test as base, expect, type TestInfo, type TestType } from '@playwright/test';
import { processOutputSince, recordProcessOutput } from '../demo/process-output.ts';
import { type RunningStack, type Stack, startStack } from './processes/stack.ts';
import { startThrottledConnection, type ThrottledConnection } from './stand-ins/throttled-connection.ts';
import { playwrightDriver } from './visitor/playwright-driver.ts';
import { type Visitor, visitorWith } from './visitor/visitor.ts';

recordProcessOutput();

/** Marks tests that only `npm run test:all` runs: more sizes, colours, browsers or time for a promise of which `npm test`
 * tests the rest. */
export const beforeRelease = { tag: '@release' };

/** What tests get, by name. */
export interface Fixtures {
  evidence: undefined;
  /** The whole product, without enquiries and faults at the start of each test. */
  stack: Stack;
  /** A connection to the stack's proxy that can be slowed down and cut. */
  connection: ThrottledConnection;
  /** A visitor in the project's browser. */
  visitor: Visitor;
}

/** `test` for a suite that runs in every browser engine. */
export type VisitorTest = TestType<Pick<Fixtures, 'stack' | 'connection' | 'visitor'>, object>;

export const test = base.extend<Fixtures, { runningStack: RunningStack }>({
  evidence: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
    async ({}, use, testInfo) => {
      const startedAtMs = Date.now();
      await use(undefined);
      if (testInfo.status !== testInfo.expectedStatus) keepProcessOutput(testInfo, startedAtMs);
    },
    { auto: true },
  ],
  runningStack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
    async ({}, use) => {
      const running = await startStack();
      await use(running);
      await running.stop();
    },
    { scope: 'worker' },
  ],
  stack: async ({ runningStack }, use) => {
    await runningStack.reset();
    await use(runningStack);
  },
  connection: async ({ stack }, use) => {
    const connection = await startThrottledConnection(stack.proxy);
    await use(connection);
    await connection.stop();
  },
  visitor: async ({ page }, use) => use(visitorWith(playwrightDriver(page))),
});
export { expect };

/** Writes the output of each process to the test's folder, beside its trace and screenshot, and names the folder. */
function keepProcessOutput(testInfo: TestInfo, startedAtMs: number): void {
  for (const { name, pid, text } of processOutputSince(startedAtMs)) {
    const path = testInfo.outputPath(`${name}-${pid}.log`);
    writeFileSync(path, text);
    testInfo.attachments.push({ name: `output of ${name}`, contentType: 'text/plain', path });
  }
  testInfo.errors.push({ message: `Evidence: ${testInfo.outputDir}` });
}
