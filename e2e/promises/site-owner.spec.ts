// A site owner's first ten minutes: the five steps of docs/embedding.md, with the config, commands and tag written there.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemo } from '../processes/demo.ts';
import { startPageServer } from '../processes/page-server.ts';
import { expect, test } from '../test.ts';
import { axeViolations } from '../visitor/axe.ts';
import { formOn } from '../visitor/form.ts';
import { playwrightDriver } from '../visitor/playwright-driver.ts';

const documented = readFileSync('docs/embedding.md', 'utf8');
const [steps = ''] = /^## Add it to your site in five steps$.*?^## /ms.exec(documented) ?? [];

/** The code of the first block in this language. */
function codeOf(language: string): string {
  const [, code = ''] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(steps) ?? [];
  return code;
}

/** Runs the documented demo in a folder, with the address of the page in place of the documented one. */
function runDemo(folder: string, origin: string) {
  const [, words = ''] = /^npx enquiry-form demo (.*)$/m.exec(steps) ?? [];
  const args = words.replace('http://localhost:3000', origin).split(' ');
  const env = { ...process.env, INIT_CWD: folder, DEMO_DATA: join(folder, 'data') };
  return startDemo(['demo/start.ts', ...args, '--no-build'], { env });
}

test('the documented five steps lead to a form on the site owner’s page, whose enquiry arrives', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'site-owner-'));
  writeFileSync(join(folder, 'enquiry.config.json'), codeOf('json'));
  const site = await startPageServer();
  const demo = await runDemo(folder, site.url);
  const proxy = demo.addressOf('Proxy');
  try {
    for (const setting of ['ENQUIRY_API_URL=http', 'ENQUIRY_API_USERNAME=', 'ENQUIRY_API_PASSWORD='])
      expect(demo.printed).toContain(setting);

    // The page with the site owner's form has the documented tag, with the number of the config.
    const tag = codeOf('html').trim().replaceAll('http://127.0.0.1:8080', proxy);
    const shown = page.frameLocator('iframe');
    await page.goto(demo.addressOf('Your forms'));
    await expect(shown.getByRole('heading', { name: 'Book a boiler repair' })).toBeVisible();
    const printed = await page.locator('pre:visible').innerText();
    const withoutContact = (text: string) => text.trim().replace(/^ *<p>.*\n/m, '');
    expect(withoutContact(printed)).toBe(withoutContact(tag));
    expect(printed).toContain('01632 960001');
    expect(await axeViolations(playwrightDriver(page))).toEqual([]);
    await page.getByRole('link', { name: 'Steps' }).click();
    await expect(shown.getByRole('heading', { name: /Step 1 of 4/ })).toBeVisible();
    expect(await axeViolations(playwrightDriver(page))).toEqual([]);

    await page.goto(site.servePage(`<!doctype html><html lang="en"><title>Boilers</title>${tag}`, ''));
    const { field, fillIn, choose, receipt, send } = formOn(page);
    await fillIn('First name', 'Ada');
    await fillIn('Last name', 'Byron');
    await fillIn('Email address', 'ada@example.com');
    await choose('What’s wrong?', 'The boiler leaks');
    await expect(field('When did the leak start?')).toBeVisible();
    await send();
    await expect(receipt).toBeVisible();
    const { enquiries } = (await (await fetch(`${demo.addressOf('Inbox')}.json`)).json()) as {
      enquiries: { body: { forename: string; case_type: string } }[];
    };
    expect(enquiries.map(({ body }) => body)).toMatchObject([
      { forename: 'Ada', case_type: 'boiler-repair' },
    ]);
  } finally {
    await demo.stop();
    await site.stop();
    rmSync(folder, { recursive: true });
  }
});
