import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../demo/processes.ts';
import { createClient, type Proxies, prepareProxies } from '../processes/proxies.ts';
import { startManualEnquiryApi } from '../stand-ins/manual-enquiry-api.ts';
import { expect, test } from '../test.ts';
import { axeViolations } from '../visitor/axe.ts';
import { playwrightDriver } from '../visitor/playwright-driver.ts';

let api: Awaited<ReturnType<typeof startManualEnquiryApi>>;
let proxies: Proxies;
test.beforeEach(async () => {
  api = await startManualEnquiryApi();
});
test.afterEach(async () => {
  await proxies.stop('SIGKILL');
  await api.stop();
});

for (const javaScriptEnabled of [false, true]) {
  test(`a clerk ${javaScriptEnabled ? 'with' : 'without'} JavaScript decides about a held enquiry`, async ({
    browser,
  }) => {
    const port = await freePort(0);
    proxies = prepareProxies({
      config: { delivery: { on_unknown: 'hold' } },
      settings: {
        ENQUIRY_API_URL: api.url,
        ENQUIRY_API_TIMEOUT_MS: '300',
        ENQUIRY_WAIT_MS: '0',
        ADMIN_PORT: String(port),
      },
    });
    const words = ['proxy/main.ts', 'desk-user', 'ada'];
    const created = await promisify(execFile)(process.execPath, words, { env: proxies.settings });
    const users = join(proxies.folder, 'desk-users');
    writeFileSync(users, created.stdout, { mode: 0o600 });
    const proxy = await proxies.start({ settings: { ENQUIRY_DESK_USERS_FILE: users } });
    const { reference } = await createClient(proxy.url).sendEnquiry();

    const password = created.stderr.trim().split(' ').at(-1)!;
    const context = await browser.newContext({
      javaScriptEnabled,
      httpCredentials: { username: 'ada', password },
    });
    const page = await context.newPage();
    const violations = () => (javaScriptEnabled ? axeViolations(playwrightDriver(page)) : []);
    await page.goto(`http://127.0.0.1:${port}/`);
    const reloadedHeading = async () => {
      await page.reload();
      return await page.getByRole('heading', { level: 1 }).innerText();
    };
    await expect.poll(reloadedHeading).toBe('1 thing needs you');
    expect(await violations()).toEqual([]);
    await page.getByRole('link', { name: 'Decide', exact: true }).press('Enter');
    expect(await violations()).toEqual([]);
    await page.getByRole('link', { name: reference }).press('Enter');
    await expect(page.getByText('ada@example.com', { exact: true })).toBeVisible();
    expect(await violations()).toEqual([]);
    const sent = api.requests.length;
    await page.getByText('Deliver it', { exact: true }).click();
    await page.getByRole('button', { name: 'Deliver' }).press('Enter');
    await expect(page.getByRole('status')).toHaveText('Done: 1.');
    await expect.poll(() => api.requests.length).toBe(sent + 1);
    api.requests.at(-1)!.respond(201, 4711);
    await page.goBack();
    await page.getByRole('link', { name: 'Find' }).click();
    await page.getByLabel('A name').fill('nobody@example.com');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByRole('status')).toContainText('search the back office');
    expect(page.url()).not.toContain('nobody');
    expect(await violations()).toEqual([]);
    await context.close();
  });
}
