// `enquiry-step`: the page learns which step the visitor has reached.
import { contact, goToReview, test, theAccident } from '../../tools/testing/widget/steps.ts';
import { expect, type RecordedEvent, reload } from '../../tools/testing/widget/test.ts';

const steps = (events: RecordedEvent[]) =>
  events.filter(({ type }) => type === 'enquiry-step').map(({ detail }) => detail);

test('each move forward or back is reported, with the numbers that the visitor sees', async ({
  openSteps,
  events,
}) => {
  const form = await openSteps();
  await contact(form);
  await theAccident(form); // Skips the third step.
  await expect.element(form.heading(/^Step 4 of 6/)).toBeVisible();
  await form.go('Back', /^Step 2 of 6/);
  history.back();
  await expect.element(form.heading(/^Step 1 of 6/)).toBeVisible();
  const at = (step: number) => ({ case_type: 'accident', step, steps: 6 });
  expect(steps(events)).toEqual([at(2), at(4), at(2), at(1)]);
});

test('a change of an answer and the way back are moves', async ({ openSteps, events }) => {
  const form = await openSteps();
  await goToReview(form);
  await form.press(/^Change.*First name/);
  await form.go('Continue', /Check your answers/);
  expect(steps(events)).toMatchObject([2, 4, 5, 6, 1, 6].map(step => ({ step })));
});

test('neither the first step nor one after a reload is reported, nor one that has problems', async ({
  openSteps,
  events,
}) => {
  const form = await openSteps();
  await form.press('Continue');
  await expect.element(form.problems()).toBeVisible();
  expect(steps(events)).toEqual([]);
  await contact(form, /The accident/);
  dispatchEvent(new Event('pagehide'));
  const again = await reload(form);
  await expect.element(again.heading(/The accident/)).toBeVisible();
  again.element.reset();
  await expect.element(again.heading(/Your contact details/)).toBeVisible();
  expect(steps(events)).toHaveLength(1);
});
