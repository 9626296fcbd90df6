// WordPress with the plugin, and without it. Users save with their own rights, through the API of WordPress's editor.
import { type APIRequestContext, request } from '@playwright/test';
import { type RunningStack, startStack } from '../processes/stack.ts';
import { password, startWordPress, type WordPress } from '../processes/wordpress.ts';
import { test as base, beforeRelease, expect } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

interface Sites extends WordPress {
  stack: RunningStack;
}

// One installation is enough, and the last test removes the plugin.
base.describe.configure({ mode: 'default' });

const test = base.extend<object, { sites: Sites }>({
  sites: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
    async ({}, use) => {
      const wordPress = await startWordPress();
      const origins = [wordPress.single, new URL(wordPress.firm).origin];
      const stack = await startStack(config => ({ ...config, origins: [...config.origins, ...origins] }));
      for (const installation of ['single', 'network'] as const)
        await wordPress.runPhp(
          installation,
          `foreach ( is_multisite() ? array( 1, 2 ) : array( 1 ) as $site ) {
            is_multisite() && switch_to_blog( $site );
            update_option( 'enquiry_form_proxy', '${stack.proxy}/' );
          }`,
        );
      await use({ ...wordPress, stack });
      await Promise.all([wordPress.stop(), stack.stop()]);
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

test.beforeEach(({ sites }) => sites.stack.reset());

/** Logs this user in, as the form of wp-login.php does. */
async function logIn(client: APIRequestContext, site: string, user: string): Promise<void> {
  const form = { log: user, pwd: password };
  const response = await client.post(`${site}/wp-login.php`, { form, maxRedirects: 0 });
  expect(response.status()).toBe(302);
}

/** Publishes a post as this user does in the editor. Resolves with its address. */
async function publish(site: string, user: string, content: string): Promise<string> {
  const client = await request.newContext();
  await logIn(client, site, user);
  const nonce = await (await client.get(`${site}/wp-admin/admin-ajax.php?action=rest-nonce`)).text();
  const response = await client.post(`${site}/?rest_route=/wp/v2/posts`, {
    headers: { 'x-wp-nonce': nonce },
    data: { title: 'Moving house', content, status: 'publish' },
  });
  const { link } = await response.json();
  await client.dispose();
  return link;
}

const inParagraph = (html: string) => `<!-- wp:paragraph --><p>${html}</p><!-- /wp:paragraph -->`;
const inShortcodeBlock = (text: string) => `<!-- wp:shortcode -->${text}<!-- /wp:shortcode -->`;

for (const { user, installation, content } of [
  { user: 'editor', installation: 'single', content: inShortcodeBlock },
  { user: 'author', installation: 'firm', content: inParagraph },
] as const) {
  test(
    `the shortcode of an ${user} on a ${installation === 'firm' ? 'network of sites' : 'single site'} is the form`,
    beforeRelease,
    async ({ page, sites }) => {
      const shortcode =
        '[enquiry_form case-type="house-move" campaign="spring & summer"]Call 01632 960001.[/enquiry_form]';
      await page.goto(await publish(sites[installation], user, content(shortcode)));
      const ownPage = `${sites.stack.proxy}/forms/house-move?utm_campaign=spring%20%26%20summer`;
      await expect(page.locator('enquiry-form > a')).toHaveAttribute('href', ownPage);
      const fallback = await page.locator('enquiry-form').evaluate(({ textContent }) => textContent);
      expect(fallback).toBe('Call 01632 960001. Send us an enquiry');
      await fillHouseMove(page);
      await formOn(page).send();
      await expect(formOn(page).receipt).toContainText('Grace');
      expect((await sites.stack.listEnquiries()).map(({ body }) => body)).toEqual([
        expect.objectContaining({ forename: 'Grace', marketing_campaign: 'spring & summer' }),
      ]);
    },
  );
}

for (const hasScript of [false, true]) {
  test(
    `without the plugin, the link of an author ${hasScript ? 'becomes the form if the theme loads the script' : 'opens the form’s own page'}`,
    beforeRelease,
    async ({ page, sites }) => {
      const { proxy } = sites.stack;
      const link = `<a href="${proxy}/forms/house-move?utm_campaign=spring" data-enquiry-form>Ask us</a>`;
      const address = new URL(await publish(sites.firm, 'author', inParagraph(link)));
      if (hasScript) address.searchParams.set('script', `${proxy}/enquiry-form.js`);
      await page.goto(address.href);
      if (!hasScript) await page.getByRole('link', { name: 'Ask us' }).click();
      await fillHouseMove(page);
      await formOn(page).send();
      await expect(formOn(page).receipt).toContainText('Grace');
      expect(page.url().startsWith(hasScript ? sites.firm : proxy)).toBe(true);
      expect((await sites.stack.listEnquiries()).map(({ body }) => body)).toEqual([
        expect.objectContaining({ forename: 'Grace', marketing_campaign: 'spring' }),
      ]);
    },
  );
}

for (const release of ['before 6.5', 'since 6.5']) {
  test(
    `in WordPress ${release}, the forms of a page share one module, whose address is always the same`,
    beforeRelease,
    async ({ page, sites }) => {
      const shortcodes =
        '[enquiry_form case_type=”house-move”] [enquiry_form case-type=callback layout=steps advance]';
      const address = new URL(await publish(sites.firm, 'author', inParagraph(shortcodes)));
      if (release === 'since 6.5') address.searchParams.set('modules', '');
      const requested: string[] = [];
      page.on('request', request => requested.push(request.url()));
      await page.goto(address.href);
      await expect(page.locator('enquiry-form[ready]')).toHaveCount(2);
      await expect(page.locator('enquiry-form[layout=steps][advance]')).toHaveCount(1);
      const { proxy } = sites.stack;
      const script = `${proxy}/enquiry-form.js?case-type=house-move&case-type=callback&lang=en-US`;
      expect(requested.filter(url => url.startsWith(`${proxy}/enquiry-form.js`))).toEqual([script]);
      expect(requested.filter(url => url.startsWith(`${proxy}/case-types`))).toEqual([]);
      const tag = page.locator('script[type=module][data-cfasync=false][data-category=functional]');
      await expect(tag).toHaveAttribute('src', script);
    },
  );
}

test(
  'a shortcode can’t add anything but the form’s attributes to a page',
  beforeRelease,
  async ({ page, sites }) => {
    const shortcode =
      '[enquiry_form case-type="house-move" proxy="https://www.example.com/" onclick="alert(1)" look=\'"&gt;&lt;b&gt;\' success-url="javascript:alert(1)"]';
    await page.goto(await publish(sites.firm, 'author', inParagraph(shortcode)));
    const attributes = await page
      .locator('enquiry-form[ready]')
      .evaluate(form => Object.fromEntries([...form.attributes].map(({ name, value }) => [name, value])));
    expect(attributes).toEqual({ 'case-type': 'house-move', look: '"><b>', 'success-url': '', ready: '' });
  },
);

test(
  'feeds get a link; without a case type, editors get a hint and visitors the content',
  beforeRelease,
  async ({ page, sites }) => {
    const shortcodes = '[enquiry_form case-type="house-move" campaign="R&amp;D"] [enquiry_form]';
    await publish(sites.single, 'editor', inShortcodeBlock(shortcodes));
    const { proxy } = sites.stack;
    const feed = await (await fetch(`${sites.single}/?feed=rss2`)).text();
    expect(feed).toContain(
      `<a href="${proxy}/forms/house-move?utm_campaign=R%26D" data-enquiry-form>Send us an enquiry</a>`,
    );
    expect(feed).not.toContain('<enquiry-form');

    const withContent = '[enquiry_form]Call us on 01632 960001.[/enquiry_form]';
    const incomplete = await publish(sites.single, 'editor', inShortcodeBlock(withContent));
    await page.goto(incomplete);
    await expect(page.getByText('Call us on 01632 960001.')).toBeVisible();
    await expect(page.locator('a[data-enquiry-form]')).toHaveCount(0);
    await expect(page.getByText('Name a case type')).toHaveCount(0);
    await logIn(page.request, sites.single, 'editor');
    await page.goto(incomplete);
    await expect(page.getByText('Name a case type of your config')).toBeVisible();
  },
);

test(
  'a site’s administrator sets the proxy’s address, and deleting the plugin removes it',
  beforeRelease,
  async ({ page, sites }) => {
    const { proxy } = sites.stack;
    await logIn(page.request, sites.firm, 'manager');
    await page.goto(`${sites.firm}/wp-admin/options-general.php`);
    const setting = page.getByLabel('Enquiry Form Proxy (URL)');
    for (const [typed, kept, says] of [
      ['http://forms.example.com/', `${proxy}/`, 'must start with https://'],
      ['https://forms.example.com', 'https://forms.example.com/', 'Settings saved.'],
      [`${proxy}/enquiry-form.js?case-type=house-move`, `${proxy}/`, 'Settings saved.'],
    ] as const) {
      await setting.fill(typed);
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expect(page.getByText(says)).toBeVisible();
      await expect(setting).toHaveValue(kept);
    }

    await sites.runPhp(
      'network',
      `require_once ABSPATH . 'wp-admin/includes/plugin.php'; uninstall_plugin( 'enquiry-form.php' );`,
    );
    await page.reload();
    await expect(setting).toHaveValue('');
    expect(sites.readWarnings().filter(line => /enquiry-form|incorrectly/.test(line))).toEqual([]);
  },
);
