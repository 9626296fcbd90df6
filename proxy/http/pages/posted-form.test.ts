import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  fillIn,
  openForm,
  postForm,
  proxyOrigin,
  readForm,
  withFilesFirst,
} from '../../../tools/testing/proxy/form-page.ts';
import {
  createProxyUnderTest,
  exampleConfig,
  origin,
  type ProxyUnderTest,
  proxyForEachTest,
} from '../../../tools/testing/proxy/proxy.ts';
import { pdf, png } from '../../../tools/testing/proxy/sample-files.ts';
import { respondMissingField } from '../../../tools/testing/proxy/scripted-enquiry-api.ts';
import { dayMs } from '../../contract/durations.ts';

const proxy = proxyForEachTest();

const path = '/forms/injury';
const ada = {
  forename: 'Ada',
  surname: 'Byron',
  email: 'ada@example.com',
  'answers.when': '2026-02-01',
  'answers.hurt': 'no',
};
const enquiries = () => proxy.enquiryApi.requests.filter(({ path }) => !path.endsWith('/enquiries/upload'));
const uploads = () => proxy.enquiryApi.requests.filter(({ path }) => path.endsWith('/enquiries/upload'));
const spool = () => readdirSync(join(proxy.folder, 'spool'));
const file = (name: string, content: Uint8Array | string = png()) => new File([content as BlobPart], name);

/** Fills in a new page, and posts it. */
async function send(
  values: Record<string, string | string[]> = ada,
  files: File[] = [],
  headers = {},
  to: ProxyUnderTest = proxy,
) {
  const form = await openForm(to, path);
  return postForm(to, form.address, fillIn(form, values, files), headers);
}

/** Follows the redirect to the receipt. Returns its text. */
async function receiptOf(response: Response): Promise<string> {
  expect([response.status, response.status === 303 ? '' : await response.text()]).toEqual([303, '']);
  const receipt = await proxy.app.request(
    new URL(response.headers.get('location')!, `${proxyOrigin}${path}`).href,
  );
  expect(receipt.status).toBe(200);
  return textOf(await receipt.text());
}
const textOf = (html: string) =>
  html.replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, ' ').replaceAll(/\s+/g, ' ');
const referenceIn = (text: string) => /[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}/.exec(text)?.[0];

test('an enquiry is stored, and the receipt shows its reference and no answer', async () => {
  const response = await send();
  const text = await receiptOf(response);
  expect(text).not.toMatch(/Ada|Byron|ada@/);
  expect(enquiries().map(({ body }) => body)).toEqual([
    expect.objectContaining({ forename: 'Ada', surname: 'Byron', email: 'ada@example.com' }),
  ]);
  expect(JSON.stringify(enquiries()[0]?.body)).toContain(referenceIn(text));
  // A reload of the receipt shows it again.
  const address = new URL(response.headers.get('location')!, `${proxyOrigin}${path}`).href;
  const again = await proxy.app.request(address);
  expect(again.headers.get('referrer-policy')).toBe('no-referrer');
  expect(referenceIn(textOf(await again.text()))).toBe(referenceIn(text));
  expect(enquiries()).toHaveLength(1);
});

test('a mistake is shown with what was entered, and the corrected form is one enquiry', async () => {
  const response = await send(
    { ...ada, email: 'ada', 'answers.hurt': 'yes', 'answers.where': 'in the "park" <b>' },
    [file('a.png')],
  );
  expect(response.status).toBe(422);
  const html = await response.text();
  expect(html).toMatch(/Choose your files again|choose.*again/i);
  const form = readForm(html, `${proxyOrigin}${path}`);
  const values = Object.fromEntries(form.controls);
  expect(values).toMatchObject({ forename: 'Ada', email: 'ada', 'answers.where': 'in the "park" <b>' });
  expect(enquiries()).toEqual([]);
  expect(spool()).toEqual([]);
  const corrected = fillIn(form, { ...ada, 'answers.hurt': 'yes' });
  await receiptOf(await postForm(proxy, form.address, corrected));
  expect(enquiries()).toHaveLength(1);
});

