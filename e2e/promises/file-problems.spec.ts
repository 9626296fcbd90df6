import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pdf } from '../files/documents.ts';
import { expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';
import { fileRows } from '../visitor/page-actions.ts';

test('a file that changes or disappears after the choice is sent as it was', async ({ page, stack }) => {
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
    await expect(form.getByRole('status')).toHaveText('All 3 files were sent.');
    expect(attempts).toBe(3);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
