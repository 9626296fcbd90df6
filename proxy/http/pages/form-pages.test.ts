import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  createProxyUnderTest,
  exampleConfig,
  origin,
  proxyForAllTests,
} from '../../../tools/testing/proxy/proxy.ts';

const config = {
  ...exampleConfig,
  contact_us: { phone: '01632 960001' },
  pages: {
    brand: { name: { en: 'Hartley & <Rowe>', cy: 'Hartley a Rowe' }, accent: '#663399' },
  },
};

const proxy = proxyForAllTests(config);

async function open(path: string, method = 'GET', from = proxy) {
  const response = await from.app.request(path, { method });
  return { status: response.status, headers: response.headers, html: await response.text() };
}
const policyOf = (headers: Headers) =>
  Object.fromEntries(
    headers
      .get('content-security-policy')!
      .split('; ')
      .map(each => [each.split(' ')[0], each.split(' ').slice(1)]),
  );

test.each([
  ['GET', '/forms/injury', 200, 'Injury – Hartley &amp; &lt;Rowe&gt;'],
  ['GET', '/forms/injury?lang=cy', 200, 'Anaf – Hartley a Rowe'],
  ['GET', '/forms/injury?lang=xx', 200, 'Injury'],
  ['GET', '/forms/injury?lang="><script>', 200, 'Injury'],
  ['GET', '/forms/none', 404, 'Sorry, we couldn’t find this form'],
  ['GET', '/forms/none?lang=cy', 404, 'Mae’n ddrwg gennym'],
  ['GET', '/forms/none?lang="><script>', 404, 'Sorry, we couldn’t find this form'],
  ['GET', '/forms/%00', 404, 'Sorry, we couldn’t find this form'],
  ['GET', '/forms/injury/', 404, 'Sorry, we couldn’t find this page'],
  ['GET', '/forms?lang=xx&case-type=injury&case-type=other', 200, 'What is it about?'],
  ['GET', '/forms', 404, 'Sorry, we couldn’t find this form'],
  ['PUT', '/forms/injury', 405, 'Sorry, this page can’t be opened like this'],
  ['POST', '/enquiries/7K2PQ-2M9XD/files', 405, 'Sorry, this page can’t be opened like this'],
])('%s %s responds with %i and a page in plain words', async (method, path, status, title) => {
  const { html, headers, ...response } = await open(path, method);
  expect(response.status).toBe(status);
  expect(/<title>(.*)<\/title>/.exec(html)?.[1]).toContain(title);
  expect(html).toMatch(/^<!doctype html>\n<html lang="[\w-]*" dir="(ltr|rtl)">\n/);
  expect(html).not.toContain('"><script>');
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=UTF-8',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
});

const from = (referer: string) => ({ headers: { referer } });
const inFrame = `/forms/injury?frame=${origin}`;

test.each<[string, string, object?]>([
  ['the site that its address names', inFrame],
  ['that site with a slash', `${inFrame}/`],
  ['the site that the browser names', '/forms/injury?frame=1', from(`${origin}/contact`)],
])(
  'only %s can show a page in a frame, and the page tells only that site its height',
  {
    tags: ['asvs-3.4.3', 'asvs-3.5.5'],
  },
  async (_, path, init) => {
    const response = await proxy.app.request(path, init);
    const html = await response.text();
    const [, site, script = ''] = /<script data-origin="([^"]+)">(.+)<\/script><\/body>/s.exec(html) ?? [];
    expect(site).toBe(origin);
    expect(html).toContain('<body class="framed"><main>');
    expect(html).toContain('action="?lang=en&amp;frame=https%3A%2F%2Fwww.example.com"');
    const policy = policyOf(response.headers);
    expect(policy['frame-ancestors']).toEqual([origin]);
    const hash = createHash('sha256').update(script).digest('base64');
    expect(policy['script-src']).toContain(`'sha256-${hash}'`);
  },
);

test.each<[string, object?]>([
  ['/forms/injury'],
  ['/forms/injury', from(`${origin}/contact`)],
  ['/forms/injury?frame=2'],
  ['/forms/injury?frame=https://evil.example'],
  ['/forms/injury?frame=null'],
  ['/forms/injury?frame=1', from('https://evil.example/')],
])('no site can show %s in a frame, opened from %o', async (path, init) => {
  const response = await proxy.app.request(path, init);
  const html = await response.text();
  expect(policyOf(response.headers)['frame-ancestors']).toEqual(["'none'"]);
  expect(html).toContain('<body><header');
  expect(html).not.toMatch(/data-origin|frame=/);
});