test('a file that is refused doesn’t cost the enquiry, and the receipt names it', async () => {
  const files = [
    file('C:\\work\\to\0ol.exe', 'MZ'.repeat(100)),
    file('large.png', Buffer.concat([png(), Buffer.alloc(2_000)])),
    file('nothing.pdf', ''),
    file('form.pdf', pdf('/AA << /K << /S /JavaScript /JS (AFNumber_Format\\(2\\)) >> >> ')),
    file('one.png'),
    file('two.png', png({ width: 2 })),
    file('three.png'),
  ];
  const text = await receiptOf(await send(ada, files));
  for (const name of ['large.png', 'nothing.pdf', 'three.png']) expect(text).toContain(name);
  expect(text).toMatch(/tool.exe.*We can’t accept this type of file/s);
  expect(text).toMatch(/form.pdf.*something we can’t accept, such as a script. Print it to a PDF/s);
  for (const name of ['work', 'one.png', 'two.png']) expect(text).not.toContain(name);
  await expect.poll(() => uploads()).toHaveLength(2);
  await expect.poll(() => spool()).toEqual([]);
});

test('a form of another page whose files come before its fields is shown, to be sent from there', async () => {
  const form = await openForm(proxy, path);
  const early = withFilesFirst(fillIn(form, ada, [file('one.png')]));
  const response = await postForm(proxy, form.address, early);
  expect(response.status).toBe(200);
  expect([enquiries(), spool()]).toEqual([[], []]);
  const shown = readForm(await response.text(), form.address);
  await receiptOf(await postForm(proxy, shown.address, fillIn(shown, {}, [file('one.png')])));
  await expect.poll(() => uploads()).toHaveLength(1);
  expect(enquiries().map(({ body }) => body)).toMatchObject([{ surname: 'Byron' }]);
});

test.each([
  ['with mistakes', 'ada', {}, 422],
  [
    'of another site',
    'ada@example.com',
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    200,
  ],
])('a form %s that is cut off in a file is shown', async (_, email, headers, status) => {
  const form = await openForm(proxy, path);
  const whole = new Response(fillIn(form, { ...ada, email }, [file('one.png')]));
  const body = (await whole.text()).replace(/(filename="one\.png").*/s, '$1\r\n\r\nx');
  const type = { 'content-type': whole.headers.get('content-type')! };
  const response = await postForm(proxy, form.address, body, { ...type, ...headers });
  expect(response.status).toBe(status);
  const { controls } = readForm(await response.text(), form.address);
  expect(Object.fromEntries(controls)).toMatchObject({ forename: 'Ada', email });
  expect(enquiries()).toEqual([]);
});

test.each(['GET', 'POST'])('a pattern of the config can’t hold up the proxy: %s', async method => {
  const pattern = '(a+)+b';
  const text = 'a'.repeat(60);
  const questions = [
    { id: 'ref', type: 'hidden', label: 'Ref', from: 'address:ref', pattern },
    { id: 'code', type: 'text', label: 'Code', pattern, error: 'Enter a code' },
  ];
  await proxy.restart({ ...exampleConfig, case_types: { injury: { label: 'Injury', questions } } });
  const address = method === 'GET' ? `${path}/prerendered?ref=${text}` : `${path}?ref=${text}`;
  const form = await openForm(proxy, address);
  if (method === 'POST') {
    const body = fillIn(form, { 'answers.code': text });
    expect((await postForm(proxy, form.address, body)).status).toBe(422);
  }
  expect(proxy.lines('pattern too slow: answers accepted unchecked')).toHaveLength(1);
});

