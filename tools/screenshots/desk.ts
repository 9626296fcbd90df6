// The desk with enquiries that a person must decide about, and counts of a week in which one day was quiet.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser } from '@playwright/test';
import { pino } from 'pino';
import { freePort } from '../../demo/processes.ts';
import { prepareProxies } from '../../e2e/processes/proxies.ts';
import { hourMs } from '../../proxy/contract/durations.ts';
import { openStoreBeside } from '../../proxy/outbox/outbox.ts';
import { exampleCreateBody, newEnquiry } from '../testing/proxy/outbox.ts';
import { validSettings } from '../testing/proxy/settings.ts';

const heldCount = 5;

/** Takes a picture of the desk's first page. */
export async function shootDesk(browser: Browser, path: string): Promise<void> {
  const port = await freePort(20_000);
  const proxies = prepareProxies({
    settings: { ADMIN_PORT: String(port), ENQUIRY_DESK_TRUSTED_HEADER: 'X-Forwarded-User' },
  });
  try {
    await proxies.start();
    const dataFolder = join(proxies.folder, 'data');
    const settings = validSettings({ ENQUIRY_DATA: dataFolder });
    const { outbox } = await openStoreBeside(settings.store, Date.now, pino({ level: 'silent' }));
    for (let n = 0; n < heldCount; n += 1) {
      const suspicion = { signals: ['link_in_name'], score: 6 };
      await outbox.intake.add({ ...newEnquiry(n), content: exampleCreateBody, state: 'held', suspicion });
    }
    await outbox.close();
    fillIn(new DatabaseSync(join(dataFolder, 'outbox.db')));
    const page = await browser.newPage({
      viewport: { width: 960, height: 1_000 },
      extraHTTPHeaders: { 'x-forwarded-user': 'ada' },
    });
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.locator('body').screenshot({ path });
    await page.close();
  } finally {
    await proxies.stop();
  }
}

/** Gives two enquiries another cause, and adds the counts of a week. */
function fillIn(database: DatabaseSync): void {
  database.exec(`update deliveries set held_cause = 'refused', suspicion = null, created_at = created_at - ${5 * hourMs}
    where id in (select id from deliveries order by id limit 2)`);
  const add = database.prepare('insert into hourly_counts values (?, ?, ?, ?, ?)');
  const now = Date.now() - (Date.now() % hourMs);
  for (let ago = 0; ago < 7 * 24; ago += 1) {
    const hour = now - ago * hourMs;
    const time = new Date(hour).getUTCHours();
    const served = Math.round(30 * Math.max(0, Math.sin(((time - 6) / 16) * Math.PI))) + 1 + (ago % 3);
    const accepted = ago >= 72 && ago < 96 ? 0 : Math.round(served / 3);
    const steps = {
      served,
      accepted,
      'delivered 5': accepted - (accepted > 6 ? 1 : 0),
      'delivered 60': accepted > 6 ? 1 : 0,
    };
    for (const [step, amount] of Object.entries(steps)) add.run(hour, step, '', '', amount);
  }
  database.close();
}
