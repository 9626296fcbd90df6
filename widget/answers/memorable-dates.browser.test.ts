import type { Question } from '../../proxy/contract/definition.ts';
import { keep } from '../../tools/testing/widget/drafts.ts';
import { ask, sent } from '../../tools/testing/widget/questions.ts';
import { expect, test } from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { expectFocus, type FormPage, press, waitUntilVisible } from '../../tools/testing/widget/visitor.ts';

const when: Question = {
  id: 'day',
  type: 'date',
  entry: 'memorable',
  label: 'When did it happen?',
  help: 'Give your best guess.',
  required: true,
};

/** What is shown as day, month and year. */
function shown(form: FormPage): string[] {
  return ['Day', 'Month', 'Year'].map(
    part => (form.part(when.label, part).element() as HTMLInputElement).value,
  );
}

test('a day, month and year are sent as a date, and shown in words', async ({ open, proxy }) => {
  const form = await open(ask(proxy, when));
  await form.fillInParts(when.label, { Day: '2', Month: '02', Year: '2026' });
  await expect.element(form.text(/^Monday,? 2 February 2026$/)).toBeVisible();
  await expect.element(form.part(when.label, 'Month')).toHaveAttribute('inputmode', 'numeric');
  expect(await sent(form, proxy)).toEqual({ day: '2026-02-02' });
});

test('a pasted date is split, and the focus doesn’t move', async ({ open, proxy }) => {
  const form = await open(ask(proxy, when));
  await form.fillInParts(when.label, { Day: '2 Feb 2026' });
  await expect.poll(() => shown(form)).toEqual(['2', '2', '2026']);
  await expectFocus(form.part(when.label, 'Day'));
  expect(await sent(form, proxy)).toEqual({ day: '2026-02-02' });
});

test('screen readers hear the question, its help and its problem with the group', async ({ open, proxy }) => {
  const form = await open(ask(proxy, when));
  await expect
    .element(form.group(when.label))
    .toHaveAccessibleName(/^When did it happen\?\s+Give your best guess\.$/);
  await expect.element(form.part(when.label, 'Day')).toHaveAccessibleName('Day');
  await expect.element(form.part(when.label, 'Day')).toBeRequired();
  await form.send();
  await expect.element(form.group(when.label)).toHaveAccessibleName(/Error:\s+Enter a date$/);
  await expect.element(form.part(when.label, 'Day')).toBeInvalid();
  await press(form.problems().getByRole('link', { name: /When did it happen/ }));
  await expectFocus(form.part(when.label, 'Day'));
});

test('what is still missing in a corrected date is said when the visitor leaves it, not between its parts', async ({
  open,
  proxy,
}) => {
  const form = await open(ask(proxy, when));
  await form.fillInParts(when.label, { Day: '2' });
  await form.send();
  await expect.element(form.group(when.label)).toHaveAccessibleName(/real date/);
  await form.fillInParts(when.label, { Month: '2' });
  (form.part(when.label, 'Day').element() as HTMLElement).focus();
  await form.element.updateComplete;
  await expect.element(form.group(when.label)).not.toHaveAccessibleName(/must include|real date/);
  (form.field('First name').element() as HTMLElement).focus();
  await expect.element(form.group(when.label)).toHaveAccessibleName(/must include a year/);
  await form.fillInParts(when.label, { Year: '2026' });
  await expect.element(form.problems()).not.toBeInTheDocument();
});

test('a month and year are enough for an approximate date, or a year, but not a day without a month', async ({
  open,
  proxy,
}) => {
  const form = await open(ask(proxy, { ...when, approximate: true }));
  await form.fillInParts(when.label, { Day: '3', Year: '2026' });
  await form.send();
  await expect.element(form.problems()).toMatchTextContent(/must include a month/);
  await form.fillInParts(when.label, { Day: '', Month: 'Feb' });
  await expect.element(form.text(/^February 2026$/)).toBeVisible();
  for (const part of ['Day', 'Month']) await expect.element(form.part(when.label, part)).not.toBeRequired();
  await expect.element(form.part(when.label, 'Year')).toBeRequired();
  expect(await sent(form, proxy)).toEqual({ day: '2026-02' });
});

