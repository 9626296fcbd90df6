// The link to the form on the proxy's own page, where something blocks the requests of this one.
import { houseMove } from '../../tools/testing/widget/case-types.ts';
import { expect, fillInHouseMove, test } from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import type { FormPage } from '../../tools/testing/widget/visitor.ts';

const page = 'https://proxy.example.com/forms/house-move?lang=en';

const linkIn = ({ element }: FormPage) => element.shadowRoot!.querySelector<HTMLAnchorElement>('a.page');

/** Decodes the enquiry in the link. */
function carriedBy(form: FormPage) {
  const encoded = linkIn(form)!.href.split('#enquiry=')[1] ?? '';
  const bytes = Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), each =>
    each.charCodeAt(0),
  );
  return JSON.parse(new TextDecoder().decode(bytes));
}

test('the second lost request offers the proxy’s page, with the enquiry as it was sent', async ({
  open,
  proxy,
}) => {
  const form = await open({}, `<a href="${page}">Moving house</a>`);
  await fillInHouseMove(form);
  await form.fillIn('First name', 'Zoë 🏠');
  proxy.next.enquiry.push('lost', 'lost', 'lost');
  await form.send();
  await expect.element(form.button(textPatterns.tryNow)).toBeVisible();
  expect(linkIn(form)).toBeNull();
  await form.press(textPatterns.tryNow);
  await expect.poll(() => linkIn(form)?.href).toContain(`${page}#enquiry=`);
  const [{ key, body } = { key: '', body: '' }] = proxy.enquiries;
  expect(carriedBy(form)).toEqual({ key, enquiry: JSON.parse(body), has_files: false });
  expect(linkIn(form)!.rel).toBe('noopener noreferrer');
  await expect.element(form.text('Moving house')).not.toBeVisible();

  // After an edit, there is another enquiry to send, which hasn't failed.
  await form.fillIn('First name', 'Ada');
  await expect.poll(() => linkIn(form)).toBeNull();
  await form.send();
  await expect.element(form.button(textPatterns.tryNow)).toBeVisible();
  proxy.next.enquiry.push('lost');
  await form.press(textPatterns.tryNow);
  await expect.poll(() => linkIn(form) && carriedBy(form).enquiry.forename).toBe('Ada');
});

test('a proxy that refuses the page’s origin offers no other page', async ({ open, proxy }) => {
  const form = await open();
  await fillInHouseMove(form);
  proxy.next.enquiry.push('lost');
  proxy.next.lookup.push({ status: 200, body: {}, headers: { 'enquiry-origin': 'refused' } });
  await form.send();
  await expect.element(form.alert()).toMatchTextContent(/contact us another way/);
  expect(linkIn(form)).toBeNull();
});

test('answers that are too long for an address stay on the page, and the note says so', async ({
  open,
  proxy,
}) => {
  const questions = houseMove.questions.map(each => ({ ...each, max_length: 100_000 }));
  proxy.publish({ ...houseMove, questions });
  const form = await open();
  await fillInHouseMove(form);
  await form.fillIn('Is there anything else?', 'x'.repeat(50_000));
  proxy.next.enquiry.push('lost', 'lost');
  await form.send();
  await form.press(textPatterns.tryNow);
  await expect.poll(() => linkIn(form)?.href).toBe(page);
  await expect.element(form.text(/too long to be filled in there/)).toBeVisible();
});
