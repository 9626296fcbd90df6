// The Return key in the fields of a form.
import { userEvent } from 'vitest/browser';
import { accident } from '../../tools/testing/widget/case-types.ts';
import { ask, nameOnly } from '../../tools/testing/widget/questions.ts';
import { contact, questionsWith } from '../../tools/testing/widget/steps.ts';
import { expect, fillInHouseMove, test } from '../../tools/testing/widget/test.ts';
import { expectFocus, type FormPage, waitUntilVisible } from '../../tools/testing/widget/visitor.ts';

/** Focuses a field and waits until the part of the form that handles keys is loaded. */
async function focus(form: FormPage, label: string): Promise<HTMLInputElement> {
  const control = (await waitUntilVisible(form.field(label))) as HTMLInputElement;
  control.focus();
  // Its style comes with that part.
  await expect
    .poll(() => getComputedStyle(form.element.renderRoot.querySelector('.send')!).display)
    .toBe('flex');
  control.blur();
  control.focus();
  return control;
}

test('Return moves to the next field while something required is missing', async ({ open, proxy }) => {
  const form = await open();
  const forename = await focus(form, 'First name');
  expect(forename.enterKeyHint).toBe('next');
  await userEvent.keyboard('Ada{Enter}');
  await expectFocus(form.field('Last name'));
  await userEvent.keyboard('{Enter}{Enter}ada@example.com{Enter}');
  await expectFocus(form.field('Buying'));
  await expect.element(form.problems()).not.toBeInTheDocument();
  expect(proxy.enquiries).toEqual([]);
});

test('Return sends once nothing required is missing', async ({ open, proxy }) => {
  const form = await fillInHouseMove(await open());
  const email = await focus(form, 'Email address');
  expect(email.enterKeyHint).toBe('send');
  await userEvent.keyboard('{Enter}');
  await expect.element(form.receipt()).toBeVisible();
  expect(proxy.enquiries).toHaveLength(1);
});

test('the hint follows the first character', async ({ open, proxy }) => {
  const form = await open(ask(proxy, { id: 'town', type: 'text', label: 'Which town?', required: true }));
  const town = await focus(form, 'Which town?');
  expect(town.enterKeyHint).toBe('next');
  await userEvent.keyboard('L');
  expect(town.enterKeyHint).toBe('send');
  await userEvent.keyboard('{Backspace}');
  expect(town.enterKeyHint).toBe('next');
});

test('Return in the last field shows what is missing above', async ({ open, proxy }) => {
  const town = { id: 'town', type: 'text' as const, label: 'Which town?', required: true };
  const questions = [...nameOnly.questions, town];
  proxy.publish({ ...nameOnly, questions, attachments: { ...nameOnly.attachments, max_files: 0 } });
  const form = await open();
  await focus(form, 'Which town?');
  await userEvent.keyboard('Leeds{Enter}');
  await expect.element(form.problems()).toBeVisible();
});

test('Return in a part of a date or an address moves to the next part', async ({ open, proxy }) => {
  const date = { id: 'day', type: 'date', entry: 'memorable', label: 'When?' } as const;
  const home = { id: 'home', type: 'address', entry: 'lines', label: 'Where?' } as const;
  const form = await open(ask(proxy, date, { ...home, required: true }));
  await focus(form, 'First name');
  for (const [question, [part, next]] of [
    ['When?', ['Day', 'Month']],
    ['Where?', ['Address line 1', 'Address line 2']],
  ] as const) {
    (form.part(question, part).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expectFocus(form.part(question, next));
  }
});

test('in steps, Return in a part of a date moves to the next part, and in the last one to the next step', async ({
  open,
  proxy,
}) => {
  proxy.publish({ ...accident, questions: questionsWith('day', { entry: 'memorable' }) });
  const form = await open({ 'case-type': 'accident', layout: 'steps' });
  await contact(form, /The accident/);
  await form.pick('Where did it happen?', 'On the road');
  (form.part('When did it happen?', 'Day').element() as HTMLElement).focus();
  await userEvent.keyboard('31{Enter}1{Enter}2026{Enter}');
  await expect.element(form.heading(/Your health/)).toBeVisible();
});

test('Return in a textarea is a line break', async ({ open }) => {
  const form = await open();
  await focus(form, 'First name');
  (await waitUntilVisible(form.field('Is there anything else?'))).focus();
  await userEvent.keyboard('One{Enter}Two');
  await expect.element(form.field('Is there anything else?')).toHaveValue('One\nTwo');
});

test('Return that ends the input of an East Asian word stays in the field', async ({ open }) => {
  const form = await open();
  const forename = await focus(form, 'First name');
  const press = (options: KeyboardEventInit) =>
    forename.dispatchEvent(
      new KeyboardEvent('keydown', {
        key: 'Enter',
        bubbles: true,
        composed: true,
        cancelable: true,
        ...options,
      }),
    );
  expect(press({ isComposing: true })).toBe(true);
  expect(press({ keyCode: 229 })).toBe(true);
  await expectFocus(form.field('First name'));
  expect(press({})).toBe(false);
  await expectFocus(form.field('Last name'));
});

test('in steps, Return continues', async ({ open, proxy }) => {
  proxy.publish(accident);
  const form = await open({ 'case-type': 'accident', layout: 'steps' });
  await form.fillIn('First name', 'Ada');
  await focus(form, 'Email address');
  await userEvent.keyboard('ada@example.com{Enter}');
  await expect.element(form.heading(/The accident/)).toBeVisible();
});
