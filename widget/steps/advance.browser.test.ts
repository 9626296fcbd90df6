// `advance`: a tap or click on an answer leads to the next step if it is the step's only question.
import { type Locator, userEvent } from 'vitest/browser';
import type { Definition } from '../../proxy/contract/definition.ts';
import { accident, accidentContact, contactStep } from '../../tools/testing/widget/case-types.ts';
import { contact, test } from '../../tools/testing/widget/steps.ts';
import { advanceClock, expect, stopClock } from '../../tools/testing/widget/test.ts';
import { expectFocus, type FormPage, waitUntilVisible } from '../../tools/testing/widget/visitor.ts';

const hint = 'Tap or click an answer to continue.';

const [day, place, employer, hurt, witness, terms] = accident.questions.slice(accidentContact.length);
/** Two steps of one question: a choice of places, which may make another appear, and a yes or no. */
const oneByOne: Definition = {
  ...accident,
  questions: [...accidentContact, { ...place!, type: 'radio' }, employer!, hurt!, day!, witness!, terms!],
  steps: [
    contactStep,
    { title: 'The place', questions: ['place', 'employer'] },
    { title: 'Your health', questions: ['hurt'] },
    { title: 'The rest', questions: ['day', 'witness', 'terms'] },
  ],
};

type Open = (attributes: Record<string, string>) => Promise<FormPage>;

/** Opens the step of the place, and stops the clock. */
const openAtPlace = async (open: Open) => {
  const form = await open({ 'case-type': 'accident', layout: 'steps', advance: '' });
  await contact(form, /Where did it happen/);
  stopClock();
  return form;
};
/** Clicks as a mouse does. While `userEvent.click` waits for the browser, it lets the stopped clock go on. */
const clickAtOnce = (target: Locator) =>
  target.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
/** Clicks on an answer with the mouse, and waits for longer than the form does. */
const choose = async (answer: Locator) => {
  await userEvent.click(answer);
  await advanceClock(1);
};

test('a click on an answer leads to the next step, and the step says so before', async ({ open, proxy }) => {
  proxy.publish(oneByOne);
  const form = await openAtPlace(open);
  await expect.element(form.text(hint)).toBeVisible();
  clickAtOnce(form.text('On the road'));
  await advanceClock(0.24);
  await expect.element(form.field('On the road')).toBeChecked();
  await expect.element(form.heading(/Where did it happen/)).toBeVisible();
  await advanceClock(0.01);
  await expectFocus(form.heading(/Were you injured/));
  await expect.element(form.text(hint)).toBeVisible();
  await choose(form.field('No'));
  await expectFocus(form.heading(/The rest/));
  await expect.element(form.text(hint)).not.toBeInTheDocument();
});

test('going back stays there until the visitor chooses another answer', async ({ open, proxy }) => {
  proxy.publish(oneByOne);
  const form = await openAtPlace(open);
  await choose(form.text('On the road'));
  await expect.element(form.heading(/Were you injured/)).toBeVisible();
  await form.press('Back');
  await advanceClock(1);
  await expect.element(form.heading(/Where did it happen/)).toBeVisible();
  await choose(form.text('On the road')); // It is chosen already.
  await expect.element(form.heading(/Where did it happen/)).toBeVisible();
  await form.press('Continue');
  await choose(form.field('No'));
  await expect.element(form.heading(/The rest/)).toBeVisible();
  await form.press('Back');
  await choose(form.field('Yes'));
  await expect.element(form.heading(/The rest/)).toBeVisible();
});

test('Back right after an answer wins', async ({ open, proxy }) => {
  proxy.publish(oneByOne);
  const form = await openAtPlace(open);
  clickAtOnce(form.text('On the road'));
  clickAtOnce(form.button('Back'));
  await expectFocus(form.heading(/Your contact details/));
  await advanceClock(1);
  await expect.element(form.heading(/Your contact details/)).toBeVisible();
});

test('the keyboard never leads on', async ({ open, proxy }) => {
  proxy.publish(oneByOne);
  const form = await openAtPlace(open);
  await choose(form.heading(/Where did it happen/)); // The mouse was used before.
  (await waitUntilVisible(form.field('On the road'))).focus();
  await userEvent.keyboard(' ');
  await expect.element(form.field('On the road')).toBeChecked();
  await userEvent.keyboard('{ArrowDown}{ArrowUp}');
  await expect.element(form.field('On the road')).toBeChecked();
  await advanceClock(1);
  await expect.element(form.heading(/Where did it happen/)).toBeVisible();
});

test('a click and then an arrow key stay at the step', async ({ open, proxy }) => {
  proxy.publish(oneByOne);
  const form = await openAtPlace(open);
  await userEvent.click(form.field('At work'));
  await advanceClock(0.1);
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(form.field('On the road')).toBeChecked();
  await advanceClock(1);
  await expect.element(form.heading(/Where did it happen/)).toBeVisible();
});

test('an answer that makes another question of its step appear stays there', async ({ open, proxy }) => {
  proxy.publish(oneByOne);
  const form = await openAtPlace(open);
  await choose(form.text('At work'));
  await expect.element(form.field('Who is your employer?')).toBeVisible();
  await expect.element(form.heading(/^Step 2 of 6 Where did it happen\?$/)).toBeVisible();
  await expect.element(form.text(hint)).not.toBeInTheDocument();
});

test('a double click on an answer goes one step, and answers nothing there', async ({ open, proxy }) => {
  proxy.publish(oneByOne);
  const form = await openAtPlace(open);
  await choose(form.text('On the road'));
  const answer = await waitUntilVisible(form.field('No'));
  const second = { detail: 2, bubbles: true, composed: true, cancelable: true };
  answer.dispatchEvent(new MouseEvent('click', second));
  await advanceClock(1);
  await expect.element(form.field('No')).not.toBeChecked();
  await expect.element(form.heading(/Were you injured/)).toBeVisible();
});

test('only a required choice leads on, and only with the attribute', async ({ open, proxy }) => {
  const questions = oneByOne.questions.map(each =>
    each.id === 'place' ? { ...each, required: false } : each,
  );
  proxy.publish({ ...oneByOne, questions });
  const form = await openAtPlace(open);
  await expect.element(form.text(hint)).not.toBeInTheDocument();
  await choose(form.text('On the road'));
  await expect.element(form.heading(/Where did it happen/)).toBeVisible();
  await form.press('Continue');
  await expect.element(form.text(hint)).toBeVisible();
  form.element.removeAttribute('advance');
  await choose(form.field('No'));
  await expect.element(form.heading(/Were you injured/)).toBeVisible();
});

test('a choice at the last step, which sends, doesn’t lead on', async ({ open, proxy }) => {
  const attachments = { ...accident.attachments, max_files: 0 };
  proxy.publish({ ...accident, steps: [contactStep], questions: [...accidentContact, hurt!], attachments });
  const form = await open({ 'case-type': 'accident', layout: 'steps', advance: '' });
  await contact(form);
  stopClock();
  await choose(form.field('No'));
  await expect.element(form.text(hint)).not.toBeInTheDocument();
  await expect.element(form.button('Ask a solicitor')).toBeVisible();
  expect(proxy.enquiries).toEqual([]);
});
