import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createProxyUnderTest,
  exampleConfig,
  type ProxyUnderTest,
} from '../../../tools/testing/proxy/proxy.ts';
import type { Definition } from '../../contract/definition.ts';

let proxy: ProxyUnderTest;
/** The proxies with other settings. */
const others = new Map<object, ProxyUnderTest>();

const config = {
  ...exampleConfig,
  contact_us: { phone: '01632 960001', text: 'Rather talk?' },
  case_types: {
    ...exampleConfig.case_types,
    injury: {
      ...exampleConfig.case_types.injury,
      label: { en: 'Injury & "more" <b>', cy: 'Anaf' },
    },
  },
};
const own = { ENQUIRY_PUBLIC_URL: 'https://forms.example.com' };
const behind = { TRUSTED_PROXY_HOPS: '1' };
const standalone = {};
const inFolder = { ENQUIRY_PUBLIC_URL: 'https://www.example.com/enquiries' };
const path = '/forms/injury/prerendered';

async function get(address: string, headers: Record<string, string> = {}, from = proxy) {
  const response = await from.app.request(address, { headers });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

beforeAll(async () => {
  proxy = await createProxyUnderTest(config, undefined, own);
  for (const settings of [behind, standalone, inFolder])
    others.set(settings, await createProxyUnderTest(config, undefined, settings));
});
afterAll(() => Promise.all([proxy, ...others.values()].map(each => each.stop())));

test('the element has the form in a declarative shadow root, a fallback outside, and its script', async () => {
  const { status, headers, html } = await get(path);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/html; charset=UTF-8');
  const [, inside, outside] =
    /^<enquiry-form case-type="injury" lang="en"><template shadowrootmode="open">(.*)<\/template>\n(.*)<\/enquiry-form>\n/s.exec(
      html,
    ) ?? [];
  expect(inside).toMatch(/^<style>.*<\/style>\s*<div class="frame">(?!.*<[!?])/s);
  const action = 'https://forms.example.com/forms/injury?lang=en';
  expect(inside).toContain(`action="${action}"`);
  expect(outside?.trim()).toBe(
    '<p>Rather talk? <a href="tel:01632960001"><bdi>01632 960001</bdi></a></p>' +
      `<a href="${action}">Injury &amp; &quot;more&quot; &lt;b&gt;</a>`,
  );
  expect(html).toMatch(
    /\n<script type="module" src="https:\/\/forms\.example\.com\/enquiry-form\.js\?case-type=injury&amp;lang=en"><\/script>\n$/,
  );
});

test('the only hidden control is the hash of the definition', async () => {
  const { html } = await get(`${path}?lang=cy`);
  const { definition } = (await (await proxy.app.request('/case-types/injury')).json()) as Definition;
  expect(html.match(/<input type="hidden"[^>]*>/g)).toEqual([
    `<input type="hidden" name="definition" value="${definition}" data-plain>`,
  ]);
  expect(html).toContain('A gawsoch chi anaf?');
  expect(html).toContain('<enquiry-form case-type="injury" lang="cy">');
});

test('everybody gets the same bytes, on every day and from every process', async () => {
  const first = await get(path);
  await proxy.restart();
  proxy.elapse(40 * 24 * 3_600_000);
  expect(await get(path, { origin: 'https://elsewhere.example' })).toMatchObject({ html: first.html });
  expect(first.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=600');
  const again = await get(path, { 'if-none-match': first.headers.get('etag')! });
  expect(again).toMatchObject({ status: 304, html: '' });
  expect(again.headers.get('enquiry-policy')).toBe(first.headers.get('enquiry-policy'));
});

test('a header says what the policy of the page must allow, with the hash of the style', async () => {
  const { headers, html } = await get(path);
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(html) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers.get('enquiry-policy')).toBe(
    'script-src https://forms.example.com; connect-src https://forms.example.com; ' +
      `form-action https://forms.example.com; style-src 'sha256-${hash}'`,
  );
});

test.each([
  ['http://127.0.0.1:8080', '', standalone, 'http://127.0.0.1:8080/'],
  ['http://forms.example.com', '', behind, 'https://forms.example.com/'],
  ['http://www.example.com', '?prefix=/forms/', behind, 'https://www.example.com/forms/'],
  ['http://127.0.0.1:8080', '?prefix=a/b', own, 'https://forms.example.com/a/b/'],
  ['http://127.0.0.1:8080', '', inFolder, 'https://www.example.com/enquiries/'],
  ['http://127.0.0.1:8080', '?prefix=/', inFolder, 'https://www.example.com/'],
  ['http://127.0.0.1:8080', '?prefix=//evil.example', own, 'https://forms.example.com/evil.example/'],
  ['http://127.0.0.1:8080', '?prefix=@evil.example', own, 'https://forms.example.com/@evil.example/'],
  ['http://127.0.0.1:8080', '?prefix=%5C%5Cevil.example', own, 'https://forms.example.com/evil.example/'],
  ['http://127.0.0.1:8080', '?prefix=$$', own, 'https://forms.example.com/$$/'],
  ['http://127.0.0.1:8080', '?prefix=%22%3E%3Cb%3E', own, 'https://forms.example.com/%22%3E%3Cb%3E/'],
])('the form that %s%s serves with %o posts to %s', async (origin, query, settings, address) => {
  const { html } = await get(`${origin}${path}${query}`, {}, others.get(settings));
  expect(html).toContain(`action="${address}forms/injury?lang=en"`);
  expect(html).toContain(` src="${address}enquiry-form.js?`);
});

test('marketing values in the address are sent by the form, and nothing else is', async () => {
  const { html } = await get(`${path}?session=x&utm_campaign=spring+"&lang=cy&key=1`);
  expect(html).toContain(
    'action="https://forms.example.com/forms/injury?lang=cy&amp;utm_campaign=spring+%22"',
  );
});

test('an unknown case type fails the build of a site, and names the others', async () => {
  const { status, html } = await get('/forms/ijnury/prerendered');
  expect(status).toBe(404);
  expect(JSON.parse(html)).toMatchObject({ code: 'unknown-case-type', case_types: ['injury', 'other'] });
});
