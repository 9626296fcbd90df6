// `enquiry-start`, even if the visitor starts before the part that emits it is loaded.

import { houseMove } from '../../tools/testing/widget/case-types.ts';
import { pdf } from '../../tools/testing/widget/files.ts';
import { proxyUrl } from '../../tools/testing/widget/scripted-proxy.ts';
import {
  appendForm,
  completeHouseMove,
  eventTypes,
  expect,
  type RecordedEvent,
  reload,
  test,
} from '../../tools/testing/widget/test.ts';
import { EnquiryForm } from '../enquiry-form.ts';

const starts = (events: RecordedEvent[]) => eventTypes(events).filter(type => type === 'enquiry-start');

test('enquiry-start fires once, at the visitor’s first input', async ({ open, events }) => {
  const form = await open();
  form.element.focus();
  expect(events).toEqual([]);
  await form.fillIn('First name', 'Ada');
  await form.fillIn('Email address', 'ada@example.com');
  await expect.poll(() => events).toEqual([{ type: 'enquiry-start', detail: { case_type: 'house-move' } }]);
});

test('a view and a start fire once if the visitor types before the part is loaded', async ({ events }) => {
  let views = 0;
  document.addEventListener('enquiry-view', () => views++);
  const caseType = { ...houseMove, case_type: 'in-the-script', needs: [] };
  EnquiryForm.provide(`${proxyUrl}enquiry-form.js`, [caseType]);
  const form = appendForm({ 'case-type': 'in-the-script' });
  await form.element.updateComplete;
  const forename = form.element.renderRoot.querySelector<HTMLInputElement>('[name=forename]')!;
  forename.value = 'Ada';
  forename.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  expect(events).toEqual([]);
  await expect.poll(() => starts(events)).toHaveLength(1);
  expect(views).toBe(1);
  await form.fillIn('Email address', 'ada@example.com');
  expect(starts(events)).toHaveLength(1);
});

test('values from the site or from a draft don’t count as a start', async ({ open, events }) => {
  const form = await open();
  await form.fillIn('First name', 'Ada');
  await expect.poll(() => starts(events)).toHaveLength(1);
  await expect.poll(() => JSON.stringify(sessionStorage)).toContain('Ada');
  form.element.remove();
  const again = await open({ values: '{"email":"ada@example.com"}' });
  await expect.element(again.field('First name')).toHaveValue('Ada');
  again.element.values = { surname: 'Byron' };
  await expect.element(again.field('Last name')).toHaveValue('Byron');
  expect(starts(events)).toHaveLength(1);
  await again.fillIn('First name', 'Grace');
  await expect.poll(() => starts(events)).toHaveLength(2);
});

test('choosing a file on the receipt doesn’t count as a start', async ({ open, events }) => {
  const form = await completeHouseMove(await open());
  const again = await reload(form);
  await expect.element(again.receipt()).toBeVisible();
  const input = again.addMoreInput().element();
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  await again.addMore(pdf('plan.pdf'));
  await expect.element(again.attachment('plan.pdf')).toMatchTextContent(/Sent/);
  expect(starts(events)).toHaveLength(1);
});
