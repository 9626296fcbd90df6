// What a config may send, and the message for each name that the enquiry API couldn't tell apart.
import { expect, test } from 'vitest';
import { parseConfig } from './read-settings.ts';

const text = { id: 'q', type: 'text', label: 'Q?' };
const radio = { ...text, type: 'radio' };
const boxes = { ...text, type: 'checkboxes' };
const yesNo = { ...text, type: 'yes_no' };
const consent = { ...text, type: 'consent' };
const one = { value: 'one', label: 'One' };
const two = { value: 'two', label: 'Two' };
const office = { id: 'Office', label: 'Office', value: 'Leeds' };

function findErrors(questions: object[], caseType: object = {}): string[] {
  const config = { origins: [], case_types: { a: { label: 'A', questions, ...caseType } } };
  const parsed = parseConfig(JSON.stringify(config));
  return 'errors' in parsed
    ? parsed.errors.map(({ path, message }) => `${path.replace('case_types.a.', '')} ${message}`)
    : [];
}

test.each<[string, object[], object?]>([
  ['any text as a case type', [], { send_as: 'Personal Injury (Éire) – “new”' }],
  ['any text as an id', [{ ...text, send_as: 'Accident Date?' }]],
  ['a text of 200 characters', [{ ...text, send_as: 'x'.repeat(200), label_as: 'x'.repeat(200) }]],
  ['a comma in an option', [{ ...radio, options: ['Yes, both', { ...one, send_as: 'a, b' }] }]],
  ['a comma without a space in a box', [{ ...boxes, options: ['a,b', 'c'] }]],
  [
    'a comma and a space in a box, with another separator',
    [{ ...boxes, options: ['a, b'], separator: '; ' }],
  ],
  ['a value that begins as the separator ends', [{ ...boxes, options: [';a'], separator: ';;' }]],
  ['a value that ends with a comma', [{ ...boxes, options: ['a,', 'b'] }]],
  ['boxes on lines of their own', [{ ...boxes, options: ['a, b', 'c'], separator: '\n' }]],
  [
    'a separator in an option that is sent without it',
    [{ ...boxes, options: [{ ...one, value: 'a, b', send_as: 'a' }] }],
  ],
  [
    'ids that are swapped',
    [
      { ...text, send_as: 'p' },
      { ...text, id: 'p', send_as: 'q' },
    ],
  ],
  [
    'values that are swapped',
    [
      {
        ...radio,
        options: [
          { ...one, send_as: 'two' },
          { ...two, send_as: 'one' },
        ],
      },
    ],
  ],
  ['yes and no that are swapped', [{ ...yesNo, send: { yes: 'no', no: 'yes' } }]],
  [
    'only one of yes and no',
    [
      { ...yesNo, send: { yes: 'Y' } },
      { ...consent, id: 'c', send: { no: 'N' } },
    ],
  ],
  ['a consent that is sent as no', [{ ...consent, send: { yes: 'no' } }]],
  [
    'two questions with the same values',
    [
      { ...radio, options: ['a'] },
      { ...radio, id: 'p', options: ['a'] },
    ],
  ],
  [
    'a constant with the own id of a question that is sent under another',
    [{ ...text, send_as: 'p' }],
    { meta: [{ ...office, id: 'q' }] },
  ],
])('%s is accepted', (_, questions, caseType) => {
  expect(findErrors(questions, caseType)).toEqual([]);
});

