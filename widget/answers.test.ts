import { expect, test } from 'vitest';
import type { Definition } from '../proxy/contract/definition.ts';
import { enquiryIn, shownIn, todayAt } from './answers.ts';

const definition: Definition = {
  case_type: 'injury',
  definition: 'sha256-x',
  lang: 'en',
  label: 'Injury',
  draft: true,
  contact: { surname: 'required', telephone_mobile: 'optional', email: 'required' },
  questions: [
    { id: 'hurt', type: 'yes_no', label: 'Were you hurt?' },
    {
      id: 'parts',
      type: 'checkboxes',
      label: 'Where?',
      options: [{ value: 'neck', label: 'Neck' }],
      shown_when: { question: 'hurt', is: 'yes' },
    },
    { id: 'constructor', type: 'text', label: 'Who built it?' },
    { id: 'agree', type: 'consent', label: 'I agree' },
  ],
  attachments: { max_files: 5, max_bytes: 1000, strip_metadata: 'location' },
};

function form(...entries: [string, string][]): FormData {
  const values = new FormData();
  for (const [name, value] of entries) values.append(name, value);
  return values;
}

test('an enquiry holds what was filled in, as it was typed', () => {
  const values = form(
    ['forename', ' Ada '],
    ['surname', ' '],
    ['email', 'ada@example.com'],
    ['answers.hurt', 'yes'],
    ['answers.parts', 'neck'],
    ['answers.constructor', 'Brunel'],
    ['answers.agree', 'yes'],
  );
  expect(enquiryIn(definition, values)).toEqual({
    case_type: 'injury',
    definition: 'sha256-x',
    lang: 'en',
    forename: ' Ada ',
    email: 'ada@example.com',
    answers: { hurt: 'yes', parts: ['neck'], constructor: 'Brunel', agree: 'yes' },
  });
});

test('what is hidden is not sent, and a consent that was not given is a no', () => {
  const values = form(['answers.hurt', 'no'], ['answers.parts', 'neck'], ['answers.constructor', '']);
  expect(shownIn(definition, values)).toEqual(['hurt', 'constructor', 'agree']);
  expect(enquiryIn(definition, values).answers).toEqual({ hurt: 'no', agree: 'no' });
});

test("today is the visitor's day", () => {
  const now = new Date(2026, 1, 1, 0, 5);
  expect(todayAt(now)).toEqual({ earliest: '2026-02-01', latest: '2026-02-01' });
});
