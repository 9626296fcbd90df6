import { afterEach, expect, test, vi } from 'vitest';
import { addPage, checkRecord, describePage, parseRecord, type VisitRecord } from './record.ts';

const names = ['utm_source', 'gclid'];
const minuteMs = 60_000;
const firm = 'https://firm.example';
const search = 'https://search.example/?q=secret';

/** Opens these pages one after the other, and returns the record. */
function visit(
  ...pages: [address: string, referrer: string, atMs?: number, document?: number][]
): VisitRecord {
  let record: VisitRecord | undefined;
  for (const [at, [address, referrer, now = at, document = at]] of pages.entries()) {
    record = addPage(record, { addresses: [address], referrer, isReloaded: false, now, document }, names);
  }
  return record!;
}

afterEach(() => vi.unstubAllGlobals());

test.each([
  [`${firm}/`, ''],
  [`${firm}/home?q=secret`, ''],
  [`${firm}:8443/`, `${firm}:8443/`],
  [`${firm}.evil.example/`, `${firm}.evil.example/`],
  [search, search],
  ['', ''],
])('a page of %j that links to one of the site is the referrer %j', (referrer, described) => {
  vi.stubGlobal('document', { referrer });
  vi.stubGlobal('location', { origin: firm });
  expect(describePage([`${firm}/form`]).referrer).toBe(described);
});

test('a record begins with the first page', () => {
  expect(visit([`${firm}/landing?gclid=a&email=b`, search, 7, 8])).toEqual({
    version: 1,
    updated: 7,
    document: 8,
    landing_page: `${firm}/landing`,
    referrer: 'https://search.example/',
    values: { gclid: 'a' },
    first: {
      landing_page: `${firm}/landing`,
      referrer: 'https://search.example/',
      parameters: { gclid: 'a' },
    },
  });
});

const landed = [`${firm}/landing?gclid=a`, search, 0, 1] as [string, string, number, number];

test.each([
  ['a link on the site, or no referrer', `${firm}/b`, '', 1, '/landing'],
  ['an unknown referrer', `${firm}/b`, 'about:blank', 1, '/landing'],
  ['a link on another site', `${firm}/b`, 'https://social.example/', 1, '/b'],
  ['a link in an app', `${firm}/b`, 'android-app://com.example.mail/', 1, '/b'],
  ['a parameter in its address', `${firm}/b?utm_source=c`, '', 1, '/b'],
  ['a pause of half an hour', `${firm}/b`, '', 30 * minuteMs, '/b'],
  ['a pause of just under half an hour', `${firm}/b`, '', 30 * minuteMs - 1, '/landing'],
  ['a clock that was set back', `${firm}/b`, '', -31 * minuteMs, '/b'],
])('after %s, the landing page is right', (_, address, referrer, now, path) => {
  const record = visit(landed, [address, referrer, now, 2]);
  expect(record.landing_page).toBe(`${firm}${path}`);
  expect(record.updated).toBe(now);
  expect(record.values.gclid).toBe('a');
  expect(record.first.landing_page).toBe(`${firm}/landing`);
});

test('a reload begins a visit only if there is none, because the referrer may not have linked to this page', () => {
  const reloaded = {
    addresses: [`${firm}/b`],
    referrer: search,
    now: 1,
    document: 2,
    isReloaded: true,
  };
  expect(addPage(visit(landed), reloaded, names).landing_page).toBe(`${firm}/landing`);
  expect(addPage(undefined, reloaded, names).landing_page).toBe(`${firm}/b`);
});

test('values of a later page replace those of earlier pages with the same name, and the first visit is kept', () => {
  const record = visit(landed, [`${firm}/b?utm_source=c`, ''], [`${firm}/d?gclid=e`, search]);
  expect(record.values).toEqual({ utm_source: 'c', gclid: 'e' });
  expect(record.first).toMatchObject({ landing_page: `${firm}/landing`, parameters: { gclid: 'a' } });
});

test('a second script on the same page changes only the values', () => {
  const record = visit(landed, [`${firm}/later?utm_source=c`, search, 40 * minuteMs, 1]);
  expect(record).toMatchObject({ landing_page: `${firm}/landing`, values: { gclid: 'a', utm_source: 'c' } });
});

const stored = visit([`${firm}/landing?gclid=a`, search, 1000, 5]);
const lifetimeMs = 100;

test('a stored record is read until it expires, even if the clock was set back', () => {
  const read = (now: number) => parseRecord(JSON.stringify(stored), now, lifetimeMs);
  expect(read(1099)).toEqual(stored);
  expect(read(901)).toEqual(stored);
  expect(read(1100)).toBeUndefined();
  expect(read(900)).toBeUndefined();
});

test.each([
  ['nothing', null],
  ['malformed JSON', '{'],
  ['null', 'null'],
  ['a number', '7'],
  ['a list', '[]'],
  ['a text that is too long', JSON.stringify({ ...stored, more: 'z'.repeat(100_000) })],
  ['another version', JSON.stringify({ ...stored, version: 2 })],
  ['no time', JSON.stringify({ ...stored, updated: 'now' })],
])('%s in storage is not a record', (_, text) => {
  expect(parseRecord(text, 1000, Infinity)).toBeUndefined();
});

test('only the texts of known parameters are read from storage, and long ones are cut', () => {
  const odd = {
    ...stored,
    landing_page: 7,
    referrer: null,
    values: { gclid: 'x'.repeat(10_000), utm_source: { a: 1 }, other: 'y' },
    first: 'garbage',
  };
  const record = parseRecord(JSON.stringify(odd), 1000, Infinity);
  expect(checkRecord(record!, [...names, 'constructor'])).toEqual({
    ...stored,
    landing_page: '',
    referrer: '',
    values: { gclid: 'x'.repeat(1000) },
    first: { landing_page: '', referrer: '', parameters: {} },
  });
  const empty = parseRecord('{"version":1,"updated":1000}', 1000, Infinity)!;
  expect(checkRecord(empty, names).values).toEqual({});
});
