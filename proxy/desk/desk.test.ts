import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { list as listTar } from 'tar';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exampleCreateBody, newAttachment, newEnquiry } from '../../tools/testing/proxy/outbox.ts';
import { createProxyUnderTest, exampleConfig, type ProxyUnderTest } from '../../tools/testing/proxy/proxy.ts';
import { respondMissingField } from '../../tools/testing/proxy/scripted-enquiry-api.ts';
import { hashPassword } from '../settings/secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-'));
const authorization = `Basic ${Buffer.from('ada:right').toString('base64')}`;
let proxy: ProxyUnderTest;
let desk: Awaited<ReturnType<ProxyUnderTest['createDesk']>>;
beforeAll(async () => {
  writeFileSync(join(folder, 'users'), `ada:${await hashPassword('right')}\n`, { mode: 0o600 });
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(async () => {
  proxy = await createProxyUnderTest(exampleConfig, undefined, {
    ENQUIRY_DESK_USERS_FILE: join(folder, 'users'),
  });
  desk = await proxy.createDesk();
  return () => proxy.stop();
});

const open = async (path: string, headers: Record<string, string> = {}) => {
  const own = { host: 'localhost', authorization, ...headers };
  const response = await desk.request(`http://localhost${path}`, { headers: own });
  return { status: response.status, html: await response.text() };
};
/** Submits a form of a page. `values` replace those of its fields. */
async function press(page: string, action: string, values: Record<string, string> = {}, html?: string) {
  const source = html ?? (await open(page)).html;
  const form = source.split('<form').find(each => each.includes(`action="${action}"`));
  if (!form) throw new Error(`${page} has no form for ${action}`);
  const fields = Array.from(
    form.matchAll(/<input [^>]*name="([^"]+)"(?: value="([^"]*)")?/g),
    ([, name, value]) => [name!, value ?? ''],
  );
  const body = new URLSearchParams({ ...Object.fromEntries(fields), ...values });
  return await desk.request(`http://localhost${action}`, {
    method: 'POST',
    headers: { host: 'localhost', authorization, 'sec-fetch-site': 'same-origin' },
    body,
  });
}
const follow = async (response: Response) => {
  expect(response.status).toBe(303);
  return await open(response.headers.get('location')!);
};
const addSuspect = (n: number, content: Partial<typeof exampleCreateBody> = {}) =>
  proxy.outbox.intake.add({
    ...newEnquiry(n),
    reference: referenceOf(n),
    content: { ...exampleCreateBody, ...content },
    state: 'held',
    suspicion: { signals: ['link_in_name'], score: 6 },
  });
const referenceOf = (n: number) => `REFER-${`${n}`.padStart(5, '0')}`;
const states = async () =>
  (await proxy.outbox.operator.list()).map(({ reference, state }) => `${reference} ${state}`);
const actions = () =>
  proxy.lines('desk used').map(({ user, reference, action }) => `${user} ${action} ${reference}`);

test('lists are newest first, 50 a page, without answers and without gaps while the list changes', async () => {
  for (let n = 1; n <= 120; n += 1) await addSuspect(n, { forename: 'Secret' });
  const references = (html: string) =>
    Array.from(html.matchAll(/enquiries\/(REFER-\d+)"/g), ([, each]) => each);
  const first = await open('/held');
  expect(first.html).not.toContain('Secret');
  expect(references(first.html)).toEqual(Array.from({ length: 50 }, (_, n) => referenceOf(120 - n)));
  const next = /href="([^"]*before=[^"]*)"/.exec(first.html)![1]!.replaceAll('&amp;', '&');
  await addSuspect(121);
  await proxy.outbox.operator.drop(referenceOf(70));
  expect(references((await open(next)).html)).toEqual(
    Array.from({ length: 51 }, (_, n) => referenceOf(70 - n)).slice(1),
  );
  expect((await open('/held?before=x.y&cause=nothing')).html).toContain('(120)');
});

test('an enquiry is shown as it was written, and nothing in it is more than text', async () => {
  const hostile = '</dd><script>alert(1)</script>"\'&\u202e\u0000';
  const long = 'x'.repeat(10_000);
  const label = `${hostile}label`;
  await addSuspect(1, {
    forename: hostile,
    surname: '<i>',
    email: 'ada@example.com"onclick="x',
    meta: [
      { id: 'a', label, value: `${'line\n'.repeat(50)}${long}` },
      { id: 'attribution_site', label: 'Site', value: `https://x/${hostile}` },
    ],
  });
  const attachment = newAttachment(1, 1);
  attachment.reference = referenceOf(1);
  attachment.content.file.name = `photo\u202egpj${hostile}.exe`;
  await proxy.outbox.intake.add(attachment);
  for (const path of ['/held', `/enquiries/${referenceOf(1)}`]) {
    const { html } = await open(path);
    expect(html.match(/<script>/g)).toHaveLength(1);
    expect(html).not.toMatch(/<i>|"onclick|\u202e/);
    expect(html).not.toContain('\0');
    expect(/<title>(.*)<\/title>/.exec(html)?.[1]).toBe('Enquiry desk');
  }
  const { html } = await open(`/enquiries/${referenceOf(1)}`);
  expect(html).toContain(long);
  expect(html).toContain('\\u{202e}gpj');
  expect(new Set(actions())).toEqual(new Set([`ada show ${referenceOf(1)}`]));
});

test('a held enquiry is released and delivered, and a stale button says what has happened', async () => {
  await addSuspect(1);
  const page = `/enquiries/${referenceOf(1)}`;
  const { html } = await open(page);
  expect((await follow(await press(page, `${page}/release`, {}, html))).html).toContain('Done: 1.');
  await expect.poll(states).toEqual([]);
  const stale = await follow(await press(page, `${page}/release`, {}, html));
  expect(stale.html).toContain('Not changed: 1');
  expect(stale.html).toContain('4711');
  const dropped = await follow(await press(page, `${page}/drop`, {}, html));
  expect(dropped.html).toContain('Not changed: 1');
  expect(await proxy.outbox.operator.list({ state: 'delivered' })).toHaveLength(1);
});

describe('what the enquiry API refuses after a release', () => {
  beforeEach(() => {
    proxy.enquiryApi.otherwise = respondMissingField('surname');
  });
  async function release(n: number) {
    const page = `/enquiries/${referenceOf(n)}`;
    await press(page, `${page}/release`);
    await expect
      .poll(async () => (await proxy.outbox.operator.list({ reference: referenceOf(n) }))[0]?.held_cause)
      .toBe('refused');
  }

  test.each(['release', 'drop'])('isn’t changed by a button of the earlier page: %s', async decision => {
    await addSuspect(1);
    const page = `/enquiries/${referenceOf(1)}`;
    const { html } = await open(page);
    await release(1);
    const stale = await follow(await press(page, `${page}/${decision}`, {}, html));
    expect(stale.html).toContain('Not changed: 1');
    expect(await states()).toEqual([`${referenceOf(1)} held`]);
  });

  test('isn’t deleted by “Delete all” if it was held after the page was shown', async () => {
    for (const n of [1, 2]) await addSuspect(n);
    await release(2);
    const { html } = await open('/held?cause=refused');
    proxy.elapse(1_000);
    await release(1);
    await press('/held', '/held/drop', { copy: '' }, html);
    expect(await states()).toEqual([`${referenceOf(1)} held`]);
  });
});

test('an enquiry is deleted after a copy, or without one', async () => {
  for (const n of [1, 2]) await addSuspect(n);
  const copies = join(proxy.folder, 'copies');
  for (const [n, copy] of [
    [1, '1'],
    [2, ''],
  ] as const)
    await follow(await press(`/enquiries/${referenceOf(n)}`, `/enquiries/${referenceOf(n)}/drop`, { copy }));
  expect(await states()).toEqual([]);
  expect(readdirSync(copies)).toEqual([referenceOf(1)]);
  expect(actions().filter(each => each.includes('drop'))).toEqual([
    `ada drop after a copy ${referenceOf(1)}`,
    `ada drop without a copy ${referenceOf(2)}`,
  ]);
});

test('nothing is deleted if its copy can’t be written', async () => {
  await addSuspect(1);
  writeFileSync(join(proxy.folder, 'copies'), 'a file in the place of the folder');
  const page = `/enquiries/${referenceOf(1)}`;
  expect((await follow(await press(page, `${page}/drop`))).html).toContain('the copy can’t be written');
  expect(await states()).toEqual([`${referenceOf(1)} held`]);
});

test('an enquiry that is in the back office gets its number there', async () => {
  for (const n of [1, 2]) await addSuspect(n);
  const settle = async (n: number, number: string) => {
    const page = `/enquiries/${referenceOf(n)}`;
    return (await follow(await press(page, `${page}/settle`, { number }))).html;
  };
  expect(await settle(1, 'twelve')).toContain('enter a number');
  expect(await settle(1, ' 12 ')).toContain('Done: 1.');
  expect(await settle(2, '12')).toContain('another enquiry has this number');
});

test('a copy is downloaded as one archive', async () => {
  await addSuspect(1);
  const response = await press(`/enquiries/${referenceOf(1)}`, `/enquiries/${referenceOf(1)}/export`);
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${referenceOf(1)}.tar"`);
  const names: string[] = [];
  const parser = listTar({ onReadEntry: entry => void names.push(entry.path) });
  parser.end(Buffer.from(await response.arrayBuffer()));
  expect(names).toEqual([`${referenceOf(1)}/1-enquiry.json`]);
  expect(existsSync(join(proxy.folder, 'copies'))).toBe(false);
});

test('all with one cause are released or deleted, except those that came later, and each by one of two people', async () => {
  for (let n = 1; n <= 130; n += 1) await addSuspect(n);
  const { html } = await open('/held?cause=suspect');
  await addSuspect(131);
  const both = await Promise.all([1, 2].map(() => press('/held', '/held/drop', { copy: '' }, html)));
  const locations = both.map(each => new URLSearchParams(each.headers.get('location')!.split('?')[1]));
  const sum = (name: string) => locations.reduce((total, each) => total + Number(each.get(name)), 0);
  expect(sum('changed')).toBe(130);
  expect(await states()).toEqual([`${referenceOf(131)} held`]);
  expect(new Set(actions()).size).toBe(130);
  await follow(await press('/held?cause=suspect', '/held/release'));
  await expect.poll(states).toEqual([]);
});

test('a person is found by a name, an address, a number or a reference, which no address or line of the log has', async () => {
  await addSuspect(1, {
    forename: 'Ada',
    surname: "O'Brien",
    email: 'ada@example.com',
    telephone_mobile: '07700900123 ext. 4',
  });
  await addSuspect(2, { forename: 'Bob' });
  for (const term of [
    'ada o’brien',
    'O´Brien',
    'O’Brien, Ada',
    "Adá  o'bri",
    'ADA@example',
    '900123',
    '+44 7700 900123',
  ]) {
    const found = await press('/find', '/find', { term });
    const address = found.headers.get('location')!;
    expect(address).not.toMatch(/ada|900123/i);
    const { html } = await follow(found);
    expect(html).toContain('1 found');
    expect(html).toContain(referenceOf(1));
    expect(html).not.toContain(referenceOf(2));
  }
  expect((await follow(await press('/find', '/find', { term: 'nobody' }))).html).toContain(
    'search the back office',
  );
  for (const term of ['123', ' , ́'])
    expect((await follow(await press('/find', '/find', { term }))).html).toContain('at least four digits');
  expect((await open('/find?term=nonsense')).html).not.toContain('found');
  const reference = await press('/find', '/find', { term: ` ${referenceOf(1).toLowerCase()} ` });
  expect(reference.headers.get('location')).toBe(`/enquiries/${referenceOf(1)}`);
  expect(proxy.log()).not.toMatch(/brien|900123/i);
});

test('the pages are in the language of the browser', async () => {
  await addSuspect(1);
  const { html } = await open('/', { 'accept-language': 'fr-FR,de-AT;q=0.9,en;q=0.8' });
  expect(html).toContain('<html lang="de"');
  expect(html).toContain('1 Zustellung ist angehalten: Spam-Verdacht. Sie ist gerade eben eingegangen.');
});
