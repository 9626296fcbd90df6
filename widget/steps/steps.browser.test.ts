// The form in steps: one part at a time.
import { userEvent } from 'vitest/browser';
import type { Definition, Question } from '../../proxy/contract/definition.ts';
import {
  accident,
  accidentContact,
  contactDetails,
  contactStep,
  houseMove,
} from '../../tools/testing/widget/case-types.ts';
import { pdf } from '../../tools/testing/widget/files.ts';
import {
  contact,
  endingText,
  questionsWithEnding,
  test,
  theAccident,
  yourHealth,
} from '../../tools/testing/widget/steps.ts';
import { expect } from '../../tools/testing/widget/test.ts';
import { textPatterns } from '../../tools/testing/widget/texts.ts';
import { expectFocus, waitUntilVisible } from '../../tools/testing/widget/visitor.ts';

test('the first step has the form’s heading and asks for the contact details', async ({ openSteps }) => {
  const form = await openSteps();
  await expect.element(form.heading('Tell us what happened')).toBeVisible();
  await expect.element(form.heading(/^Step 1 of 6 Your contact details$/)).toBeVisible();
  await expect.element(form.field('First name')).toBeVisible();
  await expect.element(form.field('When did it happen?')).not.toBeVisible();
  await expect.element(form.fileInput()).not.toBeInTheDocument();
  await expect.element(form.button('Back')).not.toBeInTheDocument();
  await expect.element(form.button(textPatterns.send)).not.toBeInTheDocument();
});

test('Continue leads to the next step, whose heading takes the focus', async ({ openSteps }) => {
  const form = await openSteps();
  const first = form.heading(/^Step 1/).element();
  await contact(form);
  await expectFocus(form.heading(/^Step 2 of 6 The accident$/));
  // It is a new element, because Orca may read what an element said before.
  expect(first).not.toBe(form.heading(/^Step 2/).element());
  await expect.element(form.field('When did it happen?')).toBeVisible();
  await expect.element(form.field('First name')).not.toBeVisible();
  await expect.element(form.heading('Tell us what happened')).not.toBeInTheDocument();
});

test('the number of a step is in smaller print than its title, whatever else has loaded', async ({
  openSteps,
}) => {
  const form = await openSteps();
  const ratio = () => {
    const [heading, count] = ['step-heading', 'step-count'].map(
      part => form.element.shadowRoot!.querySelector(`[part~=${part}]`)!,
    );
    return (
      Number.parseFloat(getComputedStyle(count!).fontSize) /
      Number.parseFloat(getComputedStyle(heading!).fontSize)
    );
  };
  await expect.element(form.heading(/Your contact details/)).toBeVisible();
  const before = ratio();
  expect(before).toBeLessThan(0.8);
  await contact(form); // Loads the parts that check and send.
  await expect.element(form.heading(/The accident/)).toBeVisible();
  expect(ratio()).toBeCloseTo(before, 5);
});

test('Continue first checks the answers of the step, and only those', async ({ openSteps, proxy }) => {
  const form = await openSteps();
  await form.press('Continue');
  await expectFocus(form.problems());
  await expect.element(form.problems().getByRole('link', { name: /first name/ })).toBeVisible();
  expect(form.problems().getByRole('link').elements()).toHaveLength(2);
  await expect.element(form.field('Email address')).toBeInvalid();
  await contact(form, /The accident/);
  await expect.element(form.problems()).not.toBeInTheDocument();
  expect(proxy.enquiries).toEqual([]);
});

test('a double click on Continue goes one step', async ({ openSteps }) => {
  const form = await openSteps();
  await form.fillIn('First name', 'Ada');
  await form.fillIn('Email address', 'ada@example.com');
  await userEvent.dblClick(form.button('Continue'));
  await expect.element(form.heading(/^Step 2 of 6/)).toBeVisible();
  await expect.element(form.problems()).not.toBeInTheDocument();
});

test('the second click of a slow double click, which lands on the next step, is ignored', async ({
  openSteps,
}) => {
  const form = await openSteps();
  await contact(form, /The accident/);
  const click = (detail: number) =>
    new MouseEvent('click', { detail, bubbles: true, composed: true, cancelable: true });
  const button = await waitUntilVisible(form.button('Continue'));
  expect(button.dispatchEvent(click(2))).toBe(false);
  expect(button.dispatchEvent(click(1))).toBe(true);
  await expect.element(form.problems()).toBeVisible();
});

test('Back leads to the step before, with its answers', async ({ openSteps }) => {
  const form = await openSteps();
  await contact(form);
  await form.press('Back');
  await expectFocus(form.heading(/Your contact details/));
  await expect.element(form.field('First name')).toHaveValue('Ada');
  await form.go('Continue', /The accident/);
});

test('the title of a step is in line with its questions, whatever else has loaded', async ({ openSteps }) => {
  const form = await openSteps();
  await contact(form);
  await theAccident(form);
  await yourHealth(form);
  await form.attachReady(pdf('plan.pdf'));
  const [title, rows] = ['.step', '.rows'].map(
    each => form.element.shadowRoot!.querySelector<HTMLElement>(each)!.offsetLeft,
  );
  expect(title).toBe(rows);
});

