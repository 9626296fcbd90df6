// Files that are dragged from another window. Only Chromium can simulate that: in other browsers, inputs accept nothing
// from a drag that a script starts.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { jpeg, pdf, sha256 } from '../files/documents.ts';
import { test as base, expect } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
import { fileRows } from '../visitor/page-actions.ts';

const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'drop-'));
    await use(folder);
    rmSync(folder, { recursive: true });
  },
});

/** Drops files on the drop zone or another part. The position is a fraction of its width and height, 0 to 1. */
async function drop(
  page: Page,
  paths: string[],
  [left, top]: [number, number] = [0.5, 0.5],
  part = 'drop-zone',
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const zone = page.locator(`enquiry-form [part=${part}]`);
  await zone.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await zone.boundingBox())!;
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', {
      type,
      x: x + width * left,
      y: y + height * top,
      data: { items: [], files: paths, dragOperationsMask: 1 },
    });
  }
  await session.detach();
}

test('files dropped anywhere on the drop zone are sent', async ({ page, stack, folder }) => {
  const files = [jpeg(), pdf(), pdf('scan.pdf')];
  files[2]!.buffer = Buffer.concat([files[2]!.buffer, Buffer.from('\n')]);
  const [photo, letter, scan] = files.map(({ name, buffer }) => {
    const path = join(folder, name);
    writeFileSync(path, buffer);
    return path;
  });
  await page.goto(`${stack.site}/house-move.html`);
  // As the first action on the page, while the lazy part for files isn't loaded yet.
  await drop(page, [photo!], [0.02, 0.05]);
  await expect(fileRows(page)).toHaveCount(1);
  await drop(page, [letter!, scan!], [0.98, 0.95]);
  await expect(fileRows(page)).toHaveCount(3);
  await fillHouseMove(page);
  await formOn(page).send();
  await expect(formOn(page).form.getByText(/ · Sent$/)).toHaveCount(3);
  const [enquiry] = await stack.listEnquiries();
  expect(enquiry?.files.map(({ name, sha256 }) => [name, sha256]).sort()).toEqual(
    files.map(({ name, buffer }) => [name, sha256(buffer)]).sort(),
  );
});

test('a dropped folder is refused with advice, and the files beside it are added', async ({
  page,
  stack,
  folder,
}) => {
  mkdirSync(join(folder, 'photos of the car'));
  writeFileSync(join(folder, 'photos of the car', 'front.jpg'), jpeg().buffer);
  writeFileSync(join(folder, 'letter.pdf'), pdf().buffer);
  await page.goto(`${stack.site}/house-move.html`);
  await drop(page, [join(folder, 'photos of the car'), join(folder, 'letter.pdf')]);
  await expect(fileRows(page)).toHaveCount(2);
  const refusal = 'We can’t read this file. If it’s a folder, choose the files inside it.';
  await expect(fileRows(page).filter({ hasText: 'photos of the car' })).toContainText(refusal);
  await expect(formOn(page).form.getByRole('status')).toHaveText('1 file added, 1 can’t be sent.');
  await fillHouseMove(page);
  await formOn(page).send();
  await expect(formOn(page).form.getByText(/ · Sent$/)).toHaveCount(1);
  expect((await stack.listEnquiries())[0]?.files.map(({ name }) => name)).toEqual(['letter.pdf']);
});