test('the same form sent again has the same receipt, and its files arrive once', async () => {
  const form = await openForm(proxy, path);
  const post = (values = ada, files = [file('one.png')]) =>
    postForm(proxy, form.address, fillIn(form, values, files));
  const references = [];
  for (const _ of [1, 2]) references.push(referenceIn(await receiptOf(await post())));
  expect(references[0]).toBe(references[1]);
  // Another file for the same enquiry.
  expect(referenceIn(await receiptOf(await post(ada, [file('one.png', png({ width: 2 }))])))).toBe(
    references[0],
  );
  await expect.poll(() => uploads()).toHaveLength(2);
  // After Back, the visitor changes something.
  const changed = { ...ada, surname: 'Lovelace' };
  const others = [];
  for (const _ of [1, 2]) others.push(referenceIn(await receiptOf(await post(changed, []))));
  expect(others[0]).toBe(others[1]);
  expect(others[0]).not.toBe(references[0]);
  expect(referenceIn(await receiptOf(await post(ada, [])))).toBe(references[0]);
  expect(enquiries()).toHaveLength(2);
});

test.each([3, 5])(
  'of at most %i files that are sent again beside others, each arrives once',
  async max_files => {
    await proxy.restart({ ...exampleConfig, attachments: { max_files } });
    const form = await openForm(proxy, path);
    const [a, b, c] = ['a', 'b', 'c'].map((name, at) => file(`${name}.png`, png({ width: at + 1 })));
    const post = async (files: File[]) =>
      receiptOf(await postForm(proxy, form.address, fillIn(form, ada, files)));
    await post([b!, c!]);
    expect(await post([a!, b!, c!])).not.toMatch(/[abc]\.png/);
    await expect.poll(() => uploads().length).toBeGreaterThan(2);
    const names = uploads().map(({ body }) => (body.file as { name: string }).name);
    expect(names.toSorted()).toEqual(['a.png', 'b.png', 'c.png']);
    await expect.poll(() => spool()).toEqual([]);
  },
);

test('two equal files are two, also when the form is sent again', async () => {
  const form = await openForm(proxy, path);
  for (const _ of [1, 2]) {
    const body = fillIn(form, ada, [file('one.png'), file('one.png')]);
    expect(await receiptOf(await postForm(proxy, form.address, body))).not.toContain('one.png');
  }
  await expect.poll(() => uploads()).toHaveLength(2);
  await expect.poll(() => spool()).toEqual([]);
});

test('a form that was changed is recognised while the secret is rotated, with its files', async () => {
  const form = await openForm(proxy, path);
  const post = async (values: typeof ada, files: File[] = []) =>
    receiptOf(await postForm(proxy, form.address, fillIn(form, values, files)));
  await post(ada);
  const changed = { ...ada, surname: 'Lovelace' };
  const first = await post(changed, [file('one.png')]);
  await proxy.reload({ settings: { secrets: ['n'.repeat(32), ...proxy.settings.secrets!] } });
  expect(referenceIn(await post(changed, [file('one.png')]))).toBe(referenceIn(first));
  await expect.poll(() => spool()).toEqual([]);
  expect([enquiries().length, uploads().length]).toEqual([2, 1]);
});

test('the key of a page identifies the enquiry even after its secret was removed', async () => {
  const form = await openForm(proxy, path);
  await proxy.reload({ settings: { secrets: ['n'.repeat(32)] } });
  await receiptOf(await postForm(proxy, form.address, fillIn(form, ada)));
  const [uuid] = form.controls.find(([name]) => name === 'key')![1].split('.');
  expect(await proxy.outbox.intake.find('/enquiries', uuid!)).toBeDefined();
});

test('the form shows what the enquiry API has refused', async () => {
  proxy.enquiryApi.script.push(respondMissingField('surname'));
  const response = await send();
  expect(response.status).toBe(422);
  const form = readForm(await response.text(), `${proxyOrigin}${path}`);
  await receiptOf(await postForm(proxy, form.address, fillIn(form, { ...ada, surname: 'Lovelace' })));
  expect(enquiries()).toHaveLength(2);
});

