// Helpers for sending photos with the house-move form.
import { expect, type Page } from '@playwright/test';
import type { TestFile } from '../files/documents.ts';
import type { Stack } from '../processes/stack.ts';
import { fillHouseMove, formOn } from './form.ts';
import { fileRows } from './page-actions.ts';

/** Serves the form with limits that differ from the proxy's. */
export async function serveWithLimits(page: Page, limits: Record<string, unknown>): Promise<void> {
  await page.route('**/enquiry-form.js*', async route => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/("attachments":)(\{"max_files"[^}]*\})/g, (_, key, is) => {
      return key + JSON.stringify({ ...JSON.parse(is), ...limits });
    });
    await route.fulfill({ response, body });
  });
}

/** Sends the short form with these files. Resolves with the text of their rows and the files that arrived. */
export async function sendWithFiles(page: Page, stack: Stack, ...files: TestFile[]) {
  const { attach, send, form, receipt } = formOn(page);
  await fillHouseMove(page);
  await attach(...files);
  await expect(fileRows(page)).toHaveCount(files.length);
  await expect(form.getByText('Preparing…')).toHaveCount(0);
  const rows = await fileRows(page).allInnerTexts();
  await send();
  await expect(receipt).toBeVisible();
  await expect(form.getByText(/ · Sent$/)).toHaveCount(files.length);
  const [enquiry] = await stack.listEnquiries();
  const arrived = (enquiry?.files ?? []).map(async ({ id, name, mime }) => {
    return { name, mime, buffer: await stack.downloadFile({ id }) };
  });
  return { rows, arrived: await Promise.all(arrived) };
}
