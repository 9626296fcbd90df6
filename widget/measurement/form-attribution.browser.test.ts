// Attribution in each mode. The visitor has arrived on `/landing`, and the site has changed the address since then.
import { afterEach, beforeEach, vi } from 'vitest';
import type { Enquiry } from '../../proxy/contract/enquiry.ts';
import { houseMove } from '../../tools/testing/widget/case-types.ts';
import type { ScriptedProxy } from '../../tools/testing/widget/scripted-proxy.ts';
import { completeHouseMove, expect, setPrerendering, test } from '../../tools/testing/widget/test.ts';
import type { FormPage } from '../../tools/testing/widget/visitor.ts';
import './measurement.ts'; // Loaded before the tests, so that a form that is ready has it.

const { original } = vi.hoisted(() => {
  const { href } = location;
  // This runs before the script is evaluated.
  history.replaceState(null, '', '/landing?gclid=landing&utm_campaign=landing');
  return { original: href };
});
const key = 'enquiry-attribution';
const { origin } = location;

/** The record of an earlier visit. */
const earlier = JSON.stringify({
  version: 1,
  updated: Date.now(),
  document: 1,
  landing_page: `${origin}/earlier`,
  referrer: 'https://search.example/',
  values: { gclid: 'earlier', utm_campaign: 'earlier', utm_term: 'earlier' },
  first: { landing_page: `${origin}/first`, referrer: '', parameters: { gclid: 'first' } },
});

beforeEach(() => history.replaceState(null, '', '/form'));
afterEach(() => {
  localStorage.clear();
  signalConsent(undefined);
  history.replaceState(null, '', original);
});

function signalConsent(attribution: boolean | undefined): void {
  document.dispatchEvent(new CustomEvent('enquiry-consent', { detail: { attribution } }));
}

async function send(form: FormPage, proxy: ScriptedProxy): Promise<Enquiry> {
  await completeHouseMove(form);
  return proxy.enquiries.at(-1)!.enquiry;
}

/** The page is remembered when the part is loaded, which is after the first render. */
async function waitForRecord(storage: Storage): Promise<void> {
  await expect.poll(() => storage.getItem(key)).toContain('"gclid":"landing"');
}

test('the page’s values are kept if the address changes before the form exists, and nothing is stored', async ({
  open,
  proxy,
}) => {
  sessionStorage.setItem(key, earlier);
  localStorage.setItem(key, earlier);
  expect(await send(await open(), proxy)).toMatchObject({
    marketing_campaign: 'landing',
    marketing_keywords: '',
    attribution: {
      landing_page: `${origin}/landing`,
      parameters: { gclid: 'landing' },
      sources: { marketing_campaign: 'earlier page', gclid: 'earlier page' },
    },
  });
  expect([sessionStorage.getItem(key), localStorage.getItem(key)]).toEqual([earlier, earlier]);
});

test('only the values of the tag are sent when attribution is off', async ({ open, proxy }) => {
  history.replaceState(null, '', '/form?utm_term=now&gclid=now');
  const { attribution, ...enquiry } = await send(await open({ attribution: 'off', campaign: 'tag' }), proxy);
  expect(enquiry).toMatchObject({
    marketing_campaign: 'tag',
    marketing_keywords: '',
    marketing_lead_referer: '',
  });
  expect(attribution).toEqual({ sources: { marketing_campaign: 'tag' } });
});

test('an unknown mode is reported, and counts as page', async ({ open, proxy }) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const form = await open({ attribution: 'forever' });
  await expect.poll(() => warn.mock.calls.flat().join()).toContain('"forever"');
  expect((await send(form, proxy)).marketing_campaign).toBe('landing');
  expect(sessionStorage.getItem(key)).toBeNull();
});

test('with session, the values of earlier pages are used, and this page’s are stored', async ({
  open,
  proxy,
}) => {
  sessionStorage.setItem(key, earlier);
  const form = await open({ attribution: 'session' });
  await waitForRecord(sessionStorage);
  const { marketing_keywords, attribution } = await send(form, proxy);
  expect(marketing_keywords).toBe('earlier');
  expect(attribution).toMatchObject({
    landing_page: `${origin}/landing`, // It has parameters, so a visit began there.
    parameters: { gclid: 'landing' },
  });
  expect(attribution).not.toHaveProperty('first');
  expect(JSON.parse(sessionStorage.getItem(key)!)).toMatchObject({
    values: { gclid: 'landing', utm_term: 'earlier' },
  });
});

test('the config’s parameters and the first visit are sent if the definition says so', async ({
  open,
  proxy,
}) => {
  proxy.publish({ ...houseMove, attribution: { parameters: ['partner'], first_touch: true } });
  sessionStorage.setItem(key, earlier);
  history.replaceState(null, '', '/form?partner=a');
  const { attribution } = await send(await open({ attribution: 'session' }), proxy);
  expect(attribution).toMatchObject({
    parameters: { partner: 'a' },
    first: { landing_page: `${origin}/first` },
  });
  proxy.publish(houseMove);
});