test('a prefilled year is shown in its part, and stays after a draft', async ({ open, proxy }) => {
  const ask2026 = () => ask(proxy, { ...when, approximate: true });
  ask2026();
  const form = await open({ values: '{"answers":{"day":"2026"}}' });
  await expect.poll(() => shown(form)).toEqual(['', '', '2026']);
  await form.fillInParts(when.label, { Year: '2025' });
  await keep('2025');
  form.element.remove();
  ask2026();
  const again = await open();
  await expect.poll(() => shown(again)).toEqual(['', '', '2025']);
  await again.fillIn('First name', 'Ada');
  expect(await sent(again, proxy)).toEqual({ day: '2025' });
});

test('a prefilled date is shown in its parts', async ({ open, proxy }) => {
  ask(proxy, when);
  const form = await open({ values: '{"forename":"Ada","answers":{"day":"2026-02-01"}}' });
  await expect.element(form.part(when.label, 'Day')).toHaveValue('1');
  await expect.poll(() => shown(form)).toEqual(['1', '2', '2026']);
  await expect.element(form.text(/1 February 2026/)).toBeVisible();
  form.element.values = { answers: { day: '2026-03-04' } };
  await expect.element(form.part(when.label, 'Day')).toHaveValue('4');
  expect(await sent(form, proxy)).toEqual({ day: '2026-03-04' });
});

test('a draft restores half a date as it was typed', async ({ open, proxy }) => {
  const form = await open(ask(proxy, when));
  await form.fillInParts(when.label, { Day: '31', Month: 'Febr' });
  await keep('Febr');
  form.element.remove();
  const again = await open(ask(proxy, when));
  await expect.element(again.text(textPatterns.restored)).toBeVisible();
  await expect.element(again.part(when.label, 'Day')).toHaveValue('31');
  await expect.poll(() => shown(again)).toEqual(['31', 'Febr', '']);
});

test('starting again empties the parts', async ({ open, proxy }) => {
  const form = await open(ask(proxy, when));
  await form.fillInParts(when.label, { Day: '31', Month: '1', Year: '2026' });
  await expect.element(form.text(/31 January 2026/)).toBeVisible();
  form.element.reset();
  await expect.element(form.part(when.label, 'Day')).toHaveValue('');
  await expect.poll(() => shown(form)).toEqual(['', '', '']);
  await expect.element(form.text(/31 January 2026/)).not.toBeInTheDocument();
});

test('a date that was typed before the lazy part was loaded counts', async ({ open, proxy }) => {
  ask(proxy, when);
  const form = await open();
  const year = (await waitUntilVisible(form.part(when.label, 'Year'))) as HTMLInputElement;
  year.value = '1/2/2026'; // Without an event, as some browsers fill in forms.
  await form.fillIn('First name', 'Ada');
  await expect.element(form.part(when.label, 'Day')).toHaveValue('1');
  expect(await sent(form, proxy)).toEqual({ day: '2026-02-01' });
});

test('only a birthday is filled in by the browser', async ({ open, proxy }) => {
  const born: Question = { ...when, id: 'born', label: 'When were you born?', autocomplete: 'bday' };
  const form = await open(ask(proxy, when, born));
  await expect.element(form.part(born.label, 'Day')).toHaveAttribute('autocomplete', 'bday-day');
  await expect.element(form.part(born.label, 'Year')).toHaveAttribute('autocomplete', 'bday-year');
  await expect.element(form.part(when.label, 'Day')).toHaveAttribute('autocomplete', '');
});

test('a question can depend on a date in parts', async ({ open, proxy }) => {
  const late: Question = {
    id: 'late',
    type: 'text',
    label: 'Why do you ask now?',
    shown_when: { question: 'day', less_than: '2023-01-01' },
  };
  const form = await open(ask(proxy, when, late));
  await form.fillInParts(when.label, { Day: '1', Month: '2', Year: '2022' });
  await expect.element(form.field(late.label)).toBeVisible();
  await form.fillInParts(when.label, { Year: '2026' });
  await expect.element(form.field(late.label)).not.toBeVisible();
});

test('the browser’s own date field, in which 26 is the year 0026, needs a year of four digits', async ({
  open,
  proxy,
}) => {
  const form = await open(ask(proxy, { id: 'move', type: 'date', label: 'When do you move?' }));
  await form.fillIn('When do you move?', '0026-02-01');
  await form.send();
  await expect.element(form.problems()).toMatchTextContent(/Write the year with four digits/);
  await expect.element(form.text(/1 February/)).not.toBeInTheDocument();
  await form.fillIn('When do you move?', '2026-02-01');
  await expect.element(form.text(/^Sunday,? 1 February 2026$/)).toBeVisible();
  expect(await sent(form, proxy)).toEqual({ move: '2026-02-01' });
});