test('contact details that come last have a step of their own, and a number to call is below Send only', async ({
  openSteps,
}) => {
  const form = await openSteps({
    questions: [
      ...accident.questions.slice(3),
      ...accidentContact.map((each, at) => ({ ...each, ...(!at && { heading: 'How can we reach you?' }) })),
    ],
    steps: [...accident.steps!.slice(1), { ...contactStep, title: 'How can we reach you?' }],
    contact_us: { phone: '01632 960001', text: 'Rather talk?' },
  });
  await expect.element(form.heading(/^Step 1 of 6 The accident$/)).toBeVisible();
  await theAccident(form);
  await yourHealth(form);
  await expect.element(form.heading(/^Step 4 of 6 How can we reach you\?$/)).toBeVisible();
  expect(form.heading(/reach you/).elements()).toHaveLength(1);
  await expect.element(form.text(/Rather talk/)).not.toBeInTheDocument();
  await contact(form, /Photos or documents/);
  await form.go('Continue', /Check your answers/);
  await expect.element(form.link('01632 960001')).toBeVisible();
});

test('a page may change the layout at any time', async ({ open }) => {
  const form = await open();
  await form.fillIn('First name', 'Ada');
  form.element.layout = 'steps';
  await expect.element(form.heading(/Your contact details/)).toBeVisible();
  await expect.element(form.field('First name')).toHaveValue('Ada');
  form.element.layout = undefined;
  await expect.element(form.field('Buying')).toBeVisible();
  await expect.element(form.button(textPatterns.send)).toBeVisible();
});

test('a form of one step sends from it', async ({ open, proxy }) => {
  const attachments = { ...houseMove.attachments, max_files: 0 };
  proxy.publish({ ...houseMove, questions: contactDetails, attachments });
  const form = await open({ layout: 'steps' });
  await form.fillIn('First name', 'Ada');
  await form.fillIn('Email address', 'ada@example.com');
  await form.complete();
  expect(proxy.enquiries).toHaveLength(1);
});

test('an answer ends the form from its step on: the explanation hides what follows it, and Continue', async ({
  openSteps,
}) => {
  const contact_us = { phone: '+44 (0)1632 960001' };
  const form = await openSteps({ questions: questionsWithEnding, contact_us });
  await contact(form);
  await form.pick('Where did it happen?', 'At work');
  await expect.element(form.text(endingText)).toBeVisible();
  await expect.element(form.link('+44 (0)1632 960001')).toBeVisible();
  await expect.element(form.button('Continue')).not.toBeInTheDocument();
  await form.press('Back');
  await expect.element(form.button('Continue')).toBeVisible();
  await form.press('Continue');
  await form.pick('Where did it happen?', 'On the road');
  await expect.element(form.button('Continue')).toBeVisible();
});

/** A form whose second step has these questions. */
const withStep = (title: string, ...questions: Question[]): Partial<Definition> => ({
  questions: [...accidentContact, ...questions],
  steps: [contactStep, { title, questions: questions.map(({ id }) => id) }],
});
const options = [
  { value: 'car', label: 'By car' },
  { value: 'foot', label: 'On foot' },
];
const journey = { id: 'journey', label: 'How were you travelling?', help: 'Choose the main one.', options };

test('the only question of a step is its heading, and is said once', async ({ openSteps }) => {
  const form = await openSteps(
    withStep('Your journey', { ...journey, type: 'radio', required: true, heading: 'The way there' }),
  );
  await contact(form);
  await expectFocus(form.heading(/^Step 2 of 4 How were you travelling\?$/));
  expect(form.heading(/./).elements()).toHaveLength(1);
  await expect.element(form.group('How were you travelling?')).toHaveAccessibleName(/main one\.$/);
  const label = form.element.shadowRoot!.querySelector<HTMLElement>('.field:not([hidden]) [part~=label]');
  expect(label!.offsetHeight).toBe(1); // Unseen, but heard.
  await form.press('Continue');
  await expectFocus(form.problems());
  const problem = /^How were you travelling\?\s+Choose the main one\.\s+Error:\s+Choose an option$/;
  await expect.element(form.group('How were you travelling?')).toHaveAccessibleName(problem);
  await form.choose('On foot');
  await form.press('Continue');
  await form.press('Back');
  await expect.element(form.field('On foot')).toBeChecked();
});

test.for([
  ['text', { type: 'text' }],
  ['textarea', { type: 'textarea' }],
  ['select', { type: 'select', options }],
] as const)('a heading is the label of a control of the type %s', async ([, kind], { openSteps }) => {
  const form = await openSteps(withStep('Your journey', { ...journey, options: [], ...kind } as Question));
  await contact(form);
  const heading = form.heading(/^Step 2 of 4 How were you travelling\? \(optional\)$/);
  const field = form.field('How were you travelling?');
  await expect.element(heading).toBeVisible();
  await expectFocus(kind.type === 'select' ? heading : field); // Visitors go on typing.
  await expect.element(field).toHaveAccessibleName('How were you travelling? (optional)');
  await expect.element(field).toHaveAccessibleDescription('Choose the main one.');
});

test('a step’s title that is the form’s is only said to screen readers', async ({ openSteps }) => {
  const questions = [...accident.questions.slice(3, 5), ...accidentContact];
  const form = await openSteps({ steps: [contactStep], questions });
  await expect.element(form.heading(/^Step 1 of 4 Tell us what happened$/)).toBeVisible();
  const { offsetWidth } = form.element.shadowRoot!.querySelector<HTMLElement>('.step span:last-child')!;
  expect(offsetWidth).toBe(1);
});

test('a consent is beside its box, below the title of its step', async ({ openSteps }) => {
  const form = await openSteps(
    withStep('The terms', { id: 'terms', type: 'consent', label: 'I have read the terms' }),
  );
  await contact(form);
  await expectFocus(form.heading(/^Step 2 of 4 The terms$/));
  await expect.element(form.field('I have read the terms')).toBeVisible();
});
