// Tests of the receipt and of the redirect after it.
import { onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { contact, houseMove } from '../../tools/testing/widget/case-types.ts';
import { docx, pdf } from '../../tools/testing/widget/files.ts';
import { onPhone } from '../../tools/testing/widget/phone.ts';
import { respondAccepted, respondRefusal } from '../../tools/testing/widget/scripted-proxy.ts';
import {
  completeHouseMove,
  expect,
  fillInHouseMove,
  reload,
  sendHouseMove,
  test,
} from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { sendWithFiles } from '../../tools/testing/widget/uploads.ts';
import { expectFocus } from '../../tools/testing/widget/visitor.ts';

test('the receipt replaces the form, takes the focus and says what happens next', async ({ open }) => {
  const form = await sendHouseMove(await open());
  await expectFocus(form.receipt());
  await expect.element(form.text(/We’ll call you tomorrow\./)).toBeVisible();
  await expect.element(form.button(textPatterns.send)).not.toBeInTheDocument();
  await expect.element(form.field('First name')).not.toBeInTheDocument();
});

test('read without its style, too, the receipt’s texts are apart', async ({ open, proxy }) => {
  proxy.publish({ ...houseMove, contact_us: { text: 'Rather talk?', phone: '01632 960001' } });
  const form = await sendWithFiles(await open(), pdf('plan.pdf'));
  await expect.element(form.text('Your file was sent.')).toBeVisible();
  await form.press('Keep a copy');
  await expect.element(form.button('Save a copy')).toBeVisible();
  const text = form.receipt().element().textContent?.replaceAll(/\s+/g, ' ');
  expect(text).toMatch(/Your reference 7K2PQ-2M9XD/);
  expect(text).toMatch(/Copy the reference Save a copy Save with my answers/);
  expect(text).toMatch(/Rather talk\? 01632 960001/);
  expect(text).toMatch(/pdf plan\.pdf.* Sent/);
});

test('the receipt says first when the firm will call, and after a reload, too', async ({ open, proxy }) => {
  proxy.next.enquiry.push(respondAccepted({ call_back: 'We’ll call you on <Monday>.' }));
  const form = await sendHouseMove(await open());
  const shown = /We’ll call you on <Monday>\..*We’ll call you tomorrow\./;
  await expect.element(form.receipt()).toMatchTextContent(shown);
  const again = await reload(form);
  await expect.element(again.receipt()).toMatchTextContent(shown);
});

test('with four files, the receipt asks for five things at most, and is at most 1,000 px high on a phone', async ({
  open,
  proxy,
}) => {
  const before = [innerWidth, innerHeight] as const;
  await page.viewport(360, 740);
  onTestFinished(() => page.viewport(...before));
  onPhone(async () => {});
  document.body.style.margin = '0 12px';
  onTestFinished(() => document.body.removeAttribute('style'));
  proxy.publish({
    ...houseMove,
    attachments: { ...houseMove.attachments, max_files: 5 },
    contact_us: { text: 'Rather talk?', phone: '01632 960001' },
    next: {
      phone:
        'A solicitor will call you on {contact} {day}.\nThere’s nothing to pay until you decide to go ahead.',
      email: 'A solicitor will write to {contact}.',
    },
  });
  proxy.next.enquiry.push(
    respondAccepted({
      add_later: { token: '1771113600.x8Q.house-move', until: '2026-11-30T12:00:00.000Z' },
      promise: {
        to: 'telephone_mobile',
        text: 'We’ll call you on {to} on {date}.',
        day: 'on {date}',
        date: 'Monday 30\u00a0November',
      },
    }),
  );
  const form = await open();
  await form.fillIn('Mobile number', '07700 900123');
  const names = ['IMG_20261128_road.jpg.pdf', 'letter.pdf', 'police report.pdf', 'plan.pdf'];
  await sendWithFiles(form, ...names.map((name, at) => pdf(name, 200 + at)));
  await expect.element(form.text('All 4 files were sent.')).toBeVisible();
  await expect.element(form.button('Change the number')).toBeVisible();
  // An action is whatever the keyboard reaches. What a disclosure shows isn't counted as long as it is closed, and neither is
  // the reference, which is text: a tap copies it, but it asks for nothing, and a button behind “Keep a copy” does the same.
  const receipt = form.receipt().element();
  const actions = [
    ...receipt.querySelectorAll<HTMLElement>('a[href], button, input, summary, [tabindex="0"]'),
  ]
    .filter(each => each.checkVisibility())
    .map(each => each.textContent!.trim());
  expect(actions).toEqual([
    'Change the number',
    'Keep a copy',
    'Add files',
    '01632 960001',
    'Start a new enquiry',
  ]);
  const card = form.element.shadowRoot!.querySelector('[part~=receipt]')!;
  expect(card.getBoundingClientRect().height).toBeLessThanOrEqual(1_000);
});

test('a case type that says nothing about what happens next has a receipt without it', async ({
  open,
  proxy,
}) => {
  const { next: _, ...withoutNext } = houseMove;
  const questions = houseMove.questions.map(each => (each.id === 'email' ? contact.email : each));
  proxy.publish({ ...withoutNext, questions });
  const form = await fillInHouseMove(await open());
  await form.fillIn('Email address', '');
  await form.complete();
  expect(form.element.shadowRoot?.querySelector('[part=next]')).toBeNull();
});

test('a visitor can add files to an enquiry below those that were sent, unless the case type takes none', async ({
  open,
  proxy,
}) => {
  const form = await sendWithFiles(await open(), pdf('plan.pdf'));
  await expect.element(form.text('Your file was sent.')).toBeVisible();
  const last = form.attachment('plan.pdf').element();
  const more = form.addMoreInput().element();
  expect(last.compareDocumentPosition(more)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  form.element.remove();
  sessionStorage.clear();

  proxy.publish({ ...houseMove, attachments: { ...houseMove.attachments, max_files: 0 } });
  const without = await completeHouseMove(await open());
  await expect.element(without.text('Your files')).not.toBeInTheDocument();
  await expect.element(without.addMoreInput()).not.toBeInTheDocument();
});

test('the site’s own thanks are shown on the receipt, and not before', async ({ open }) => {
  const form = await open({}, '<template slot="thanks"><p>Here’s a voucher.</p></template>');
  await expect.element(form.text('Here’s a voucher.')).not.toBeInTheDocument();
  await sendHouseMove(form);
  await expect.element(form.text('Here’s a voucher.')).toBeVisible();
  form.element.reset();
  await expect.element(form.text('Here’s a voucher.')).not.toBeInTheDocument();
});

test('when a file has failed, the visitor stays and finds a link to success-url', async ({
  open,
  proxy,
  destinations,
}) => {
  proxy.next.upload.push(respondRefusal(415, 'unsupported-media-type'));
  const form = await sendWithFiles(
    await open({ 'success-url': 'https://www.example.com/thanks' }),
    pdf('plan.pdf'),
  );
  await expect.element(form.text(textPatterns.someFilesFailed)).toBeVisible();
  await expect.element(form.link(/Continue/)).toHaveAttribute('href', 'https://www.example.com/thanks');
  expect(destinations).toEqual([]);
});

test('a file that was refused before Send keeps the visitor on the receipt until it is skipped', async ({
  open,
  destinations,
}) => {
  const form = await fillInHouseMove(await open({ 'success-url': 'https://www.example.com/thanks' }));
  await form.attach(docx('notes.docx'), pdf('plan.pdf'));
  await expect.element(form.attachment('plan.pdf')).toMatchTextContent(/kB/);
  await form.send();
  await expect.element(form.text('1 of 2 files was sent.')).toBeVisible();
  await expect.element(form.link(/Continue/)).toHaveAttribute('href', 'https://www.example.com/thanks');
  expect(destinations).toEqual([]);
  await form.press('Skip this file: notes.docx');
  await expect.poll(() => destinations).toEqual(['https://www.example.com/thanks']);
});
