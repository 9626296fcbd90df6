import { expect, test } from 'vitest';
import type { Definition, Question } from '../../proxy/contract/definition.ts';
import { formMessages, stepsMessages } from '../../proxy/contract/languages/en.ts';
import { contact } from '../../tools/testing/widget/case-types.ts';
import { listFields } from '../form/form-model.ts';
import { formatMessage, type Translate } from '../messages/format.ts';
import { findStep, findStepOfFields, isProblemShownInStep, planSteps } from './plan.ts';

const messages = { ...formMessages, ...stepsMessages };
const translate: Translate<typeof stepsMessages> = key => formatMessage('en-GB', messages[key], {}) ?? '';
const text = (id: string): Question => ({ id, type: 'text', label: id });
const base: Definition = {
  case_type: 'injury',
  definition: 'sha256-x',
  lang: 'en',
  label: 'Injury',
  draft: true,
  questions: [text('when'), text('vehicle'), text('what'), contact.forename, contact.email],
  steps: [
    { title: 'Where', questions: ['when'] },
    { title: 'Journey', questions: ['vehicle'] },
    { title: 'Messages', questions: ['what'] },
    { title: 'You', questions: ['forename', 'email'] },
  ],
  attachments: { max_files: 5, max_bytes: 1000, strip_metadata: 'location' },
  receipt: {},
};
const fixed = { hiddenFields: undefined, readonlyFields: undefined };
const plan = (change: Partial<Definition> = {}, shown = ['when', 'vehicle', 'what']) => {
  const { steps, ...rest } = { ...base, ...change };
  const definition = { ...rest, ...(steps?.length && { steps }) };
  const visible = [...shown, 'forename', 'email'];
  return planSteps(translate, definition, listFields(definition, visible, fixed, new FormData(), String));
};
const titles = (...given: Parameters<typeof plan>) => plan(...given).map(({ title }) => title);

test('questions come first, files last, and then the answers are checked', () => {
  expect(plan().map(({ kind, names }) => [kind, names])).toEqual([
    ['questions', ['answers.when']],
    ['questions', ['answers.vehicle']],
    ['questions', ['answers.what']],
    ['questions', ['forename', 'email']],
    ['files', ['files']],
    ['check', []],
  ]);
});

test('hidden questions belong to no step', () => {
  const hidden = { ...text('office'), type: 'hidden' as const };
  expect(plan({ questions: [hidden, ...base.questions] }, ['office', 'when', 'vehicle', 'what'])).toEqual(
    plan(),
  );
});

test.each<[string, Partial<Definition>, string[]]>([
  [
    'without a picker, there is no step for files',
    { attachments: { ...base.attachments, max_files: 0 } },
    ['Where', 'Journey', 'Messages', 'You'],
  ],
  [
    'questions that no step names are asked in their order, before a step with later ones',
    { steps: base.steps!.slice(3) },
    ['Injury', 'You', 'Photos or documents'],
  ],
  [
    'questions that no step names are asked in their order, after a step with earlier ones',
    { steps: base.steps!.slice(0, 1) },
    ['Where', 'Injury', 'Photos or documents'],
  ],
])('%s', (_, change, expected) => {
  expect(titles(change)).toEqual([...expected, 'Check your answers']);
});

test('two steps need no check, unless one of them may be skipped', () => {
  const attachments = { ...base.attachments, max_files: 0 };
  const conditional: Question = { ...text('when'), shown_when: { question: 'vehicle', is: 'car' } };
  const steps = base.steps!.slice(3);
  const { forename } = contact;
  expect(titles({ questions: [conditional, forename], steps, attachments }, [])).toEqual([
    'You',
    'Check your answers',
  ]);
  expect(titles({ steps, attachments })).toEqual(['Injury', 'You']);
  expect(titles({ steps: [] })).toEqual(['Injury', 'Photos or documents']);
  expect(titles({ questions: [forename], steps, attachments })).toEqual(['You']);
});

test('a step whose questions are all hidden is skipped, and the others keep their keys', () => {
  const passed = plan({}, ['when', 'what']);
  expect(passed.map(({ title }) => title)).not.toContain('Journey');
  expect(findStepOfFields(passed, ['answers.what'])?.key).toBe(
    findStepOfFields(plan(), ['answers.what'])?.key,
  );
});

test('the last step has the same number, whatever is skipped', () => {
  expect(plan().at(-1)?.key).toBe(5);
  expect(plan({}, ['when', 'what']).at(-1)?.key).toBe(5);
  expect(plan({}, []).at(-1)?.key).toBe(5);
});

test('steps that are never shown have no number', () => {
  const steps = [{ title: 'Empty', questions: [] }, ...base.steps!];
  expect(plan({ steps }).map(({ key }) => key)).toEqual([0, 1, 2, 3, 4, 5]);
});

test('a step that is skipped by now is replaced by the one before it', () => {
  const key = findStepOfFields(plan(), ['answers.vehicle'])!.key;
  expect(findStep(plan(), key).title).toBe('Journey');
  expect(findStep(plan({}, ['when', 'what']), key).title).toBe('Where');
});

test('the step for several problems is the first with one of their fields', () => {
  expect(findStepOfFields(plan(), ['email', 'answers.vehicle'])?.title).toBe('Journey');
  expect(findStepOfFields(plan(), ['answers.what'])?.title).toBe('Messages');
  expect(findStepOfFields(plan(), ['marketing_detail'])).toBeUndefined();
});

test('a problem is shown at its step, and one with a field that no step has at every step', () => {
  const steps = plan();
  expect(isProblemShownInStep(steps, steps[3]!, 'email')).toBe(true);
  expect(isProblemShownInStep(steps, steps[1]!, 'email')).toBe(false);
  expect(isProblemShownInStep(steps, steps[1]!, 'marketing_detail')).toBe(true);
});

test.for<[string, Question[], string | undefined]>([
  ['one question', [text('place')], 'answers.place'],
  ['two questions', [text('place'), text('day')], undefined],
  [
    'a question and others that its answers make appear',
    [
      text('place'),
      { ...text('employer'), shown_when: { question: 'place', is: 'work' } },
      { ...text('union'), shown_when: { question: 'employer', answered: true } },
    ],
    'answers.place',
  ],
  [
    'two questions that depend on an earlier step',
    [
      { ...text('employer'), shown_when: { question: 'when', is: 'x' } },
      { ...text('union'), shown_when: { question: 'when', is: 'x' } },
    ],
    undefined,
  ],
  ['a consent', [{ ...text('terms'), type: 'consent' }], undefined],
])('the heading of a step with %s', ([, questions, lead]) => {
  const ids = questions.map(({ id }) => id);
  const steps = [
    { title: 'Where', questions: ['when'] },
    { title: 'Your work', questions: ids },
  ];
  const planned = plan({ questions: [text('when'), ...questions], steps }, ['when', ...ids]);
  expect(planned.find(({ title }) => title === 'Your work')?.lead).toBe(lead);
});
