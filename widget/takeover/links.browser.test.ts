// Links to forms, which become forms.
import { page } from 'vitest/browser';
import { houseMove, houseMoveInWelsh } from '../../tools/testing/widget/case-types.ts';
import { proxyUrl, respondRefusal } from '../../tools/testing/widget/scripted-proxy.ts';
import { completeHouseMove, expect, sendHouseMove, test } from '../../tools/testing/widget/test.ts';
import { expectFocus, FormPage } from '../../tools/testing/widget/visitor.ts';
import type { EnquiryForm } from '../enquiry-form.ts';
import { takeOverLinks } from './links.ts';

const text = 'Send us an enquiry';
const linkTo = (address: string) => `<a href="${address}" data-enquiry-form>${text}</a>`;
const link = page.getByRole('link', { name: text });

/** Shows a page with this content, and takes its links over. */
function show(content: string): void {
  document.body.innerHTML = content;
  takeOverLinks(document, proxyUrl);
}

const elements = () => document.querySelectorAll<EnquiryForm>('enquiry-form');

/** Resolves with the page's form once it is shown. */
async function shownForm(): Promise<FormPage> {
  await expect.poll(() => elements()[0]?.matches('[ready]:not([hidden])')).toBe(true);
  return new FormPage(elements()[0]!);
}

/** Waits until what was in progress has ended without a form. */
const expectNoForm = () => expect.poll(() => elements()).toHaveLength(0);

test('a link becomes the form that it leads to, in its place', async ({ proxy }) => {
  show(`<p>Before ${linkTo(`${proxyUrl}forms/house-move`)} after</p>`);
  const form = await shownForm();
  await expect.element(link).not.toBeInTheDocument();
  expect(form.element.previousSibling?.textContent).toBe('Before ');
  expect(form.element.nextSibling?.textContent).toBe(' after');
  await completeHouseMove(form);
  expect(proxy.enquiries).toHaveLength(1);
});

test('the form has the language and the marketing values in the link’s address', async ({ proxy }) => {
  proxy.publish(houseMoveInWelsh);
  show(
    linkTo(
      `${proxyUrl}forms/house-move?lang=cy&amp;utm_campaign=spring&amp;utm_source=radio+kent&amp;utm_term=&amp;other=1`,
    ),
  );
  const form = await shownForm();
  await expect.element(form.heading('Symud tŷ')).toBeVisible();
  form.element.lang = 'en';
  await completeHouseMove(form);
  expect(proxy.enquiries[0]?.enquiry).toMatchObject({
    marketing_campaign: 'spring',
    marketing_lead_referer: 'radio kent',
    marketing_keywords: '',
    attribution: { sources: { marketing_campaign: 'tag', marketing_lead_referer: 'tag' } },
  });
});

test('the link stays and works until its form can be shown', async ({ proxy, destinations }) => {
  proxy.next.lookup.push('held');
  show(linkTo(`${proxyUrl}forms/house-move`));
  await expect.poll(() => proxy.lookups).toHaveLength(1);
  expect(elements()[0]?.checkVisibility()).toBe(false);
  await link.click();
  expect(destinations).toEqual([`${proxyUrl}forms/house-move`]);
  proxy.lookups[0]?.respond({ status: 200, body: houseMove });
  await shownForm();
  await expect.element(link).not.toBeInTheDocument();
});

test('a link that has the focus hands it over to the first field', async ({ proxy }) => {
  proxy.next.lookup.push('held');
  show(linkTo(`${proxyUrl}forms/house-move`));
  await expect.poll(() => proxy.lookups).toHaveLength(1);
  (link.element() as HTMLElement).focus();
  proxy.lookups[0]?.respond({ status: 200, body: houseMove });
  await expectFocus((await shownForm()).field('First name'));
});

test('a link without the focus takes it from nothing else', async () => {
  show(`<button>Menu</button>${linkTo(`${proxyUrl}forms/house-move`)}`);
  const menu = page.getByRole('button', { name: 'Menu' });
  (menu.element() as HTMLElement).focus();
  await shownForm();
  await expectFocus(menu);
});