test('persist stores nothing until the visitor consents, and then the visit so far', async ({
  open,
  proxy,
}) => {
  const form = await open({ attribution: 'persist' });
  expect(await send(form, proxy)).toMatchObject({ marketing_campaign: 'landing' });
  expect(localStorage.length).toBe(0);
  signalConsent(true);
  await waitForRecord(localStorage);
  expect(sessionStorage.getItem(key)).toBeNull();
});

test('consent may come before the form, and a stored record counts as earlier consent', async ({
  open,
  proxy,
}) => {
  signalConsent(true);
  const first = await open({ attribution: 'persist' });
  await waitForRecord(localStorage);
  first.element.remove();
  signalConsent(undefined);
  localStorage.setItem(key, earlier);
  const second = await open({ attribution: 'persist' });
  await waitForRecord(localStorage);
  expect((await send(second, proxy)).marketing_keywords).toBe('earlier');
});

test('consent that is given while the form is outside the page counts when it is back', async ({ open }) => {
  const form = await open({ attribution: 'persist' });
  form.element.remove();
  signalConsent(true);
  expect(localStorage.getItem(key)).toBeNull();
  document.body.append(form.element);
  await waitForRecord(localStorage);
});

test('withdrawing consent erases every record immediately, and earlier pages no longer count', async ({
  open,
  proxy,
}) => {
  localStorage.setItem(key, earlier);
  sessionStorage.setItem(key, earlier);
  const form = await open({ attribution: 'persist' });
  await waitForRecord(localStorage);
  signalConsent(false);
  expect([localStorage.getItem(key), sessionStorage.getItem(key)]).toEqual([null, null]);
  const enquiry = await send(form, proxy);
  expect(enquiry).toMatchObject({ marketing_campaign: 'landing', marketing_keywords: '' });
  expect(localStorage.getItem(key)).toBeNull();
});

test('a record that another tab has erased no longer counts', async ({ open, proxy }) => {
  localStorage.setItem(key, earlier);
  const form = await open({ attribution: 'persist' });
  await waitForRecord(localStorage);
  localStorage.removeItem(key);
  expect((await send(form, proxy)).marketing_keywords).toBe('');
});

test('consent that is withdrawn in another tab is withdrawn in this one, too', async ({ open, proxy }) => {
  const first = await open({ attribution: 'persist' });
  signalConsent(true);
  await waitForRecord(localStorage);
  sessionStorage.setItem(key, earlier);
  const another = document.createElement('iframe'); // It gets and causes the same events as another tab.
  document.body.append(another);
  another.contentWindow!.localStorage.removeItem(key);
  await expect.poll(() => sessionStorage.getItem(key)).toBeNull();
  first.element.remove();
  expect((await send(await open({ attribution: 'persist' }), proxy)).marketing_campaign).toBe('landing');
  expect(localStorage.getItem(key)).toBeNull();
});

test('session stores nothing while consent is refused', async ({ open, proxy }) => {
  sessionStorage.setItem(key, earlier);
  signalConsent(false);
  const form = await open({ attribution: 'session' });
  expect((await send(form, proxy)).marketing_keywords).toBe('');
  expect(sessionStorage.getItem(key)).toBeNull();
});

test.for([
  ['is remembered when it is opened', true, 'landing'],
  ['erases nothing before it is opened', false, null],
] as const)('a prerendered page %s', async ([, hasConsent, remembered], { open }) => {
  localStorage.setItem(key, earlier);
  setPrerendering(true);
  await open({ attribution: 'persist' });
  signalConsent(hasConsent);
  await new Promise(requestAnimationFrame);
  expect(localStorage.getItem(key)).toBe(earlier);
  setPrerendering(false);
  const values = () => JSON.parse(localStorage.getItem(key) ?? '{}').values?.gclid ?? null;
  await expect.poll(values).toBe(remembered);
});

test('if the browser has no storage, the enquiry has the page’s values', async ({ open, proxy }) => {
  const denied = () => {
    throw new DOMException('', 'SecurityError');
  };
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(denied);
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(denied);
  const form = await open({ attribution: 'persist' });
  signalConsent(true);
  signalConsent(false);
  const { attribution } = await send(form, proxy);
  vi.restoreAllMocks(); // The fixture clears the storage.
  expect(attribution?.parameters).toEqual({ gclid: 'landing' });
});

test('a record that has expired is erased', async ({ open, proxy }) => {
  localStorage.setItem(
    key,
    JSON.stringify({ ...JSON.parse(earlier), updated: Date.now() - 91 * 24 * 60 * 60_000 }),
  );
  expect((await send(await open({ attribution: 'persist' }), proxy)).marketing_keywords).toBe('');
  expect(localStorage.getItem(key)).toBeNull();
});
