// Files that change on the disk, connections and servers that misbehave, and pages that remove the form: the
// messages and actions that visitors get.
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pdf } from '../files/documents.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
import { fileRows, pauseRequests, warnsBeforeLeaving } from '../visitor/page-actions.ts';

test('files that change or disappear after they were chosen are reported and not uploaded', async ({
  page,
  stack,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  const [changed, gone, whole] = ['changed.pdf', 'gone.pdf', 'whole.pdf'].map((name, at) => {
    const path = join(folder, name);
    writeFileSync(path, Buffer.concat([pdf().buffer, Buffer.alloc(at)]));
    utimesSync(path, 1, 1); // In the past, because browsers detect changes with a resolution of one second.
    return path;
  });
  try {
    await page.goto(`${stack.site}/house-move.html`);
    const { form, send } = formOn(page);
    await fillHouseMove(page);
    await form.locator('#files').setInputFiles([changed!, gone!, whole!]);
    await expect(fileRows(page).getByText('1 kB')).toHaveCount(3);
    writeFileSync(changed!, 'longer, and not what it was'.padEnd(2_000));
    rmSync(gone!);
    let attempts = 0;
    page.on('request', request => {
      if (request.method() === 'POST' && request.url().endsWith('/attachments')) attempts++;
    });
    await send();
    const message = 'This file changed after you chose it. Choose the file again.';
    await expect(form.getByText(message)).toHaveCount(2);
    await expect(fileRows(page).nth(2)).toContainText('Sent');
    await expect(form.getByRole('button', { name: /^Try again/ })).toHaveCount(0);
    expect(attempts).toBe(3);
    await expect(form.getByRole('status')).toHaveText('1 of 3 files was sent.');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('an upload token is renewed even if the connection fails at first', async ({ page, stack }) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { form, attach, send, receipt } = formOn(page);
  await fillHouseMove(page);
  await attach(pdf());
  const refused: string[] = [];
  await page.route('**/attachments', async route => {
    const headers = await route.request().allHeaders();
    const { authorization = '' } = headers;
    if (!refused.length || refused.includes(authorization)) {
      refused.push(authorization);
      headers.authorization = 'Bearer expired';
    }
    await route.continue({ headers });
  });
  let posts = 0;
  // Expects three requests: the enquiry, a renewal that fails, and another renewal.
  await page.route('**/enquiries', route => (++posts === 2 ? route.abort() : route.continue()));
  await send();
  await expect(receipt).toBeVisible();
  await expect(form.getByText('Sent', { exact: true })).toBeVisible();
  expect(posts).toBe(3);
  expect((await stack.listEnquiries()).map(({ files }) => files.length)).toEqual([1]);
});

test('leaving the page shows a warning while any form on it uploads', async ({ page, stack }) => {
  const resumeRequests = await pauseRequests(page, '**/attachments');
  const tag = (id: string) => `<enquiry-form id="${id}" case-type="matter-1"></enquiry-form>`;
  await page.goto(
    stack.servePage(
      `<!doctype html><title>Two</title><script type="module" src="${stack.proxy}/enquiry-form.js?case-type=matter-1"></script>${tag('one')}${tag('two')}`,
      '',
    ),
  );
  const [one, two] = [formOn(page, '#one'), formOn(page, '#two')];
  await one.fillIn('First name', 'Grace');
  await one.fillIn('Last name', 'Hopper');
  await one.fillIn('Email address', 'grace@example.com');
  await one.fillIn('Mobile number', '07700 900123');
  for (const group of await one.form.getByRole('group').all()) {
    await group.getByRole('radio').or(group.getByRole('checkbox')).first().check();
  }
  await one.attach(pdf());
  await one.send();
  await expect(one.receipt).toBeVisible();
  await two.attach(pdf());
  await expect(two.form.locator('[part=file]')).toContainText('1 kB');
  expect(await warnsBeforeLeaving(page)).toBe(true);
  resumeRequests();
  await expect(one.form.getByText('Sent', { exact: true })).toBeVisible();
  expect(await warnsBeforeLeaving(page)).toBe(false);
});

test("a removed form finishes its uploads, warns until then, and doesn't navigate", async ({
  page,
  stack,
}) => {
  const resumeRequests = await pauseRequests(page, '**/attachments');
  await page.goto(`${stack.site}/house-move.html`);
  const { attach, send, receipt, form } = formOn(page);
  await fillHouseMove(page);
  await form.evaluate(element => {
    element.setAttribute('success-url', '#thanks');
    Object.assign(window, { form: element });
  });
  await attach(pdf());
  await send();
  await expect(receipt).toBeVisible();
  const isSent = page.evaluate(
    () =>
      new Promise(resolve => {
        const { form } = window as unknown as { form: HTMLElement };
        form.addEventListener('attachment-sent', resolve);
        form.remove();
      }),
  );
  expect(await warnsBeforeLeaving(page)).toBe(true);
  resumeRequests();
  await isSent;
  await expect.poll(() => warnsBeforeLeaving(page)).toBe(false);
  expect(page.url()).not.toContain('#thanks');
  // The form navigates once it is inserted again.
  await page.evaluate(() => document.body.append((window as unknown as { form: HTMLElement }).form));
  await page.waitForURL('**#thanks');
});

test('a document that contains a script is refused because of the script, not because of its type', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/house-move.html`);
  const { attach, send } = formOn(page);
  await fillHouseMove(page);
  const scripted = pdf()
    .buffer.toString('latin1')
    .replace('/Type /Catalog', '/Type /Catalog /OpenAction << /S /JavaScript /JS (x) >>');
  await attach({ ...pdf(), buffer: Buffer.from(scripted, 'latin1') });
  await send();
  await expect(fileRows(page)).toContainText(
    'This file contains something we can’t accept, such as a script.',
  );
  await expect(fileRows(page).getByRole('button', { name: 'Try again' })).toHaveCount(0);
});
