// Pages that were opened with a test link. The tests recreate the form instead of reloading the page.
import { afterEach, onTestFinished } from 'vitest';
import { houseMove } from '../../tools/testing/widget/case-types.ts';
import { reloadWhileSending, type } from '../../tools/testing/widget/drafts.ts';
import { pdf } from '../../tools/testing/widget/files.ts';
import {
  respondAccepted,
  respondInvalid,
  respondRefusal,
  respondTestLink,
} from '../../tools/testing/widget/scripted-proxy.ts';
import {
  completeHouseMove,
  createForm,
  expect,
  fillInHouseMove,
  sendHouseMove,
  test,
} from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import type { FormPage } from '../../tools/testing/widget/visitor.ts';

const ribbonText = 'Test: nothing will be delivered';
const address = location.href;

/** Opens a test link without loading the page again. */
const follow = (fragment = '#enquiry-test=1.token') => history.replaceState(null, '', fragment);
/** Removes the fragment, as a script of the page might. */
const removeFragment = () => history.replaceState(null, '', address);
afterEach(removeFragment);

async function expectRibbon(form: FormPage): Promise<void> {
  await expect.element(form.ribbon()).toHaveTextContent(ribbonText);
}
const testOf = (body: string | undefined) => JSON.parse(body ?? '{}').test;

test('without a test link, nothing is checked or marked', async ({ open, proxy, events }) => {
  const form = await completeHouseMove(await open());
  await expect.element(form.ribbon()).not.toBeInTheDocument();
  expect(proxy.testLinks).toEqual([]);
  expect(proxy.enquiries[0]!.enquiry).not.toHaveProperty('test');
  for (const { detail } of events) expect(detail).not.toHaveProperty('test');
  // Ordinary visitors don't load the part for test links.
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  expect(loaded.filter(path => /\/(measurement|test-mode)\.ts$/.test(path))).toEqual([
    expect.stringMatching(/measurement\.ts$/),
  ]);
});

test('properties that the page adds to every object don’t make the enquiry a test', async ({
  open,
  proxy,
  events,
}) => {
  const names = ['test', 'link', 'draft', 'isSentTest'];
  const value = 'from the page';
  for (const name of names)
    Object.defineProperty(Object.prototype, name, { value, writable: true, configurable: true });
  onTestFinished(() => {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name);
  });
  const form = await completeHouseMove(await open());
  await expect.element(form.ribbon()).not.toBeInTheDocument();
  expect(Object.keys(proxy.enquiries[0]!.enquiry)).not.toContain('test');
  for (const { detail } of events) expect(Object.keys(detail as object)).not.toContain('test');
});

test('a ribbon stays above the form and the receipt, and the enquiry and all events are marked as a test', async ({
  open,
  proxy,
  events,
}) => {
  follow();
  const form = await open();
  await expectRibbon(form);
  await expect.element(form.announcement()).toHaveTextContent(ribbonText);
  expect(proxy.testLinks.map(({ token }) => token)).toEqual(['1.token']);
  await form.sendWithProblems();
  await expectRibbon(form);
  await fillInHouseMove(form);
  await form.attach(pdf('plan.pdf'));
  await form.complete();
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/Sent/);
  await expectRibbon(form);
  expect(proxy.enquiries.map(({ body }) => testOf(body))).toEqual(['1.token']);
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['enquiry-start', 'enquiry-before-submit', 'enquiry-refused', 'enquiry-accepted']),
  );
  for (const { detail } of events) expect(detail).toMatchObject({ test: true });
});

test('the ribbon names each parameter that the tag overrides, with both values', async ({ open }) => {
  follow('?utm_campaign=spring&utm_term=boots&utm_source=news&gclid=g#enquiry-test=1.token');
  const form = await open({ campaign: 'spring-tv', referer: 'news', keywords: '' });
  await expect
    .poll(() => form.ribbon().query()?.textContent)
    .toBe(
      [
        ribbonText,
        'utm_campaign=spring is ignored: the tag says spring-tv',
        'utm_term=boots is ignored: the tag says ""',
      ].join(''),
    );
  await expectRibbon(await open({ campaign: 'spring-tv', attribution: 'off' }));
});

test('the ribbon is the first thing in the form, in its language', async ({ open, proxy }) => {
  proxy.publish({ ...houseMove, lang: 'ar' });
  follow();
  const form = await open({ lang: 'ar' });
  await expect.element(form.ribbon()).toHaveTextContent('اختبار: لن يُسلَّم أي شيء');
  const ribbon = form.ribbon().element() as HTMLElement;
  expect(ribbon).toBe(form.element.shadowRoot!.querySelector('.frame')!.firstElementChild);
  expect(ribbon.lang).toBe('ar');
  expect(getComputedStyle(ribbon).direction).toBe('rtl');
});

test('a test link that is opened later on the same page counts from then on', async ({ open, proxy }) => {
  const form = await fillInHouseMove(await open());
  location.hash = '#enquiry-test=1.token';
  await expectRibbon(form);
  await form.complete();
  expect(testOf(proxy.enquiries[0]?.body)).toBe('1.token');
});

