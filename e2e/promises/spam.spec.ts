// An enquiry that may be spam needs a proof of work. It's delivered with a mark, or with "suspects": "hold" only
// if the operator releases it. The real proxy decides, and the visitor notices nothing.
import type { Page } from '@playwright/test';
import { pdf } from '../files/documents.ts';
import { type Stack, startStack } from '../processes/stack.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

/** Records the statuses of the proxy's responses to enquiries. */
function noteStatuses(page: Page): number[] {
  const statuses: number[] = [];
  page.on('response', response => {
    if (response.request().method() === 'POST' && response.url().endsWith('/enquiries'))
      statuses.push(response.status());
  });
  return statuses;
}

/** Sends an enquiry with a file that is a suspect even with a proof, and waits for the receipt. */
async function sendSuspect(page: Page, { site }: Stack): Promise<void> {
  await page.goto(`${site}/house-move.html`);
  const { form, fillIn, attach, send, receipt } = formOn(page);
  await fillHouseMove(page);
  await fillIn('Last name', 'www.spam.example');
  await attach(pdf());
  await send();
  await expect(receipt).toBeVisible({ timeout: 30_000 });
  await expect(form.getByText('Sent', { exact: true })).toBeVisible();
}

test('a suspect gets the ordinary receipt, and arrives at once with its file and a mark', async ({
  page,
  stack,
}) => {
  const statuses = noteStatuses(page);
  await sendSuspect(page, stack);
  await expect.poll(() => statuses).toEqual([403, 201]);
  const [enquiry] = await stack.listEnquiries();
  expect(enquiry?.meta).toContainEqual({
    id: 'suspected_spam',
    label: 'Possible spam',
    value: expect.stringContaining('link_in_name'),
  });
  expect(enquiry?.files).toMatchObject([{ name: 'police report.pdf' }]);
});

test('with "suspects": "hold", a suspect gets the ordinary receipt, and arrives once with its file if the operator releases it', async ({
  page,
}) => {
  const stack = await startStack(config => ({ ...config, spam: { suspects: 'hold' } }));
  try {
    const statuses = noteStatuses(page);
    await sendSuspect(page, stack);
    await expect.poll(() => statuses).toEqual([403, 202]);
    expect(await stack.countRequests()).toBe(0);
    expect(await stack.runCommand('outbox', 'list', '--state', 'held')).toContain('link_in_name');

    await stack.runCommand('outbox', 'release', '--all', '--yes');
    await expect
      .poll(async () => (await stack.listEnquiries())[0]?.files, { timeout: 30_000 })
      .toMatchObject([{ name: 'police report.pdf' }]);
    expect(await stack.countCreateRequests()).toBe(1);
    expect(await stack.runCommand('outbox', 'list', '--state', 'held')).toContain('There are no');
  } finally {
    await stack.stop();
  }
});
