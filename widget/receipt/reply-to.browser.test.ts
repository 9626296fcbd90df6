// The receipt says where the reply will go, as long as the page lives.
import { houseMove } from '../../tools/testing/widget/case-types.ts';
import { pdf } from '../../tools/testing/widget/files.ts';
import { respondUploaded } from '../../tools/testing/widget/scripted-proxy.ts';
import { expect, fillInHouseMove, sendHouseMove, test } from '../../tools/testing/widget/test.ts';
import { expectFocus } from '../../tools/testing/widget/visitor.ts';

test('the receipt says where the reply will go, with the addresses in bold', async ({ open }) => {
  const form = await open();
  await fillInHouseMove(form);
  await form.fillIn('Mobile number', '07700 900123');
  await form.send();
  await expect
    .element(form.receipt())
    .toMatchTextContent(/We’ll reply to ada@example\.com or call 07700 900123\./);
  await expect.element(form.text(/^ada@example\.com$/)).toBeVisible();
  await expect.element(form.text(/^07700 900123$/)).toBeVisible();
});

test('in Arabic, too, the groups of a phone number are in their order', async ({ open, proxy }) => {
  proxy.publish({ ...houseMove, lang: 'ar', questions: [] });
  const values = '{"forename":"Ada","email":"ada@example.com","telephone_mobile":"+447700900123"}';
  const form = await open({ lang: 'ar', values });
  await form.element.submit();
  await expect.element(form.text(/^\+44 7700 900123$/)).toBeVisible();
  const text = form.text(/^\+44 7700 900123$/).element().firstChild!;
  const leftOf = (at: number) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect().left;
  };
  const offsets = [0, 4, 9].map(leftOf);
  expect(offsets).toEqual(offsets.toSorted((one, other) => one - other));
});

test('an address that the site has filled in and doesn’t show isn’t on the receipt', async ({ open }) => {
  const form = await open({ 'hidden-fields': 'email', values: '{"email":"desk@example.com"}' });
  await form.fillIn('First name', 'Ada');
  await form.choose('Remortgaging');
  await form.send();
  await expect.element(form.receipt()).toBeVisible();
  await expect.element(form.receipt()).not.toMatchTextContent(/desk@example\.com/);
});

test('“Wrong number or email?” shows how to reach the firm', async ({ open, proxy }) => {
  proxy.publish({ ...houseMove, receipt: { ...houseMove.receipt, contact: 'Call us on 020 7946 0000.' } });
  const form = await open();
  await sendHouseMove(form);
  await form.text('Wrong number or email?').click();
  await expect.element(form.text('Call us on 020 7946 0000.')).toBeVisible();
  await expect.element(form.button('Correct my details')).not.toBeInTheDocument();
});

test('without a contact text, the visitor can correct the details and send a second enquiry', async ({
  open,
  proxy,
}) => {
  const form = await open();
  await sendHouseMove(form);
  await form.text('Wrong number or email?').click();
  await expect.element(form.text(/send a second enquiry/)).toBeVisible();
  await form.press('Correct my details');
  await expectFocus(form.field('First name'));
  await expect.element(form.field('Email address')).toHaveValue('ada@example.com');
  await expect.element(form.field('Remortgaging')).toBeChecked();
  await form.fillIn('Email address', 'ada.byron@example.com');
  await form.send();
  await expect.element(form.receipt()).toMatchTextContent(/ada\.byron@example\.com/);
  const [first, second] = proxy.enquiries;
  expect(second?.key).not.toBe(first?.key);
});

test('another enquiry can’t be started while files are being uploaded, because it would abort them', async ({
  open,
  proxy,
}) => {
  proxy.next.upload.push('held');
  const form = await open();
  await fillInHouseMove(form);
  await form.attach(pdf('plan.pdf'));
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/kB/);
  await form.send();
  await expect.element(form.receipt()).toBeVisible();
  await expect.element(form.text('Wrong number or email?')).not.toBeInTheDocument();
  await expect.element(form.button('Start a new enquiry')).not.toBeInTheDocument();
  await expect.poll(() => proxy.uploads.length).toBe(1);
  proxy.uploads[0]?.respond(respondUploaded());
  await expect.element(form.button('Start a new enquiry')).toBeVisible();
});
