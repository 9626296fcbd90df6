// The link on the receipt that adds files later, from another device.
import { onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { houseMove } from '../../tools/testing/widget/case-types.ts';
import { pdf } from '../../tools/testing/widget/files.ts';
import { onPhone } from '../../tools/testing/widget/phone.ts';
import { respondAccepted } from '../../tools/testing/widget/scripted-proxy.ts';
import { expect, reload, sendHouseMove, test } from '../../tools/testing/widget/test.ts';
import type { FormPage } from '../../tools/testing/widget/visitor.ts';

const add_later = { token: '1771113600.x8Q.house-move', until: '2026-11-30T12:00:00.000Z' };
const link = `https://proxy.example.com/enquiries/7K2PQ-2M9XD/files?lang=en#${add_later.token}`;
const until = /^Now, or from any device until 30 November 2026\.$/;

async function setWidth(width: number): Promise<void> {
  const before = [innerWidth, innerHeight] as const;
  await page.viewport(width, 800);
  onTestFinished(() => page.viewport(...before));
}

const codeOf = (form: FormPage) => page.elementLocator(form.element).getByRole('img', { name: /QR code/ });

test('the visitor can copy the link, which works until a date', async ({ open, proxy }) => {
  await setWidth(400);
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  proxy.next.enquiry.push(respondAccepted({ add_later }));
  const form = await sendHouseMove(await open());
  await expect.element(form.text(until)).toBeVisible();
  await form.press('Add files');
  await form.press('Copy link');
  await expect.element(form.button('Link copied')).toBeVisible();
  await expect.element(form.announcement()).toHaveTextContent('Link copied');
  expect(copy.mock.calls).toEqual([[link]]);
  await expect.element(codeOf(form)).not.toBeInTheDocument();
});

test('on a wide screen, the receipt shows the link as a QR code', async ({ open, proxy }) => {
  await setWidth(1000);
  proxy.next.enquiry.push(respondAccepted({ add_later }));
  const form = await sendHouseMove(await open());
  await expect.element(form.text(until)).toBeVisible();
  await expect.element(codeOf(form)).not.toBeInTheDocument();
  await form.press('Add files');
  await expect.element(codeOf(form)).toBeVisible();
});

test('on a phone, the visitor shares the link', async ({ open, proxy }) => {
  const share = vi.fn(async () => {});
  onPhone(share);
  proxy.next.enquiry.push(respondAccepted({ add_later }));
  const form = await sendHouseMove(await open());
  await form.press('Add files');
  await form.press('Share link');
  await expect.poll(() => share.mock.calls).toEqual([[{ title: 'Add files', url: link }]]);
  await form.press('Keep a copy');
  await form.press(/^Share$/);
  await expect.poll(() => share.mock.calls.length).toBe(2);
  expect(JSON.stringify(share.mock.calls[1])).not.toContain(add_later.token);
});

test('without a clipboard, it is an ordinary link', async ({ open, proxy }) => {
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never);
  proxy.next.enquiry.push(respondAccepted({ add_later }));
  const form = await sendHouseMove(await open());
  await form.press('Add files');
  await expect.element(form.link('Add files')).toHaveAttribute('href', link);
});

test('it becomes an ordinary link when copying is forbidden', async ({ open, proxy }) => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no'));
  proxy.next.enquiry.push(respondAccepted({ add_later }));
  const form = await sendHouseMove(await open());
  await form.press('Add files');
  await form.press('Copy link');
  await expect.element(form.link('Add files')).toHaveAttribute('href', link);
});

test('the link is there after a reload', async ({ open, proxy }) => {
  proxy.next.enquiry.push(respondAccepted({ add_later }));
  const form = await sendHouseMove(await open());
  await expect.element(form.text(until)).toBeVisible();
  const again = await reload(form);
  await expect.element(again.text(until)).toBeVisible();
});

test('an enquiry that has all its files has no link', async ({ open, proxy }) => {
  proxy.next.enquiry.push(respondAccepted({ add_later }));
  const form = await open();
  await form.attach(pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf'));
  await sendHouseMove(form);
  await expect.element(form.button('Keep a copy')).toBeVisible();
  await expect.element(form.attachment('3.pdf')).toMatchTextContent(/Sent/);
  await expect.element(form.text(until)).not.toBeInTheDocument();
});

test('a proxy of an earlier release gives no link, and a form without files shows none', async ({
  open,
  proxy,
}) => {
  const form = await sendHouseMove(await open());
  await expect.element(form.button('Keep a copy')).toBeVisible();
  await expect.element(form.text(until)).not.toBeInTheDocument();
  form.element.reset();
  form.element.remove();

  proxy.publish({ ...houseMove, attachments: { ...houseMove.attachments, max_files: 0 } });
  proxy.next.enquiry.push(respondAccepted({ add_later }));
  const other = await sendHouseMove(await open());
  await expect.element(other.button('Keep a copy')).toBeVisible();
  await expect.element(other.text(until)).not.toBeInTheDocument();
});