test.for([
  ['forged or expired', respondTestLink(false), /isn’t valid or has expired/],
  ['impossible to check', 'lost', /couldn’t check this test link/],
] as const)(
  'if the link is %s, a warning is above the ordinary form',
  async ([, response, text], { open, proxy, events }) => {
    follow();
    proxy.next.testLink.push(response);
    const form = await open();
    await expect.element(form.alert()).toMatchTextContent(text);
    await expect.element(form.alert()).toMatchTextContent(/your enquiry will be delivered as usual/);
    await completeHouseMove(form);
    await expect.element(form.alert()).toMatchTextContent(text);
    expect(proxy.enquiries.map(({ enquiry }) => 'test' in enquiry)).toEqual([false]);
    for (const { detail } of events) expect(detail).not.toHaveProperty('test');
  },
);

test('an enquiry that was sent before the warning keeps its token, even in a retry', async ({
  open,
  proxy,
}) => {
  follow();
  proxy.next.testLink.push('held');
  proxy.next.enquiry.push('lost', respondRefusal(403, 'test-link-invalid'));
  const form = await sendHouseMove(await open());
  await expect.element(form.button('Sending…')).toBeVisible();
  await expect.poll(() => proxy.testLinks.length).toBe(1);
  expect(proxy.enquiries).toEqual([]);
  proxy.testLinks[0]?.respond(respondTestLink(false));
  await form.press(textPatterns.tryNow);
  await expect.element(form.text(/test link is no longer valid/)).toBeVisible();
  expect(proxy.enquiries.map(({ body }) => testOf(body))).toEqual(['1.token', '1.token']);
  // The visitor has now seen the warning.
  await form.complete();
  expect(testOf(proxy.enquiries[2]?.body)).toBeUndefined();
});

test('a test that the proxy refuses is not sent without its token', async ({ open, proxy, events }) => {
  follow();
  proxy.next.enquiry.push(respondRefusal(403, 'test-link-invalid'));
  const form = await sendHouseMove(await open());
  await expect.element(form.text(/We didn’t send your test/)).toBeVisible();
  await expectRibbon(form);
  expect(events).toContainEqual({
    type: 'enquiry-failed',
    detail: { case_type: 'house-move', code: 'test-link-invalid', test: true },
  });
  await form.complete();
  expect(proxy.enquiries.map(({ body }) => testOf(body))).toEqual(['1.token', '1.token']);
});

test('after a reload of a page that removes the fragment, the receipt of a test is still marked', async ({
  open,
}) => {
  follow();
  const form = await completeHouseMove(await open());
  form.element.remove();
  removeFragment();

  const again = await open();
  await expect.element(again.receipt()).toBeVisible();
  await expectRibbon(again);
  await again.press('Start a new enquiry');
  await expect.element(again.field('First name')).toBeVisible();
  await expect.element(again.ribbon()).not.toBeInTheDocument();
});

test('after a reload of such a page, the draft of a test is still for a test, until it is cleared', async ({
  open,
  proxy,
}) => {
  follow();
  const form = await open();
  await expectRibbon(form);
  await type(form, 'Ada');
  form.element.remove();
  removeFragment();

  const again = await open();
  await expectRibbon(again);
  await again.press('Clear answers and start again');
  await expect.element(again.ribbon()).not.toBeInTheDocument();
  await again.press('Undo');
  await expectRibbon(again);
  await completeHouseMove(again);
  expect(proxy.enquiries.map(({ body }) => testOf(body))).toEqual(['1.token']);
});

test('a test that was being sent is resumed as a test, and its correction is a test, too', async ({
  open,
  proxy,
}) => {
  follow();
  await reloadWhileSending(await open(), proxy);
  removeFragment();

  proxy.next.enquiry.push(respondInvalid({ field: 'email', rule: 'not_an_email' }));
  const again = await open();
  await expect.element(again.problems()).toBeVisible();
  await expectRibbon(again);
  await again.fillIn('Email address', 'ada@example.org');
  await again.complete();
  await expectRibbon(again);
  expect(proxy.enquiries.map(({ body }) => testOf(body))).toEqual(['1.token', '1.token', '1.token']);
  expect(proxy.enquiries[1]?.key).toBe(proxy.enquiries[0]?.key);
});

test('an ordinary enquiry that was being sent is resumed as an ordinary one, without a ribbon', async ({
  open,
  proxy,
  events,
}) => {
  await reloadWhileSending(await open(), proxy);
  follow();

  proxy.next.enquiry.push(respondAccepted());
  const again = await open();
  await expect.element(again.receipt()).toBeVisible();
  await expect.element(again.ribbon()).not.toBeInTheDocument();
  expect(proxy.enquiries.map(({ body }) => testOf(body))).toEqual([undefined, undefined]);
  expect(proxy.enquiries[1]?.key).toBe(proxy.enquiries[0]?.key);
  expect(events.at(-1)).toMatchObject({ type: 'enquiry-accepted' });
  expect(events.at(-1)?.detail).not.toHaveProperty('test');
  await again.press('Start a new enquiry');
  await expectRibbon(again);
});

test('a form that the page adds later is in test mode, too', async ({ proxy }) => {
  follow();
  const form = createForm();
  form.element.removeAttribute('case-type');
  document.body.append(form.element);
  await form.element.updateComplete;
  form.element.setAttribute('case-type', 'house-move');
  await expectRibbon(form);
  expect(proxy.testLinks).toHaveLength(1);
});