test('a frame whose site the browser hides has a link to the page, and no form', async () => {
  const response = await proxy.app.request('/forms/injury?frame=1&lang=cy&gclid=3');
  const html = await response.text();
  expect(policyOf(response.headers)['frame-ancestors']).toEqual(['*']);
  expect(html).toMatch(/<a [^>]*href="\?lang=cy&amp;gclid=3" target="_blank" rel="noopener">/);
  expect(html).not.toMatch(/<form|<input|enquiry-form\.js|data-origin/);
  expect(html).toContain('name="robots" content="noindex"');
});

test.each<[string, string, Record<string, string>, string]>([
  ['a list leads to', '/forms?case-type=injury&case-type=other&lang=en', {}, 'href="forms/injury?'],
  ['an error page leads to', '/forms/injury/?lang=en', {}, ''],
  ['a page opened from one in a frame is in', '/enquiries/7K2PQ-2M9XD/files', { referer: 'self' }, ''],
])('%s the same frame', async (_, path, headers, start) => {
  const query = `frame=${encodeURIComponent(origin)}`;
  const isOpened = headers.referer === 'self';
  const response = await proxy.app.request(
    isOpened ? path : `${path}&${query}`,
    isOpened ? from(`http://localhost/forms/injury?${query}`) : {},
  );
  expect(policyOf(response.headers)['frame-ancestors']).toEqual([origin]);
  if (start) expect(await response.text()).toContain(`${start}lang=en&amp;${query}"`);
});

test('a page that a visitor opens from a frame in a tab isn’t in the frame', async () => {
  const headers = { referer: `http://localhost${inFrame}`, 'sec-fetch-dest': 'document' };
  const response = await proxy.app.request('/enquiries/7K2PQ-2M9XD/files', { headers });
  expect(policyOf(response.headers)['frame-ancestors']).toEqual(["'none'"]);
});

test('pages of the proxy’s own origin show the form in a frame, also where it is below a path', async () => {
  const settings = { ENQUIRY_PUBLIC_URL: 'https://www.example.org/enquiries/' };
  const other = await createProxyUnderTest(exampleConfig, undefined, settings);
  const response = await other.app.request('/forms/injury?frame=1', from('https://www.example.org/contact'));
  expect(policyOf(response.headers)['frame-ancestors']).toEqual(["'self'"]);
  expect(await response.text()).toContain('data-origin="https://www.example.org"');
  await other.stop();
});

test.each(['/forms/injury', '/forms/none'])(
  'the policy of %s allows its own styles, and no others',
  async path => {
    const { html, headers } = await open(path);
    const policy = policyOf(headers);
    expect(policy).toMatchObject({
      'default-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
      'connect-src': ["'self'"],
    });
    const hashes = Array.from(
      html.matchAll(/<style>(.*?)<\/style>/gs),
      ([, style]) => `'sha256-${createHash('sha256').update(style!).digest('base64')}'`,
    );
    expect(policy['style-src']).toEqual(hashes);
    expect(html).not.toMatch(/ style="| on\w+="/);
  },
);

test('a logo stands for the name, and only its origin may be loaded', async () => {
  const logo = 'https://cdn.example.com/logo.svg?a="b"';
  const other = await createProxyUnderTest({
    ...exampleConfig,
    pages: { brand: { name: 'Hartley & Rowe', logo } },
  });
  const { html, headers } = await open('/forms/injury', 'GET', other);
  expect(html).toMatch(
    /<div class="brand"><img src="https:\/\/cdn\.example\.com\/logo\.svg[^"<>]*" alt="Hartley &amp; Rowe"><\/div>/,
  );
  expect(policyOf(headers)['img-src']).toEqual(["'self'", 'blob:', 'data:', 'https://cdn.example.com']);
  await other.stop();
});

test.each(['/forms/injury', '/forms', '/forms/unknown', '/enquiries/7K2PQ-2M9XD/files'])(
  '%s has one heading of the first level, also with a brand',
  async path => {
    const { html } = await open(path);
    expect(html).toContain('class="brand"');
    const shown = html.replace(/<noscript>.*?<\/noscript>/gs, '');
    // The page that adds files gets its heading from a script.
    const expected = path.endsWith('/files') ? 0 : 1;
    expect(shown.match(/<h1\b|aria-level="1"/g) ?? []).toHaveLength(expected);
  },
);