test.each([
  ['the proxy’s own', {}, 'http://localhost'],
  ['the proxy’s own, hidden by a referrer policy', { origin: 'null' }, 'http://localhost'],
  ['the proxy’s own, in an old browser', { 'sec-fetch-site': '', host: 'localhost' }, 'http://localhost'],
  [
    'the proxy’s own, behind a web server with TLS that doesn’t pass on the host',
    { origin: 'https://forms.example.com', host: '127.0.0.1:8080' },
    'https://forms.example.com',
  ],
  ['the proxy’s own, with an origin that no browser sends', { origin: 'javascript:x' }, 'http://localhost'],
  ['an allowed site', { origin, 'sec-fetch-site': 'cross-site' }, origin],
])('an enquiry from %s is stored with its origin', async (_, headers, site) => {
  await receiptOf(await send(ada, [], headers));
  expect(enquiries()[0]?.body.meta).toContainEqual(
    expect.objectContaining({ id: 'attribution_site', value: site }),
  );
});

test.each([
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['a hidden origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['a hidden origin in an old browser', { origin: 'null', 'sec-fetch-site': '' }],
])(
  'a form from %s is shown to be sent from the proxy’s own page',
  { tags: 'asvs-3.5.1' },
  async (_, headers) => {
    const response = await send(ada, [file('one.png')], headers);
    expect(response.status).toBe(200);
    const form = readForm(await response.text(), `${proxyOrigin}${path}`);
    expect(enquiries()).toEqual([]);
    expect(spool()).toEqual([]);
    expect(Object.fromEntries(form.controls)).toMatchObject({ forename: 'Ada', surname: 'Byron' });
    await receiptOf(await postForm(proxy, form.address, fillIn(form, ada)));
  },
);

test.each([
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, []],
  ['the proxy’s own page', {}, ['yes']],
])(
  'a form from %s that is shown again has the consents that its visitor gave there',
  async (_, headers, given) => {
    const questions = [{ id: 'agree', type: 'consent', label: 'I agree' }];
    await proxy.restart({ ...exampleConfig, case_types: { injury: { label: 'Injury', questions } } });
    const response = await send({ ...ada, email: 'ada', 'answers.agree': 'yes' }, [], headers);
    const { controls } = readForm(await response.text(), `${proxyOrigin}${path}`);
    expect(Object.fromEntries(controls)).toMatchObject({ forename: 'Ada', email: 'ada' });
    expect(controls.filter(([name]) => name === 'answers.agree').map(([, value]) => value)).toEqual(given);
  },
);

const unsent = '11111111-2222-4333-8444-555555555555';
const visit = {
  marketing_campaign: 'spring',
  attribution: { landing_page: 'https://www.example.com/landing', parameters: { gclid: 'click-7' } },
  has_files: true,
  site: origin,
};
/** Posts what another page couldn't send. */
const postUnsent = (headers: Record<string, string>, text = JSON.stringify(visit), key = unsent) => {
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...ada, key, visit: text })) body.append(name, value);
  return postForm(proxy, `${proxyOrigin}${path}`, body, headers);
};

