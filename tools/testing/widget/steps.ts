// The form in steps, and the way through it.
import type { Definition, Question } from '../../../proxy/contract/definition.ts';
import { accident } from './case-types.ts';
import { test as base, expect } from './test.ts';
import type { FormPage } from './visitor.ts';

/** `test` with a form in steps. */
export const test = base.extend<{
  openSteps(changes?: Partial<Definition>, attributes?: Record<string, string>): Promise<FormPage>;
}>({
  openSteps: async ({ open, proxy }, use) => {
    proxy.publish(accident);
    await use((changes, attributes) => {
      if (changes) proxy.publish({ ...accident, ...changes });
      return open({ 'case-type': 'accident', layout: 'steps', ...attributes });
    });
  },
});

/** The form's questions, with changes to one of them. */
export const questionsWith = (id: string, changes: Partial<Question>): Question[] =>
  accident.questions.map(question => (question.id === id ? { ...question, ...changes } : question));

export const endingText = 'We only help with accidents on the road.';
/** The form's questions, of which an answer ends the form. */
export const questionsWithEnding = questionsWith('place', {
  options: [
    { value: 'road', label: 'On the road' },
    { value: 'work', label: 'At work', ends: { text: endingText } },
  ],
});

/** Fills in the first step and continues, to a step with this heading if there is one. */
export const contact = async (form: FormPage, next: string | RegExp = /./) => {
  await form.fillIn('First name', 'Ada');
  await form.fillIn('Email address', 'ada@example.com');
  await form.press('Continue');
  await expect.element(form.heading(next).first()).toBeVisible();
};
/** Fills in the second step and continues. */
export const theAccident = async (form: FormPage, place = 'On the road') => {
  await form.fillIn('When did it happen?', '2026-01-31');
  await form.pick('Where did it happen?', place);
  await form.press('Continue');
};
/** Fills in the fourth step and continues. */
export const yourHealth = async (form: FormPage) => {
  await form.choose('No');
  await form.choose('I have read the terms');
  await form.press('Continue');
};

/** Goes through every step to the check of the answers. */
export async function goToReview(form: FormPage): Promise<void> {
  await contact(form);
  await theAccident(form);
  await yourHealth(form);
  await expect.element(form.heading(/Photos or documents/)).toBeVisible();
  await form.go('Continue', /Check your answers/);
}