test.for([
  ['another proxy', 'https://other.example.com/forms/house-move'],
  ['the proxy below another path', `${proxyUrl}other/forms/house-move`],
  ['another page of the proxy', `${proxyUrl}forms/house-move/prerendered`],
  ['all forms of the proxy', `${proxyUrl}forms`],
  ['a phone number', 'tel:+441632960001'],
])('a link to %s is left alone', async ([, address], { proxy }) => {
  show(linkTo(address!));
  expect(elements()).toHaveLength(0);
  expect(proxy.lookups).toEqual([]);
  await expect.element(link).toBeVisible();
});

test('without an address of a proxy, as in a bundle, each link names its own', async ({ proxy }) => {
  document.body.innerHTML = linkTo(`${proxyUrl}forms/house-move`);
  takeOverLinks(document, '');
  await completeHouseMove(await shownForm());
  expect(proxy.enquiries).toHaveLength(1);
});

test('a link inside a form is left alone, because it is the form’s fallback', async () => {
  show(
    `<enquiry-form case-type="house-move" proxy="${proxyUrl}"><p>${linkTo(`${proxyUrl}forms/house-move`)}</p></enquiry-form>`,
  );
  await shownForm();
  expect(elements()).toHaveLength(1);
});

test.for([
  ['the proxy has no such case type', respondRefusal(404, 'unknown-case-type')],
  [
    'the proxy refuses the page',
    { status: 200, body: houseMove, headers: { 'enquiry-origin': 'refused' } } as const,
  ],
  ['the network fails', 'lost'],
] as const)('a link stays if %s, and the next call tries again', async ([, response], { proxy }) => {
  proxy.next.lookup.push('held');
  show(linkTo(`${proxyUrl}forms/house-move`));
  await expect.poll(() => proxy.lookups).toHaveLength(1);
  proxy.lookups[0]?.respond(response);
  await expectNoForm();
  await expect.element(link).toBeVisible();
  takeOverLinks(document, proxyUrl);
  await shownForm();
});

test('further calls change nothing: not while the form is being loaded, and not afterwards', async ({
  proxy,
}) => {
  proxy.next.lookup.push('held');
  show(linkTo(`${proxyUrl}forms/house-move`));
  takeOverLinks(document, proxyUrl);
  await expect.poll(() => proxy.lookups).toHaveLength(1);
  takeOverLinks(document, proxyUrl);
  proxy.lookups[0]?.respond({ status: 200, body: houseMove });
  const form = await shownForm();
  await form.fillIn('First name', 'Ada');
  takeOverLinks(document, proxyUrl);
  expect(elements()).toHaveLength(1);
  expect(proxy.lookups).toHaveLength(1);
  await expect.element(form.field('First name')).toHaveValue('Ada');
});

test('only links below the root become forms, which may be in a shadow root', async () => {
  document.body.innerHTML = `${linkTo(`${proxyUrl}forms/house-move`)}<div></div>`;
  const root = document.querySelector('div')!.attachShadow({ mode: 'open' });
  root.innerHTML = linkTo(`${proxyUrl}forms/house-move`);
  takeOverLinks(root, proxyUrl);
  await expect.poll(() => root.querySelector('enquiry-form')?.checkVisibility()).toBe(true);
  expect(elements()).toHaveLength(0);
});

test('a link that the page has removed meanwhile becomes no form', async ({ proxy }) => {
  proxy.next.lookup.push('held');
  show(`<p>${linkTo(`${proxyUrl}forms/house-move`)}</p>`);
  await expect.poll(() => proxy.lookups).toHaveLength(1);
  link.element().remove();
  proxy.lookups[0]?.respond({ status: 200, body: houseMove });
  await expectNoForm();
});

test('if an enquiry can’t be sent, the form shows the link', async ({ proxy }) => {
  show(linkTo(`${proxyUrl}forms/house-move`));
  const form = await shownForm();
  proxy.next.enquiry.push(respondRefusal(400, 'malformed'));
  await sendHouseMove(form);
  await expect.element(link).toBeVisible();
});