test.each([
  ['the proxy’s own site', {}, proxyOrigin],
  ['an allowed site', { origin, 'sec-fetch-site': 'cross-site' }, origin],
  ['a site that hides its origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }, origin],
])(
  'an enquiry that a page of %s couldn’t send is shown first, and then sent with its origin',
  async (_, headers, site) => {
    const response = await postUnsent(headers);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(textOf(html)).toContain('Your answers are here. Check them, then press Send.');
    expect(textOf(html)).toContain('Choose your files again.');
    expect(html).toContain('<script>history.replaceState(');
    expect(enquiries()).toEqual([]);
    const form = readForm(html, `${proxyOrigin}${path}`);
    await receiptOf(await postForm(proxy, form.address, fillIn(form, {})));
    expect(enquiries()[0]?.body).toMatchObject({ forename: 'Ada', marketing_campaign: 'spring' });
    const meta = enquiries()[0]?.body.meta as { id: string; value: string }[];
    expect(Object.fromEntries(meta.map(({ id, value }) => [id, value]))).toMatchObject({
      attribution_site: site,
      attribution_landing_page: 'https://www.example.com/landing',
      attribution_gclid: 'click-7',
    });
    // The first request arrived after all.
    await proxy.postEnquiry(
      {
        case_type: 'injury',
        ...Object.fromEntries(Object.entries(ada).filter(([name]) => !name.includes('.'))),
      },
      unsent,
    );
    expect(enquiries()).toHaveLength(1);
    const isNoted = site === origin;
    expect(proxy.lines('page blocks sending')).toMatchObject(isNoted ? [{ level: 40, origin }] : []);
    expect(proxy.log()).not.toContain('/landing');
  },
);

test('a page that can’t send is logged once a day, and counted each time', async () => {
  const sendFromPage = async () => {
    const text = JSON.stringify(visit);
    const html = await (
      await postUnsent({ origin, 'sec-fetch-site': 'cross-site' }, text, randomUUID())
    ).text();
    const form = readForm(html, `${proxyOrigin}${path}`);
    await receiptOf(await postForm(proxy, form.address, fillIn(form, {})));
    return proxy.lines('page blocks sending').length;
  };
  expect([await sendFromPage(), await sendFromPage()]).toEqual([1, 1]);
  expect(await proxy.metrics()).toContain(
    `enquiry_proxy_funnel_total{step="blocked",case_type="injury",site="${origin}"} 2\n`,
  );
  proxy.elapse(dayMs);
  expect(await sendFromPage()).toBe(2);
});

test.each([
  ['a long text', JSON.stringify('x'.repeat(150_000))],
  ['deep nesting', `${'['.repeat(9_000)}${']'.repeat(9_000)}`],
  ['a long list', JSON.stringify(Array(20_000).fill('x'))],
  ['no JSON', '{'],
  [
    'long values',
    JSON.stringify({ marketing_campaign: 'x'.repeat(150_000), attribution: { first: [] }, site: 7 }),
  ],
])('what such a page says of itself may be %s', async (_, text) => {
  const response = await postUnsent({ origin, 'sec-fetch-site': 'cross-site' }, text);
  expect(response.status).toBe(200);
  const html = await response.text();
  expect(html.length).toBeLessThan(60_000);
  const form = readForm(html, `${proxyOrigin}${path}`);
  await receiptOf(await postForm(proxy, form.address, fillIn(form, {})));
});

test('a browser that sends no origin, such as lynx, needs the key of a page', async () => {
  const form = await openForm(proxy, path);
  const post = (body: FormData) => proxy.app.request(form.address, { method: 'POST', body });
  await receiptOf(await post(fillIn(form, ada)));
  const withoutKey = fillIn(form, ada);
  withoutKey.delete('key');
  expect((await post(withoutKey)).status).toBe(200);
  expect(enquiries()).toHaveLength(1);
});

test('a prerendered form has no key, so each post is an enquiry, and the second one is marked', async () => {
  const form = await openForm(proxy, path);
  form.controls = form.controls.filter(([name]) => name !== 'key');
  for (const _ of [1, 2])
    await receiptOf(
      await postForm(proxy, form.address, fillIn(form, ada), { origin, 'sec-fetch-site': 'cross-site' }),
    );
  expect(enquiries().map(({ body }) => JSON.stringify(body).includes('possible_duplicate_of'))).toEqual([
    false,
    true,
  ]);
});

test('marketing values come from the address of the page', async () => {
  const form = await openForm(proxy, `${path}?UTM_campaign=spring&gclid=abc&email=ada@example.com`);
  await receiptOf(await postForm(proxy, form.address, fillIn(form, ada)));
  expect(enquiries()[0]?.body).toMatchObject({ marketing_campaign: 'spring' });
  const meta = enquiries()[0]?.body.meta as { id: string; value: string }[];
  expect(Object.fromEntries(meta.map(({ id, value }) => [id, value]))).toMatchObject({
    attribution_gclid: 'abc',
    attribution_landing_page: `${proxyOrigin}${path}`,
  });
});

test('everything that follows a post in a frame stays in the frame, and only there', async () => {
  const framed = `${path}?frame=${origin}`;
  const form = await openForm(proxy, framed);
  const isInFrame = (response: Response) =>
    response.headers.get('content-security-policy')!.includes(`frame-ancestors ${origin};`);
  const incomplete = await postForm(proxy, form.address, fillIn(form, { ...ada, forename: '' }));
  expect([incomplete.status, isInFrame(incomplete)]).toEqual([422, true]);
  const damaged = await proxy.app.request(form.address, { method: 'POST', body: 'x' });
  expect([damaged.status, isInFrame(damaged)]).toEqual([415, true]);
  const response = await postForm(proxy, form.address, fillIn(form, ada));
  const address = new URL(response.headers.get('location')!, form.address);
  const receipt = await proxy.app.request(address.href);
  expect([receipt.status, isInFrame(receipt)]).toEqual([200, true]);
  expect(await receipt.text()).toContain('/files?lang=en&amp;frame=https%3A%2F%2Fwww.example.com#');
  // Where the browser hides the site, the receipt opens in a tab.
  address.searchParams.set('frame', '1');
  const hidden = await (await proxy.app.request(address.href)).text();
  expect(hidden).toContain(
    `href="?lang=en&amp;receipt=${address.searchParams.get('receipt')}" target="_blank"`,
  );
  expect(hidden).toContain('>We’ve received your enquiry.<');
  expect(hidden).not.toContain('Open the form');
});

test('long parameters leave the headers of the redirect below the 4 kB that nginx accepts', async () => {
  const many = ['utm_source', 'utm_term', 'wbraid', 'gclid'].map(name => `${name}=${'é'.repeat(3_500)}`);
  const form = await openForm(proxy, `${path}?${many.join('&')}&gclid=2&frame=${origin}&msclkid=3`);
  expect(new URL(form.address).searchParams.getAll('gclid')).toEqual(['é'.repeat(500)]);
  const files = Array.from({ length: 12 }, (_, at) => file(`${at}${'表'.repeat(100)}.exe`, 'MZ'.repeat(9)));
  const response = await postForm(proxy, form.address, fillIn(form, ada, files));
  const location = response.headers.get('location')!;
  expect(location).toMatch(/^\?lang=en&msclkid=3&frame=https%3A%2F%2Fwww.example.com&receipt=/);
  expect(JSON.stringify([...response.headers]).length).toBeLessThan(3_900);
  await receiptOf(response);
});

test('a form of an earlier definition is accepted, and one of an unknown definition is shown again', async () => {
  const form = await openForm(proxy, path);
  const { other } = exampleConfig.case_types;
  await proxy.restart({ ...exampleConfig, case_types: { other } });
  expect((await proxy.app.request(form.address)).status).toBe(404);
  await receiptOf(await postForm(proxy, form.address, fillIn(form, ada)));
  await proxy.restart(exampleConfig);
  const response = await postForm(
    proxy,
    form.address,
    fillIn(form, { ...ada, definition: `sha256-${'A'.repeat(43)}`, surname: 'Lovelace' }),
  );
  expect(response.status).toBe(409);
  expect(await response.text()).toContain('Lovelace');
  expect(enquiries()).toHaveLength(1);
});

/** Adds this many parts to a form. */
function addParts(text: string, count: number): string {
  const [boundary] = /^--[^\r]+/.exec(text)!;
  const part = `${boundary}\r\ncontent-disposition: form-data; name="x"\r\n\r\n\r\n`;
  return text.replace(`${boundary}--`, `${part.repeat(count)}${boundary}--`);
}

test.each<[string, number, (text: string) => string, string]>([
  ['that is cut off', 400, text => text.replace(/name="email".*/s, ''), 'couldn’t read'],
  ['with 3,000 parts', 413, text => addParts(text, 3_000), 'too large'],
  ['in another charset', 415, text => text.replace('Byron', 'Byr\xf6n'), 'couldn’t read'],
])('a form %s is shown with the fields that were read', async (_, status, damage, message) => {
  const form = await openForm(proxy, path);
  const whole = new Response(fillIn(form, ada));
  const type = { 'content-type': whole.headers.get('content-type')! };
  const body = Buffer.from(damage(await whole.text()), 'latin1');
  const response = await postForm(proxy, form.address, body, type);
  expect(response.status).toBe(status);
  const html = await response.text();
  expect(textOf(html)).not.toMatch(/undefined|\wError:|\bat \//);
  expect(html).toMatch(new RegExp(`<title>Error: Injury.*class="note bad"[^>]*>.*${message}`, 's'));
  const shown = readForm(html, form.address);
  const { key } = Object.fromEntries(form.controls);
  expect(Object.fromEntries(shown.controls)).toMatchObject({ forename: 'Ada', key });
  await receiptOf(await postForm(proxy, shown.address, fillIn(shown, ada)));
  expect(enquiries()).toHaveLength(1);
});

test('too many posts from one address get a page, and those from other sites don’t count for a visitor’s own', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.7' };
  const limited = await createProxyUnderTest(exampleConfig, undefined, {
    TRUSTED_PROXY_HOPS: '1',
    ENQUIRY_RATE_PER_ADDRESS: '2',
  });
  onTestFinished(() => limited.stop());
  const foreign = { ...headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const statuses = [];
  for (const each of [foreign, foreign, foreign, headers, headers, headers]) {
    const response = await send({ ...ada, forename: '' }, [file('one.png')], each, limited);
    statuses.push(response.status);
    const { controls } = readForm(await response.text(), `${proxyOrigin}${path}`);
    expect(Object.fromEntries(controls)).toMatchObject({ surname: 'Byron', email: 'ada@example.com' });
  }
  expect(statuses).toEqual([200, 200, 429, 422, 422, 429]);
});

test('the receipt has the link that adds files later, which its own address doesn’t contain', async () => {
  const response = await send();
  const { search } = new URL(response.headers.get('location')!, proxyOrigin);
  const text = await (await proxy.app.request(`${path}${search}`)).text();
  const [, reference, token] = /\/enquiries\/([^/]+)\/files\?lang=en#([^"]+)"/.exec(text) ?? [];
  const attached = await proxy.postAttachment(
    { reference: reference!, upload_token: token! },
    new Uint8Array([0xff, 0xd8, 0xff, 0xda]),
  );
  expect(attached.status).toBe(201);
  expect(search).not.toContain(token);
});

test('a receipt expires after an hour, and the token of another form isn’t one', {
  tags: 'asvs-9.2.1',
}, async () => {
  const response = await send();
  const { search } = new URL(response.headers.get('location')!, proxyOrigin);
  expect((await proxy.app.request(`/forms/other${search}`)).status).toBe(410);
  proxy.elapse(3_600_000);
  expect((await proxy.app.request(`${path}${search}`)).status).toBe(410);
});

test('anything else in place of a receipt’s token leads to the form', async () => {
  for (const text of ['', 'x', 'x'.repeat(300)]) {
    const shown = await proxy.app.request(`${path}?receipt=${text}`);
    expect(shown.status).toBe(200);
    expect(await shown.text()).toContain('name="forename"');
  }
});

test('suspects are held without a challenge, with their files', async () => {
  await proxy.restart({ ...exampleConfig, spam: { suspects: 'hold' } });
  const spam = { ...ada, forename: 'Buy https://spam.example/x' };
  await receiptOf(await send(spam, [file('one.png')], { authorization: 'Proof v=1' }));
  expect(await proxy.outbox.intake.countSuspects()).toBe(1);
  expect(proxy.enquiryApi.requests).toEqual([]);
});
