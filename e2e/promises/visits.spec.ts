// attribution.js remembers the visit on pages without a form.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Page } from '@playwright/test';
import { fullChromium } from '../browsers.ts';
import { sampleValuesAttribute } from '../pages/house-move-page.ts';
import type { Stack } from '../processes/stack.ts';
import { beforeRelease, expect, test } from '../test.ts';
import { fillHouseMove, formOn } from '../visitor/form.ts';

const key = 'enquiry-attribution';

/** Serves a site with this script tag on every page, and a form on `/form`. Returns its address. */
function serveSite({ proxy, servePage }: Stack, scriptTag: string, attribution = 'session'): string {
  const form = `<script type="module" src="${proxy}/enquiry-form.js?case-type=house-move"></script><enquiry-form case-type="house-move" attribution="${attribution}"></enquiry-form>`;
  const onForm = `if (location.pathname === '/form') document.write(${JSON.stringify(form).replaceAll('</', '<\\/')})`;
  return servePage(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Site</title><link rel="icon" href="data:,"><a href="/form">Form</a>${scriptTag}<script>${onForm}</script>`,
    '',
  );
}

/** Follows the link to the form and sends it. Resolves with the enquiry that has arrived. */
async function sendFromForm(page: Page, stack: Stack) {
  await page.getByRole('link', { name: 'Form' }).click();
  await fillHouseMove(page);
  await formOn(page).send();
  await expect(formOn(page).receipt).toBeVisible();
  const [enquiry] = await stack.listEnquiries();
  const values = Object.fromEntries(enquiry!.meta.map(({ id, value }) => [id, value]));
  return { ...values, ...enquiry!.body } as Record<string, unknown>;
}

const storedIn = (page: Page, storage: 'localStorage' | 'sessionStorage') =>
  page.evaluate(([name, key]) => window[name].getItem(key), [storage, key] as const);

const tags: [kind: string, tag: (proxy: string) => string][] = [
  ['without attributes', proxy => `<script src="${proxy}/attribution.js"></script>`],
  ['with async', proxy => `<script async src="${proxy}/attribution.js"></script>`],
  ['with defer', proxy => `<script defer src="${proxy}/attribution.js"></script>`],
  [
    'that another script inserts',
    proxy =>
      `<script>document.head.append(Object.assign(document.createElement('script'), { src: '${proxy}/attribution.js' }))</script>`,
  ],
];
for (const [kind, tag] of tags) {
  const when = /^with (async|defer)$/.test(kind) ? beforeRelease : {};
  test(`a script tag ${kind} remembers the first page of a visit`, when, async ({ page, stack }) => {
    const site = serveSite(stack, tag(stack.proxy));
    await page.goto(`${site}landing?utm_campaign=spring&gclid=click&email=ada@example.com`, {
      referer: 'https://search.example/results?q=secret',
    });
    await expect.poll(() => storedIn(page, 'sessionStorage')).toContain('click');
    expect(await sendFromForm(page, stack)).toMatchObject({
      marketing_campaign: 'spring',
      marketing_lead_referer: 'https://search.example/results',
      attribution_gclid: 'click',
      attribution_landing_page: `${site}landing`,
    });
    expect(await storedIn(page, 'sessionStorage')).not.toMatch(/ada|secret/);
    expect(await storedIn(page, 'localStorage')).toBeNull();
  });
}

test('the script doesn’t throw without storage, in a sandbox, if it runs twice, or with malformed events', async ({
  page,
  stack,
}) => {
  const errors: Error[] = [];
  page.on('pageerror', error => errors.push(error));
  const tag = `<script src="${stack.proxy}/attribution.js"></script>`;
  const odd = `<script>for (const detail of [undefined, null, 'all', { attribution: 1 }]) document.dispatchEvent(new CustomEvent('enquiry-consent', { detail })); document.dispatchEvent(new Event('enquiry-consent'));</script>`;
  const signal = `<script>for (const attribution of [true, false]) document.dispatchEvent(new CustomEvent('enquiry-consent', { detail: { attribution } }));</script>`;
  const inSandbox = `${tag}${tag}${odd}${signal}<p>ran</p>`.replaceAll('"', '&quot;');
  const full = `<script>Storage.prototype.setItem = () => { throw new Error('full') }</script>`;
  const site = serveSite(
    stack,
    `<img name="currentScript"><img name="currentScript">${tag}${tag}${odd}${full}${tag}${signal}<iframe sandbox="allow-scripts" srcdoc="${inSandbox}"></iframe>`,
  );
  await page.goto(`${site}landing?gclid=%E0%A4%A`);
  await expect(page.frameLocator('iframe').getByText('ran')).toBeVisible();
  expect(errors).toEqual([]);
});

/** Runs on every page. The landing page has two others prerendered, and opens one of them when both are ready. That one sends
 * its form when it is opened, with what it knows about being prerendered as the last name. */
const prerenders = () => {
  const consent = () =>
    document.dispatchEvent(new CustomEvent('enquiry-consent', { detail: { attribution: true } }));
  const form = document.querySelector<HTMLElement & { values: object; submit(): void }>('enquiry-form')!;
  const isPrerendered = Reflect.get(document, 'prerendering') === true;
  addEventListener('load', () => {
    consent();
    if (location.pathname !== '/landing') return;
    const urls = ['/offer?utm_campaign=offer&gclid=offer', '/form'];
    const textContent = JSON.stringify({ prerender: [{ urls, eagerness: 'immediate' }] });
    document.head.append(
      Object.assign(document.createElement('script'), { type: 'speculationrules', textContent }),
    );
    addEventListener('storage', () => {
      if (localStorage.getItem('/offer') && localStorage.getItem('/form')) location.href = '/form';
    });
  });
  if (!isPrerendered) return;
  new MutationObserver(() => localStorage.setItem(location.pathname, 'ready')).observe(form, {
    attributes: true,
  });
  document.addEventListener('prerenderingchange', () => {
    form.values = { surname: `Ready ${form.hasAttribute('ready')}` };
    form.submit();
  });
};

test('a page that the browser prerenders, and that nobody opens, isn’t a part of the visit', async ({
  stack,
}, testInfo) => {
  const site = stack.servePage(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Site</title><link rel="icon" href="data:,">
    <script src="${stack.proxy}/attribution.js" data-attribution="persist"></script>
    <script type="module" src="${stack.proxy}/enquiry-form.js?case-type=house-move"></script>
    <enquiry-form case-type="house-move" attribution="persist" ${sampleValuesAttribute}></enquiry-form>
    <script>(${prerenders})()</script>`,
    '',
  );
  // Chromium prerenders nothing while it is driven, so the pages do everything themselves.
  const { executablePath, args } = fullChromium.launchOptions;
  const profile = `--user-data-dir=${testInfo.outputPath('profile')}`;
  const landing = `${site}landing?utm_campaign=spring`;
  const browser = spawn(executablePath, [...args, '--headless=new', profile, landing], {
    stdio: 'ignore',
    detached: true,
  });
  const ended = once(browser, 'exit');
  try {
    await expect.poll(async () => (await stack.listEnquiries()).length).toBe(1);
  } finally {
    process.kill(-browser.pid!);
    await ended;
  }
  const [enquiry] = await stack.listEnquiries();
  expect(enquiry?.body).toMatchObject({ surname: 'Ready true', marketing_campaign: 'spring' });
  const entries = Object.fromEntries(enquiry!.meta.map(({ id, value }) => [id, value]));
  expect(entries).toMatchObject({ attribution_landing_page: `${site}landing` });
  expect(entries).not.toHaveProperty('attribution_gclid');
});
