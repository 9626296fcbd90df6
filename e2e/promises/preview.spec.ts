// A change of the config on the live page, before the running proxy uses it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { pdf } from '../files/documents.ts';
import { startStack } from '../processes/stack.ts';
import { expect, test } from '../test.ts';
import { axeViolations } from '../visitor/axe.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
import { playwrightDriver } from '../visitor/playwright-driver.ts';

const newQuestion = 'Do you need a survey?';
const ribbonText = 'Test: nothing will be delivered';
const newQuestionIn = (form: Locator) => form.getByRole('group', { name: newQuestion });

test('a preview shows the new question on the live page, and what is sent from it is a test', async ({
  page,
  context,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'preview-'));
  const configPath = join(folder, 'enquiry.config.json');
  const stack = await startStack(
    config => {
      writeFileSync(configPath, JSON.stringify(config));
      return config;
    },
    { ENQUIRY_CONFIG: configPath },
  );
  try {
    const live = `${stack.site}/house-move.html`;
    const published = await (await fetch(`${stack.proxy}/case-types/house-move`)).json();
    const changed = JSON.parse(readFileSync(configPath, 'utf8'));
    const label = { en: newQuestion, cy: 'Oes angen arolwg?' };
    changed.case_types['house-move'].questions.push({ id: 'survey', type: 'yes_no', label });
    writeFileSync(configPath, JSON.stringify(changed));
    await page.goto(await stack.runCommand('preview', '--page', live, '--case-type', 'house-move'));
    const { form, choose, attach, send, receipt } = formOn(page);
    const ribbon = form.locator('[part=test-ribbon]');
    await expect(newQuestionIn(form)).toBeVisible();
    await expect(ribbon).toHaveText(ribbonText);
    expect(await axeViolations(playwrightDriver(page))).toEqual([]);

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
  } finally {
    await stack.stop();
    rmSync(folder, { recursive: true });
  }
});