test.each<[string, object[], string, object?]>([
  ['an empty case type', [], 'send_as must not be empty', { send_as: ' ' }],
  ['a number', [{ ...text, send_as: 7 }], 'questions[0].send_as must be a text'],
  [
    'a control character',
    [{ ...text, send_as: 'a\tb' }],
    'questions[0].send_as must not contain control characters',
  ],
  [
    'half a character',
    [{ ...text, label_as: 'a\ud800' }],
    'questions[0].label_as must not contain control characters',
  ],
  [
    'more than 200 characters',
    [{ ...text, send_as: 'x'.repeat(201) }],
    'questions[0].send_as must have at most 200 characters',
  ],
  [
    'an id that the proxy uses',
    [{ ...text, send_as: ' enquiry_form_version ' }],
    'questions[0].send_as is reserved: choose another id',
  ],
  [
    'a constant that the proxy uses',
    [],
    'meta[0].id is reserved: choose another id',
    { meta: [{ ...office, id: 'attribution_office' }] },
  ],
  ['a constant without a label', [], 'meta[0].label is required', { meta: [{ id: 'a', value: 'b' }] }],
  [
    'the id of an earlier question',
    [text, { ...text, id: 'p', send_as: ' q ' }],
    'questions[1].send_as "q" is already sent for the question "q": send another id for one of them',
  ],
  [
    'an id that an earlier question is sent with',
    [
      { ...text, send_as: 'p' },
      { ...text, id: 'p' },
    ],
    'questions[1].id "p" is already sent for the question "q": send another id for one of them',
  ],
  [
    'a constant with the id of a question',
    [{ ...text, send_as: 'Office ' }],
    'meta[0].id "Office" is already sent for the question "q": send another id for one of them',
    { meta: [office] },
  ],
  [
    'two constants',
    [],
    'meta[1].id "Office" is already sent for a constant: send another id for one of them',
    { meta: [office, office] },
  ],
  ['two questions with one id', [text, text], 'questions[1].id "q" is already used by an earlier question'],
  [
    'the value of an earlier option',
    [{ ...radio, options: ['one', { ...two, send_as: ' one' }] }],
    'questions[0].options[1].send_as "one" is already sent for the option "one": send another text for one of them',
  ],
  [
    'values that differ in white space only',
    [{ ...radio, options: ['one', { ...two, value: 'one ' }] }],
    'questions[0].options[1].value "one" is already sent for the option "one": send another text for one of them',
  ],
  [
    'a value that an earlier option is sent with',
    [{ ...radio, options: [{ ...one, send_as: 'two' }, 'two'] }],
    'questions[0].options[1] "two" is already sent for the option "one": send another text for one of them',
  ],
  [
    'a box with the separator',
    [{ ...boxes, options: [{ ...one, send_as: 'a, b' }] }],
    'questions[0].options[0].send_as "a, b" must not contain the separator ", ": set "send_as" or another "separator"',
  ],
  [
    'a box that ends with a part of the separator',
    [{ ...boxes, options: ['a;'], separator: ';;' }],
    'questions[0].options[0] "a;" must not contain the separator ";;": set "send_as" or another "separator"',
  ],
  [
    'a separator with a carriage return',
    [{ ...boxes, options: ['a'], separator: '\r\n' }],
    'questions[0].separator must not contain control characters other than line breaks and tabs',
  ],
  [
    'an empty separator',
    [{ ...boxes, options: ['a'], separator: '' }],
    'questions[0].separator must have at least 1 character',
  ],
  [
    'a separator for radio buttons',
    [{ ...radio, options: ['a'], separator: ';' }],
    'questions[0].separator is not a setting of this type of question: remove it',
  ],
  [
    'a label for a consent',
    [{ ...consent, label_as: 'Terms' }],
    'questions[0].label_as is not a setting of this type of question: remove it',
  ],
  [
    'yes and no for a text',
    [{ ...text, send: { yes: 'Y' } }],
    'questions[0].send is not a setting of this type of question: remove it',
  ],
  [
    'the same for yes and no',
    [{ ...yesNo, send: { yes: 'x', no: 'x ' } }],
    'questions[0].send.no "x" must not be sent for both yes and no: send another text for one of them',
  ],
  [
    'no for yes',
    [{ ...yesNo, send: { yes: 'no' } }],
    'questions[0].send.yes "no" must not be sent for both yes and no: send another text for one of them',
  ],
  [
    'yes for a consent that is not given',
    [{ ...consent, send: { no: 'yes' } }],
    'questions[0].send.no "yes" must not be sent for both yes and no: send another text for one of them',
  ],
])('%s is reported', (_, questions, error, caseType) => {
  expect(findErrors(questions, caseType)).toEqual([error]);
});