test('a form that doesn’t exist, and the page that adds files, show the ways to reach the firm', async () => {
  const other = await createProxyUnderTest({
    ...exampleConfig,
    contact_us: { phone: '01632 960001', text: { en: 'Rather talk?', cy: 'Gwell gennych siarad?' } },
  });
  const { html } = await open('/forms/unknown?lang=cy', 'GET', other);
  expect(html).toMatch(/Gwell gennych siarad\? <a [^>]*href="tel:01632960001"/);
  const files = await open('/enquiries/7K2PQ-2M9XD/files', 'GET', other);
  expect(files.html).toMatch(/<p class="talk">Rather talk\? .*<\/p><\/enquiry-files>/s);
  await other.stop();
});

test('each page has a key of its own, which the element removes', async () => {
  const keyIn = (html: string) =>
    /<input type="hidden" name="key" value="([^"]+)" data-plain>/.exec(html)?.[1];
  const keys = [await open('/forms/injury'), await open('/forms/injury')].map(({ html }) => keyIn(html));
  expect(keys[0]).toMatch(/^[\da-f-]{36}\.[\w-]+$/);
  expect(keys[1]).not.toBe(keys[0]);
});

test('the form posts to its own page, with the known parameters of the query', async () => {
  const query = `lang=cy&gclid=1&utm_source=poster&fbclid=2&session=secret&frame=${origin}`;
  const { html } = await open(`/forms/injury?${query}`);
  const action = /<form\s[^>]*action="\?([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  expect(Object.fromEntries(new URLSearchParams(action))).toEqual({
    lang: 'cy',
    gclid: '1',
    utm_source: 'poster',
    fbclid: '2',
    frame: origin,
  });
});

test('browsers without declarative shadow roots get the ways to reach the firm', async () => {
  const { html } = await open('/forms/injury');
  const [, fallback] = /<\/template>(.*)<\/enquiry-form>/s.exec(html) ?? [];
  expect(fallback).toContain('href="tel:01632960001"');
});

const links = (html: string) =>
  Array.from(
    html.matchAll(/<li><a [^>]*?href="([^"]*)"[^>]*>(?:<!--.*?-->)*([^<]*)/g),
    ([, address = '', label = '']) => [address.replaceAll('&amp;', '&'), label],
  );

test('a list has links to the forms that the address names, and how to reach the firm', async () => {
  const { status, html } = await open(
    '/forms?case-type=other&case-type=injury&case-type=none&case-type=other&gclid=1&x=2',
  );
  expect(status).toBe(200);
  expect(links(html)).toEqual([
    ['forms/other?lang=en&gclid=1', 'Something else'],
    ['forms/injury?lang=en&gclid=1', 'Injury'],
  ]);
  expect(html).toContain('<title>What is it about? – Hartley &amp; &lt;Rowe&gt;</title>');
  expect(html).toContain('href="tel:01632960001"');
});

test('a list is in the language asked for, with the texts of the config', async () => {
  const other = await createProxyUnderTest({
    ...exampleConfig,
    chooser: { label: { en: 'Your matter', cy: 'Eich mater' }, help: 'Choose one.' },
    case_types: {
      ...exampleConfig.case_types,
      injury: { ...exampleConfig.case_types.injury, choice_label: { en: 'An injury', cy: 'Anaf i mi' } },
    },
  });
  const { html } = await open('/forms?lang=cy&case-type=other&case-type=injury', 'GET', other);
  expect(html).toMatch(/<html lang="cy".*<h2 aria-level="1" [^>]*>Eich mater<.*Choose one\./s);
  expect(links(html)).toEqual([
    ['forms/other?lang=en', 'Something else'],
    ['forms/injury?lang=cy', 'Anaf i mi'],
  ]);
  await other.stop();
});

test('an address that names one form leads to it, and one that names none is an error', async () => {
  const one = await open('/forms?case-type=injury&case-type=none&lang=cy');
  expect([one.status, one.headers.get('location')]).toEqual([302, 'forms/injury?lang=cy']);
  const none = await open('/forms?case-type=none');
  expect(none.status).toBe(404);
  expect(none.html).toContain('Sorry, we couldn’t find this form');
});
