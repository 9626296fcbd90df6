// What a visitor keeps of the receipt: the reference, and a copy that is shared on a phone and saved elsewhere.
import { vi } from 'vitest';
import { houseMove } from '../../tools/testing/widget/case-types.ts';
import { pdf } from '../../tools/testing/widget/files.ts';
import { onPhone } from '../../tools/testing/widget/phone.ts';
import { respondAccepted } from '../../tools/testing/widget/scripted-proxy.ts';
import {
  advanceClock,
  expect,
  fillInHouseMove,
  reload,
  sendHouseMove,
  stopClock,
  test,
} from '../../tools/testing/widget/test.ts';
import { sendWithFiles } from '../../tools/testing/widget/uploads.ts';
import type { FormPage } from '../../tools/testing/widget/visitor.ts';

const withContact = {
  ...houseMove,
  contact_us: { text: 'Rather talk?', phone: '01632 960001', email: 'office@example.com' },
};
const sentOn = /^Sent on \d{1,2} \w+ \d{4} at \d\d:\d\d$/;

/** Presses one of the buttons that “Keep a copy” shows. */
async function keepCopy(form: FormPage, button: string): Promise<void> {
  await form.press('Keep a copy');
  await form.press(button);
}

/** Records the files that the page saves. */
function recordSaved(): { name: string; text: string }[] {
  const saved: { name: string; text: string }[] = [];
  const texts = new Map<string, Promise<string>>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation(file => {
    const address = `blob:${texts.size}`;
    // `text()` would remove the byte order mark.
    const text = (file as Blob)
      .arrayBuffer()
      .then(bytes => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
    texts.set(address, text);
    return address;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(async function (this: HTMLAnchorElement) {
    const text = await texts.get(this.href)!;
    saved.push({ name: this.download, text });
  });
  return saved;
}

test('the reference is copied by a tap on it, and by a button for people who can’t tap it', async ({
  open,
}) => {
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const form = await sendHouseMove(await open());
  await keepCopy(form, 'Copy the reference');
  await expect.element(form.button('Copied')).toBeVisible();
  await expect.element(form.announcement()).toHaveTextContent('Copied');
  const said = form.announcement().element().textContent;
  await form.press('Copied');
  // A screen reader only hears another text.
  await expect.poll(() => form.announcement().element().textContent).not.toBe(said);
  form.element.reset();
  await sendHouseMove(form);
  await form.text('7K2PQ-2M9XD').click();
  await expect.element(form.text(/^Copied\s*$/)).toBeVisible();
  expect(copy.mock.calls).toEqual(Array(3).fill(['7K2PQ-2M9XD']));
});

test('“Copied” gives way to the label again', async ({ open }) => {
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const form = await sendHouseMove(await open());
  await expect.element(form.receipt()).toBeVisible();
  const number = form.element.renderRoot.querySelector<HTMLElement>('.number p')!;
  stopClock();
  number.click();
  await expect.poll(() => number.innerText).toMatch(/^Copied\s+7K2PQ-2M9XD$/);
  expect(number.textContent).toContain('Your reference'); // On paper.
  await advanceClock(4);
  await expect.poll(() => number.innerText).toMatch(/^Your reference\s+7K2PQ-2M9XD$/);
});

test('without a clipboard, the reference doesn’t look as if a tap copied it', async ({ open }) => {
  const cursorOf = (form: FormPage) => getComputedStyle(form.text('7K2PQ-2M9XD').element()).cursor;
  const form = await sendHouseMove(await open());
  await expect.element(form.receipt()).toBeVisible();
  expect(cursorOf(form)).toBe('copy');
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never);
  form.element.requestUpdate();
  await form.element.updateComplete;
  expect(cursorOf(form)).not.toBe('copy');
});

test('when copying is forbidden, the button stays as it is', async ({ open }) => {
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no'));
  const form = await sendHouseMove(await open());
  await keepCopy(form, 'Copy the reference');
  await expect.poll(() => copy.mock.calls).toEqual([['7K2PQ-2M9XD']]);
  await expect.element(form.button('Copy the reference')).toBeVisible();
});

test('a visitor saves a copy with the time, the reference, what happens next, the number of files and how to reach the firm', async ({
  open,
  proxy,
}) => {
  proxy.publish(withContact);
  proxy.next.enquiry.push(
    respondAccepted({
      call_back: 'We’ll call you on Monday 30 November 2026 from 9 am.',
      firm: 'Hartley & Rowe',
    }),
  );
  const saved = recordSaved();
  const form = await sendWithFiles(await open(), pdf('plan.pdf'), pdf('survey.pdf', 200));
  await expect.element(form.text('Both files were sent.')).toBeVisible();
  await keepCopy(form, 'Save a copy');
  await expect
    .poll(() => saved.map(({ name }) => name))
    .toEqual(['Hartley & Rowe – enquiry 7K2PQ-2M9XD.txt']);
  const lines = saved[0]!.text.split('\r\n');
  expect(lines).toEqual([
    '\ufeffHartley & Rowe',
    'Moving house',
    '',
    expect.stringMatching(sentOn),
    'Your reference: 7K2PQ-2M9XD',
    '',
    'We’ll call you on Monday 30 November 2026 from 9 am.',
    'We’ll call you tomorrow.',
    'Sent with it: 2 files',
    '',
    'Rather talk?',
    '01632 960001',
    'office@example.com',
    '',
  ]);
});

test('a copy has what the site owner promises, with the number and the date', async ({ open, proxy }) => {
  const phone = 'A solicitor will call you on {contact} {day}.\nThere’s nothing to pay.';
  proxy.publish({ ...houseMove, next: { phone, email: 'A solicitor will write.' } });
  const promise = {
    to: 'telephone_mobile' as const,
    text: 'We’ll call you on {to} tomorrow, {date}.',
    day: 'tomorrow, {date}',
    date: 'Tuesday 24 November, from 9 am',
  };
  const call_back = 'We’ll call you on Tuesday 24 November 2026 from 9 am.';
  proxy.next.enquiry.push(respondAccepted({ call_back, promise }));
  const saved = recordSaved();
  const form = await fillInHouseMove(await open());
  await form.fillIn('Mobile number', '07700 900123');
  await form.send();
  await keepCopy(form, 'Save a copy');
  const own = 'A solicitor will call you on 07700 900123 tomorrow, Tuesday 24 November, from 9 am.';
  await expect
    .poll(() => saved.map(({ text }) => text))
    .toEqual([expect.stringContaining(`${own}\r\nThere’s nothing to pay.`)]);
  expect(saved[0]!.text).not.toMatch(/We’ll call you/);
});

test('a copy has the answers only if the visitor asks for them, and the host where the firm’s name is unknown', async ({
  open,
}) => {
  const saved = recordSaved();
  const form = await fillInHouseMove(await open());
  await form.fillIn('Is there anything else?', 'First\nsecond');
  await form.send();
  await keepCopy(form, 'Save a copy');
  await form.press('Save with my answers');
  await expect.poll(() => saved).toHaveLength(2);
  const [without, complete] = saved.map(({ text }) => text.replaceAll('\r\n', '\n'));
  expect(without).toMatch(`\ufeff${location.host}\nMoving house\n`);
  expect(without).not.toMatch(/Ada|ada@|Remortgaging|files/);
  expect(complete).toBe(
    `${without}
Your answers

First name
Ada

Email address
ada@example.com

What are you planning?
Remortgaging

Is there anything else?
First
second
`,
  );
});

test('after a reload, a copy can be saved, but without the answers, which the page no longer has', async ({
  open,
}) => {
  const saved = recordSaved();
  const form = await sendHouseMove(await open());
  await form.press('Keep a copy');
  await expect.element(form.button('Save with my answers')).toBeVisible();
  const again = await reload(form);
  await keepCopy(again, 'Save a copy');
  await expect.poll(() => saved.map(({ text }) => text)).toEqual([expect.stringContaining('7K2PQ-2M9XD')]);
  expect(saved[0]!.text.split('\r\n')).toContainEqual(expect.stringMatching(sentOn));
  await expect.element(again.button('Save with my answers')).not.toBeInTheDocument();
});

test('on a phone, the visitor shares the copy', async ({ open }) => {
  const shared: ShareData[] = [];
  onPhone(async each => void shared.push(each));
  const form = await sendHouseMove(await open());
  await form.press('Keep a copy');
  const button = form.button('Share with my answers');
  await expect.element(button).toBeVisible();
  (button.element() as HTMLElement).click();
  // At once: after a wait, browsers don't share any more.
  expect(shared).toEqual([
    {
      title: `${location.host} – enquiry 7K2PQ-2M9XD`,
      text: expect.stringMatching(/7K2PQ-2M9XD\n.*\nFirst name\nAda\n/s),
    },
  ]);
  await expect.element(form.button('Save a copy')).not.toBeInTheDocument();
});

test('closing the dialog changes nothing, and a phone that can’t share offers to save the copy', async ({
  open,
}) => {
  const refusals = ['AbortError', 'NotAllowedError'];
  onPhone(() => Promise.reject(new DOMException('', refusals.shift())));
  const saved = recordSaved();
  const form = await sendHouseMove(await open());
  await keepCopy(form, 'Share');
  await form.press('Share');
  await form.press('Save a copy');
  expect(refusals).toEqual([]);
  await expect.poll(() => saved).toHaveLength(1);
});

test('a frame in which the page may not share offers to save the copy', async ({ open }) => {
  onPhone(() => Promise.reject(new DOMException('', 'NotAllowedError')));
  Object.assign(navigator, { canShare: () => false });
  const form = await sendHouseMove(await open());
  await form.press('Keep a copy');
  await expect.element(form.button('Save a copy')).toBeVisible();
});
