// A change of the config on the live page, before the running proxy uses it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { pdf } from '../files/documents.ts';
import { type RunningStack, type Stack, startStack } from '../processes/stack.ts';
import { test as base, expect } from '../test.ts';
import { axeViolations } from '../visitor/axe.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
import { playwrightDriver } from '../visitor/playwright-driver.ts';
import { visitorWith } from '../visitor/visitor.ts';

const newQuestion = 'Do you need a survey?';
const ribbonText = 'Test: nothing will be delivered';

/** The path of the config on disk. */
let configPath: string;
/** The running config. */
let running: { case_types: Record<string, { questions: object[] }> };

/** `test` with a proxy whose config can be changed on disk. */
const test = base.extend<object, { runningStack: RunningStack }>({
  runningStack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'preview-'));
      configPath = join(folder, 'enquiry.config.json');
      const stack = await startStack(
        config => {
          running = config;
          writeFileSync(configPath, JSON.stringify(running));
          return config;
        },
        { ENQUIRY_CONFIG: configPath },
      );
      await use(stack);
      await stack.stop();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
});
test.beforeEach(({ stack: _ }) => writeFileSync(configPath, JSON.stringify(running)));

/** Adds a question to the config on disk. Resolves with the address of a page with the preview. */
async function preview(stack: Stack, page: string): Promise<string> {
  const changed = structuredClone(running);
  changed.case_types['house-move']!.questions.push({
    id: 'survey',
    type: 'yes_no',
    label: { en: newQuestion, cy: 'Oes angen arolwg?' },
  });
  writeFileSync(configPath, JSON.stringify(changed));
  return (await stack.runCommand('preview', '--page', page, '--case-type', 'house-move')).trim();
}

const newQuestionIn = (form: Locator) => form.getByRole('group', { name: newQuestion });

test('a preview shows the new question on the live page, and what is sent from it is a test', async ({
  page,
  context,
  stack,
}) => {
  const live = `${stack.site}/house-move.html`;
  const published = await (await fetch(`${stack.proxy}/case-types/house-move`)).json();
  await page.goto(await preview(stack, live));
  const { form, choose, attach, send, receipt } = formOn(page);
  const ribbon = form.locator('[part=test-ribbon]');
  await expect(newQuestionIn(form)).toBeVisible();
  await expect(ribbon).toHaveText(ribbonText);
  expect(await axeViolations(visitorWith(playwrightDriver(page)))).toEqual([]);

  // Meanwhile, a visitor opens the page and sends the form as it was.
  const visitorPage = await context.newPage();
  const lookups: string[] = [];
  visitorPage.on('request', request => lookups.push(request.url()));
  await visitorPage.goto(live);
  await fillHouseMove(visitorPage, 'Ada');
  const visitorForm = formOn(visitorPage);
  await expect(newQuestionIn(visitorForm.form)).toHaveCount(0);
  await visitorForm.send();
  await expect(visitorForm.receipt).toBeVisible();
  expect(lookups.filter(url => /case-types|test-links|test-mode/.test(url))).toEqual([]);

  await fillHouseMove(page);
  await choose(newQuestion, 'Yes');
  await attach(pdf());
  await send();
  await expect(receipt).toBeVisible();
  await expect(form.getByText('Sent', { exact: true })).toBeVisible();
  await page.reload();
  await expect(receipt).toBeVisible();
  await expect(ribbon).toHaveText(ribbonText);
  const tests = (await stack.runCommand('outbox', 'list', '--state', 'test', '--json')).trim().split('\n');
  const { reference } = JSON.parse(tests[0]!);
  const [shown = ''] = (await stack.runCommand('outbox', 'show', reference, '--json')).split('\n');
  expect(JSON.parse(shown).content).toMatchObject({
    forename: 'Grace',
    meta: expect.arrayContaining([{ id: 'survey', label: newQuestion, value: 'yes' }]),
  });
  expect((await stack.listEnquiries()).map(({ body }) => body.forename)).toEqual(['Ada']);
  expect(await (await fetch(`${stack.proxy}/case-types/house-move`)).json()).toEqual(published);
});
